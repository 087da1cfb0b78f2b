import { sql } from "kysely";
import type { Field, ForeignKey, TableEntity } from "../../model/model.js";
import type { TableDialect } from "./schema-dialect.js";
import type { Sql } from "../sql/sql.js";
import { tableName } from "../sql/table-name.js";
import {
  addForeignKey,
  columnDefinition,
  inlineForeignKeys,
  neededTypes,
  type FindStored,
} from "./definitions.js";
import { indexesOf } from "./field-index.js";
import { decide, type SchemaChange } from "./schema-changes.js";

/**
 * Creates the missing tables with their indexes, then their foreign keys, because tables may refer to each
 * other.
 * @param findStored See `columnDefinition`.
 */
export function createTables(
  missing: readonly TableEntity[],
  entities: readonly TableEntity[],
  knownSchemas: ReadonlySet<string | undefined>,
  dialect: TableDialect,
  findStored?: FindStored,
): readonly SchemaChange[] {
  const readOnly = missing.filter((entity) => entity.isReadOnly);
  const created = missing.filter((entity) => !entity.isReadOnly);
  const schemas = new Set(created.flatMap(({ schema }) => schema ?? []));
  return [
    ...readOnly.map(({ name, table }) =>
      decide(`The table or view "${table}" is missing, and the entity "${name}" is read-only.`),
    ),
    ...created.flatMap(({ table, fields }) =>
      fields.flatMap((field) => {
        const known = onlyYouKnow(field);
        if (known === undefined) return [];
        const message = `The table "${table}" is missing, and its field "${field.name}" has ${known}: create the table yourself.`;
        return [decide(message)];
      }),
    ),
    ...[...schemas]
      .filter((name) => !knownSchemas.has(name))
      .map((name) => add(`The schema "${name}" is missing.`, [dialect.schema.createSchema(name)])),
    ...created.map((entity) =>
      add(
        `The table "${entity.table}" is missing.`,
        createWithIndexes(entity, entities, dialect, findStored),
      ),
    ),
    ...created.flatMap((entity) =>
      entity.foreignKeys.flatMap((foreignKey) =>
        addForeignKey(entity, foreignKey, entities, dialect).map((statement) =>
          add(`The foreign key from ${foreignKeyPlace(entity, foreignKey)} is missing.`, [statement]),
        ),
      ),
    ),
  ];
}

/** `"item"."owner"`, `"item"."country", "city"` */
export function foreignKeyPlace({ table }: TableEntity, { fields }: ForeignKey): string {
  return `"${table}".${fields.map(({ column }) => `"${column}"`).join(", ")}`;
}

/** The properties of a column that the configuration does not describe. */
export function onlyYouKnow({ type, filledBy }: Field): string | undefined {
  if (type === "other") return "a type that only you know";
  return filledBy === "default" ? "a default expression that only you know" : undefined;
}

function add(message: string, statements: readonly Sql[]): SchemaChange {
  return { kind: "add", message, isOptional: false, statements };
}

/** The statements that create a table, the types that its columns need, and its indexes. */
export function createWithIndexes(
  entity: TableEntity,
  entities: readonly TableEntity[],
  dialect: TableDialect,
  findStored?: FindStored,
): readonly Sql[] {
  return [
    ...neededTypes(entity, entity.fields, dialect),
    createTable(entity, entities, dialect, { findStored }),
    ...indexesOf(entity, dialect).map((index) => dialect.schema.createIndex(index)),
  ];
}

/**
 * @param options.name The name under which the table is created. Default: its own.
 * @param options.findStored See `columnDefinition`.
 */
export function createTable(
  entity: TableEntity,
  entities: readonly TableEntity[],
  dialect: TableDialect,
  {
    name = tableName(entity),
    findStored,
  }: { readonly name?: Sql; readonly findStored?: FindStored | undefined } = {},
): Sql {
  const columns = entity.fields.map((field) =>
    columnDefinition(entity, field, entities, dialect, findStored),
  );
  const key =
    entity.keys.length > 1
      ? [sql`primary key (${sql.join(entity.keys.map(({ column }) => sql.id(column)))})`]
      : [];
  const foreignKeys = inlineForeignKeys(entity, entities, dialect);
  return sql`create table ${name} (${sql.join([...columns, ...key, ...foreignKeys])})`;
}
