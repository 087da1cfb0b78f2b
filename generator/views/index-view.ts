import type { DialectName, Entity, Model } from "../../runtime/model/model.js";
import { generatedNames, importAs, nameGiver } from "../naming.js";
import { INDEX_PATH, type EntityArtifact, type Tree } from "../artifacts.js";
import { columnViews } from "./column-views.js";
import { isKeyedById, keyUnion } from "./entity-views.js";
import { toKey, toLiteral } from "./literal.js";
import { operationNames } from "./operation-view.js";
import { moduleFrom } from "./modules.js";

export function indexView({ entities, ownOperations, batch, database: { dialect } }: Model, tree: Tree) {
  // Of the names that the index imports, only those of schemas can be equal.
  const give = nameGiver();
  return {
    entities: entities.map((entity) => indexedEntity(entity, tree, dialect, batch !== false, give)),
    // An operation whose file was deleted has the route of the runtime.
    operations: ownOperations.flatMap(({ name }) => {
      const path = tree.operationPath(name);
      if (path === undefined) return [];
      return [{ name, names: operationNames({ name }), module: moduleFrom(INDEX_PATH, path) }];
    }),
    // The join tables of many-to-many lists.
    joinTables: entities.flatMap(({ links }) =>
      links.map(({ table }) => ({ table: tableKey(table), columns: columnsOf(table, dialect) })),
    ),
  };
}

/** A name that no entity's routes can have. */
const RUNTIME_ROUTES = "routesOf";

/** If a file was deleted, the runtime's own part is used instead. */
function indexedEntity(
  entity: Entity,
  { pathOf, isDeleted }: Tree,
  dialect: DialectName,
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
  const record = recordTypes(entity);
  const types = hasSchema ? record.types : looseTypes(entity);
  const inputs =
    hasSchema && (hasBatches || entity.foreignKeys.some(({ isWritable }) => isWritable))
      ? inputSchemas(entity, give)
      : undefined;
  const parameters = [...types, "Database", keyUnion(entity), ...(hasSchema ? [record.shape] : [])];
  return {
    entity: name,
    names,
    table: tableKey(entity),
    tableType: hasSchema ? names.tableType : `{ ${columnsOf(entity, dialect)} }`,
    // The names of the key fields as a list, if the key is not `id`.
    keys: isKeyedById(entity) ? undefined : toLiteral(entity.keys.map((key) => key.name)),
    modules,
    schemaImports: [
      names.fields,
      ...(inputs?.imports ?? []),
      ...(hasRepository ? [] : record.imports),
      `type ${names.tableType}`,
    ].join(", "),
    // The base class of the repository that replaces a deleted file.
    repositoryBase: hasRepository ? undefined : `Repository<${parameters.join(", ")}>`,
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

/** The record types of an entity, under aliases that are unique in the index. */
function recordTypes(entity: Entity) {
  const names = generatedNames(entity);
  const unique = names.repository.replace(/Repository$/, "");
  const record = [names.type, `${unique}Record`] as const;
  const written = [
    [names.newType, `${unique}Input`],
    [names.changesType, `${unique}Changes`],
  ] as const;
  const shape = [names.shape, `${unique}Shape`] as const;
  const types = entity.isReadOnly ? [record, shape] : [record, ...written, shape];
  return {
    shape: shape[1],
    imports: types.map(([type, alias]) => `type ${importAs(type, alias)}`),
    types: [record[1], ...written.map(([, alias]) => (entity.isReadOnly ? "never" : alias))],
  };
}

/** The record types of an entity whose schema file was deleted. */
function looseTypes({ isReadOnly }: Entity): readonly string[] {
  return ["Record<string, unknown>", ...(isReadOnly ? ["never", "never"] : ["object", "object"])];
}

function columnsOf(table: Entity, dialect: DialectName): string {
  return columnViews(table, dialect)
    .map(({ key, type }) => `${key}: ${type}`)
    .join("; ");
}

/** The name of a table in Kysely's types. */
function tableKey({ schema, table }: Entity): string {
  return toKey(schema === undefined ? table : `${schema}.${table}`);
}
