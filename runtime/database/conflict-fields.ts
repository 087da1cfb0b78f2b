import { sql } from "kysely";
import type { Entity, Field } from "../model/model.js";
import type { DatabaseError } from "./wire/database-error.js";
import type { DatabaseSession } from "./database-session.js";
import { constraintName } from "./schema/constraint-names.js";
import { namesIn } from "./schema/checks/check-tokens.js";
import { uniqueIndexes } from "./schema/stored/find-stored.js";
import type { StoredForeignKey, StoredTable } from "./schema/stored/stored-schema.js";
import { tableName } from "./sql/table-name.js";

/** The fields of a write, and their values as statement parameters in the same order. */
export interface StatementValues {
  readonly fields: readonly Field[];
  readonly args: readonly unknown[];
  /** Whether the caller could have set a field that is not in `fields`. */
  readonly isOpen?: (field: Field) => boolean;
  /** Whether the caller may learn that the field exists. All fields if absent. */
  readonly isKnown?: (field: Field) => boolean;
}

/**
 * Finds the fields that caused a unique or foreign-key fault of a write, grouped by constraint; none if that cannot
 * be determined. Databases name columns, a constraint, or nothing at all.
 */
export async function conflictFields(
  error: DatabaseError,
  entity: Entity,
  database: DatabaseSession,
  written: StatementValues,
): Promise<readonly (readonly Field[])[]> {
  const { columns, constraint } = error;
  const inEntity = (named: readonly string[]) => [fieldsOf(entity, named)].filter(({ length }) => length > 0);
  if (columns.length > 0) return inEntity(columns);
  const own = constraint === undefined ? undefined : ownConstraint(error, constraint, entity, database);
  if (own !== undefined) return [own];
  const table = await database.storedTable(entity);
  if (table === undefined) return [];
  if (error.kind === "unique") {
    const excluded = await excludedFields(constraint, table, entity, database, written);
    return excluded.length > 0 ? [excluded] : inEntity(uniqueColumns(constraint, table, written));
  }
  const foreignKey = table.foreignKeys.find(
    ({ name }) => name !== "" && isName(name, constraint, table.name),
  );
  const broken = foreignKey === undefined ? await brokenForeignKeys(table, database, written) : [foreignKey];
  return broken.flatMap((each) => inEntity(each.columns));
}

function ownConstraint(
  { kind }: DatabaseError,
  constraint: string,
  entity: Entity,
  { dialect }: DatabaseSession,
): readonly Field[] | undefined {
  const [prefix, lists] =
    kind === "unique"
      ? (["ux", entity.fields.map((field) => [field])] as const)
      : (["fk", entity.foreignKeys.map(({ fields }) => fields)] as const);
  return lists.find((fields) =>
    isName(constraintName(prefix, entity, fields, dialect.schema.maxNameLength), constraint, entity.table),
  );
}

/**
 * Finds the columns of the violated index by its name. If no index has this name, it is the primary key's.
 * Without a name, the columns are known only if a single index is possible.
 */
function uniqueColumns(
  constraint: string | undefined,
  table: StoredTable,
  { fields }: StatementValues,
): readonly string[] {
  const { name, indexes, primaryKey } = table;
  const named = indexes.find((index) => isName(index.name, constraint, name));
  if (named !== undefined) return named.columns;
  const written = new Set(fields.map(({ column }) => column.toLowerCase()));
  const unnamed = constraint === undefined ? uniqueIndexes(table).map(({ columns }) => columns) : [];
  const [candidate, ...others] = [primaryKey, ...unnamed].filter(
    (columns) => columns.length > 0 && columns.every((column) => written.has(column.toLowerCase())),
  );
  return candidate === undefined || others.length > 0 ? [] : candidate;
}

/** The written fields of an exclusion constraint, which is no index that the stored table lists. */
async function excludedFields(
  constraint: string | undefined,
  { name, indexes }: StoredTable,
  entity: Entity,
  { dialect, kysely }: DatabaseSession,
  { fields }: StatementValues,
): Promise<readonly Field[]> {
  const isKnown = indexes.some((index) => isName(index.name, constraint, name));
  if (constraint === undefined || isKnown || dialect.schema.readExclusion === undefined) return [];
  const names = namesIn((await dialect.schema.readExclusion(kysely, entity, constraint)) ?? "");
  return fields.filter(({ column }) => names.has(column.toLowerCase()));
}

/**
 * Looks up which written values refer to no record, if the database does not name the columns. A key that is only
 * partly written cannot be looked up: it is the broken one if no other is.
 */
async function brokenForeignKeys(
  { foreignKeys }: StoredTable,
  { kysely }: DatabaseSession,
  { fields, args }: StatementValues,
): Promise<readonly StoredForeignKey[]> {
  const broken: StoredForeignKey[] = [];
  const unknown: StoredForeignKey[] = [];
  for (const foreignKey of foreignKeys) {
    const { columns, targetSchema, targetTable, targetColumns } = foreignKey;
    const values = columns.map((column) => {
      return args[fields.findIndex((field) => field.column.toLowerCase() === column.toLowerCase())];
    });
    const isWritten = values.some((value) => value !== undefined);
    // A key with a null refers to nothing.
    if (columns.length !== targetColumns.length || !isWritten || values.includes(null)) continue;
    if (values.includes(undefined)) {
      unknown.push(foreignKey);
      continue;
    }
    const table = tableName({ schema: targetSchema, table: targetTable });
    const isTarget = targetColumns.map((target, index) => sql`${sql.id(target)} = ${values[index]}`);
    const { rows } =
      await sql`select 1 as found from ${table} where ${sql.join(isTarget, sql` and `)}`.execute(kysely);
    if (rows.length === 0) broken.push(foreignKey);
  }
  return broken.length === 0 && unknown.length === 1 ? unknown : broken;
}

/** The fields of columns, by the names that databases use in errors. */
export function fieldsOf({ fields, table }: Entity, columns: readonly string[]): readonly Field[] {
  return fields.filter(({ column }) => columns.some((named) => isName(column, named, table)));
}

/** Some databases prefix a column (SQLite) or an index (MySQL) with the table: `thing.ux_thing.title`. */
function isName(name: string, told: string | undefined, table: string): boolean {
  return [name, `${table}.${name}`].some((form) => form.toLowerCase() === told?.toLowerCase());
}
