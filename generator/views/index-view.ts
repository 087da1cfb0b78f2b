import type { Entity, Model } from "../../runtime/model/model.js";
import { generatedNames, importAs, nameGiver } from "../naming.js";
import {
  DATABASE_PATH,
  fieldsPath,
  INDEX_PATH,
  parametersPath,
  type EntityArtifact,
  type Tree,
} from "../artifacts.js";
import { isKeyedById, keyUnion } from "./entity-views.js";
import { toLiteral } from "./literal.js";
import { operationNames } from "./operation-view.js";
import { moduleFrom } from "./modules.js";

export function indexView({ entities, ownOperations, batch }: Model, tree: Tree) {
  // Of the names that the index imports, only those of schemas can be equal.
  const give = nameGiver();
  return {
    database: moduleFrom(INDEX_PATH, DATABASE_PATH),
    entities: entities.map((entity) => indexedEntity(entity, tree, batch !== false, give)),
    // An operation whose file was deleted has the route of the runtime.
    operations: ownOperations.flatMap(({ name }) => {
      const path = tree.operationPath(name);
      if (path === undefined) return [];
      const module = moduleFrom(INDEX_PATH, path);
      const parametersModule = moduleFrom(INDEX_PATH, parametersPath(name));
      return [{ name, names: operationNames({ name }), module, parametersModule }];
    }),
  };
}

/** A name that no entity's routes can have. */
const RUNTIME_ROUTES = "routesOf";

/** If a file was deleted, the runtime's own part is used instead. */
function indexedEntity(
  entity: Entity,
  { pathOf, isDeleted }: Tree,
  hasBatches: boolean,
  give: ReturnType<typeof nameGiver>,
) {
  const { name } = entity;
  const names = generatedNames(entity);
  const moduleOf = (artifact: EntityArtifact): string | undefined =>
    isDeleted(name, artifact) ? undefined : moduleFrom(INDEX_PATH, pathOf(name, artifact));
  const modules = {
    schema: moduleOf("schema"),
    repository: moduleOf("repository"),
    routes: moduleOf("routes"),
    policy: moduleOf("policy"),
  };
  const hasSchema = modules.schema !== undefined;
  const hasRepository = modules.repository !== undefined;
  const inputs =
    hasSchema && (hasBatches || entity.foreignKeys.some(({ isWritable }) => isWritable))
      ? inputSchemas(entity, give)
      : undefined;
  return {
    entity: name,
    names,
    // The names of the key fields as a list, if the key is not `id`.
    keys: isKeyedById(entity) ? undefined : toLiteral(entity.keys.map((key) => key.name)),
    modules,
    fieldsModule: hasSchema ? moduleFrom(INDEX_PATH, fieldsPath(name)) : undefined,
    schemaImports: hasSchema
      ? [...(inputs?.imports ?? []), ...(hasRepository ? [] : [`type ${names.shape}`])].join(", ")
      : "",
    // The base class of the repository that replaces a deleted file.
    repositoryBase: hasRepository ? undefined : `Repository<${hasSchema ? names.shape : looseShape(entity)}>`,
    inputSchemas: inputs?.members,
    routes: modules.routes === undefined ? RUNTIME_ROUTES : names.routes,
  };
}

/** The schemas that the entity's file exports, by what they are for, and their imports. */
function inputSchemas(entity: Entity, give: ReturnType<typeof nameGiver>) {
  const { newSchema, changesSchema } = generatedNames(entity);
  const schemas = [
    ...(entity.policy.create.length > 0 ? [{ use: "create", schema: newSchema }] : []),
    ...(entity.policy.update.length > 0 ? [{ use: "update", schema: changesSchema }] : []),
  ].map(({ use, schema }) => ({ use, schema, name: give(schema) }));
  const list = schemas.map(({ use, name }) => `${use}: ${name}`).join(", ");
  return {
    imports: schemas.map(({ schema, name }) => importAs(schema, name)),
    members: list === "" ? "{}" : `{ ${list} }`,
  };
}

/** The types of an entity whose schema file was deleted. */
function looseShape(entity: Entity): string {
  const inputs = entity.isReadOnly ? "never, never" : "object, object";
  return `PlainEntity<Record<string, unknown>, ${inputs}, ${keyUnion(entity)}> & { tables: Database }`;
}
