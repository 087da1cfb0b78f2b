import type { Field, TableForeignKey, TableEntity } from "../../model/model.js";
import { sql, type Sql } from "../sql/sql.js";
import { tableName } from "../sql/table-name.js";
import {
  addForeignKey,
  columnDefinition,
  inlineForeignKeys,
  neededTypes,
  type DefinitionContext,
} from "./definitions.js";
import { indexesOf } from "./field-index.js";
import { decide, toChange, type SchemaChange } from "./schema-changes.js";

/** Creates the missing tables with their indexes, then their foreign keys, because tables may refer to each other. */
export function createTables(
  missing: readonly TableEntity[],
  context: DefinitionContext,
  knownSchemas: ReadonlySet<string | undefined> = new Set(),
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
      .map((name) =>
        toChange(
          "add",
          `The schema "${name}" is missing.`,
          context.dialect.schema.schemas?.create(name) ?? [],
        ),
      ),
    ...created.map((entity) =>
      toChange("add", `The table "${entity.table}" is missing.`, createWithIndexes(entity, context)),
    ),
    ...created.flatMap((entity) =>
      entity.foreignKeys.flatMap((foreignKey) =>
        addForeignKey(entity, foreignKey, context).map((statement) =>
          toChange("add", `The foreign key from ${foreignKeyPlace(entity, foreignKey)} is missing.`, [
            statement,
          ]),
        ),
      ),
    ),
  ];
}

/** `"item"."owner"`, `"item"."country", "city"` */
export function foreignKeyPlace({ table }: TableEntity, { fields }: TableForeignKey): string {
  return `"${table}".${fields.map(({ column }) => `"${column}"`).join(", ")}`;
}

/** The properties of a column that the configuration does not describe. */
export function onlyYouKnow({ type, filledBy }: Field): string | undefined {
  if (type === "other") return "a type that only you know";
  return filledBy === "default" ? "a default expression that only you know" : undefined;
}

/** The statements that create a table, the types that its columns need, and its indexes. */
export function createWithIndexes(entity: TableEntity, context: DefinitionContext): readonly Sql[] {
  const { dialect } = context;
  return [
    ...neededTypes(entity, entity.fields, dialect),
    createTable(entity, context),
    ...indexesOf(entity, dialect).map((index) => dialect.schema.createIndex(index)),
  ];
}

/** @param name The name under which the table is created. Default: its own. */
export function createTable(
  entity: TableEntity,
  context: DefinitionContext,
  name: Sql = tableName(entity),
): Sql {
  const columns = entity.fields.map((field) => columnDefinition(entity, field, context));
  const key =
    entity.keys.length > 1
      ? [sql`primary key (${sql.join(entity.keys.map(({ column }) => sql.id(column)))})`]
      : [];
  const foreignKeys = inlineForeignKeys(entity, context);
  return sql`create table ${name} (${sql.join([...columns, ...key, ...foreignKeys])})`;
}
