import type { DialectName, Entity, Model } from "../../runtime/model/model.js";
import { generatedNames } from "../naming.js";
import { INDEX_PATH, type EntityArtifact, type Tree } from "../artifacts.js";
import { columnViews } from "./column-views.js";
import { isKeyedById, keyUnion, type EntityView } from "./entity-views.js";
import { toKey, toLiteral } from "./literal.js";
import { operationNames, type OperationNames } from "./operation-view.js";
import { moduleFrom } from "./modules.js";

export interface IndexView {
  readonly entities: readonly IndexedEntity[];
  /** The join tables of many-to-many lists. */
  readonly operations: readonly IndexedOperation[];
  readonly joinTables: readonly { readonly table: string; readonly columns: string }[];
}

/** An operation whose file is there. The others have the route of the runtime. */
interface IndexedOperation {
  readonly name: string;
  readonly names: OperationNames;
  readonly module: string;
}

interface IndexedEntity extends EntityView {
  readonly table: string;
  readonly tableType: string;
  /** The names of the key fields as a list, if the key is not `id`. */
  readonly keys: string | undefined;
  /** The modules of the entity's files; `undefined` for a deleted file. */
  readonly modules: Readonly<Record<EntityArtifact, string | undefined>>;
  /** The imports from the schema. */
  readonly schemaImports: string;
  /** The base class of the repository that replaces a deleted file. */
  readonly repositoryBase: string | undefined;
  readonly routes: string;
  /** The schemas of its inputs, if the server answers batches. */
  readonly inputSchemas: string | undefined;
}

export function indexView(
  { entities, ownOperations, batch, database: { dialect } }: Model,
  tree: Tree,
): IndexView {
  const indexed = entities.map((entity) => indexedEntity(entity, tree, dialect, batch !== false));
  const joinTables = entities.flatMap(({ links }) =>
    links.map(({ table }) => ({ table: tableKey(table), columns: columnsOf(table, dialect) })),
  );
  const operations = ownOperations.flatMap((operation): readonly IndexedOperation[] => {
    const path = tree.operationPath(operation.name);
    if (path === undefined) return [];
    const { name } = operation;
    return [{ name, names: operationNames(operation), module: moduleFrom(INDEX_PATH, path) }];
  });
  return { entities: indexed, operations, joinTables };
}

/** A name that no entity's routes can have. */
const RUNTIME_ROUTES = "routesOf";

/** If a file was deleted, the runtime's own part is used instead. */
function indexedEntity(
  entity: Entity,
  { pathOf, isDeleted }: Tree,
  dialect: DialectName,
  hasBatches: boolean,
): IndexedEntity {
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
      ? inputSchemas(entity)
      : undefined;
  const parameters = [...types, "Database", keyUnion(entity), ...(hasSchema ? [record.shape] : [])];
  return {
    entity: name,
    names,
    table: tableKey(entity),
    tableType: hasSchema ? names.tableType : `{ ${columnsOf(entity, dialect)} }`,
    keys: isKeyedById(entity) ? undefined : toLiteral(entity.keys.map((key) => key.name)),
    modules,
    schemaImports: [
      names.fields,
      ...Object.values(inputs ?? {}),
      ...(hasRepository ? [] : record.imports),
      `type ${names.tableType}`,
    ].join(", "),
    repositoryBase: hasRepository ? undefined : `Repository<${parameters.join(", ")}>`,
    inputSchemas: inputs && toObject(inputs),
    routes: modules.routes === undefined ? RUNTIME_ROUTES : names.routes,
  };
}

/** The schemas that the entity's file exports, by what they are for. */
function inputSchemas(entity: Entity): Readonly<Record<string, string>> {
  const names = generatedNames(entity);
  return {
    ...(entity.policy.create.length > 0 && { create: names.newSchema }),
    ...(entity.policy.update.length > 0 && { update: names.changesSchema }),
  };
}

function toObject(members: Readonly<Record<string, string>>): string {
  const list = Object.entries(members).map(([name, value]) => `${name}: ${value}`);
  return list.length === 0 ? "{}" : `{ ${list.join(", ")} }`;
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
    imports: types.map(([type, alias]) => `type ${type === alias ? type : `${type} as ${alias}`}`),
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
