import { sql } from "kysely";
import type { Entity, Field } from "../../../model/model.js";
import { columnOf } from "../column-of.js";
import type { Sql } from "../sql.js";
import type { SqlDialect } from "../sql-dialect.js";
import type { NamedTable } from "./write-syntax.js";

/** A row about a record that is written. It is always of the same table, with the same fields. */
export interface RowAbout {
  readonly table: NamedTable;
  readonly key: Field;
  /** The field that gets values of the record before the write as JSON. */
  readonly former: Field;
  /** The fields of these values. */
  readonly kept: readonly Field[];
  /** The other fields, and their parameters. */
  readonly fields: readonly Field[];
  readonly values: readonly unknown[];
}

/** Whether the database writes the JSON of all values of these fields. */
export function writesJson(fields: readonly Field[], dialect: SqlDialect): boolean {
  return fields.every((field) => columnOf(field, dialect).jsonText !== undefined);
}

/** The key of a record of the table as JSON: `[1]`. It is null if a part is. */
export function jsonOfKey({ keys }: Entity, dialect: SqlDialect, table: Sql): Sql {
  const parts = keys.map((key) => columnOf(key, dialect).jsonText?.(sql`${table}.${sql.id(key.column)}`));
  return sql`'[' || ${sql.join(parts, sql` || ',' || `)} || ']'`;
}

/** The values of these columns as JSON: `{"title":"a","room":null}` */
export function jsonOfFields(fields: readonly Field[], dialect: SqlDialect): Sql {
  const members = fields.map((field, index) => {
    const name = `${index === 0 ? "{" : ","}${JSON.stringify(field.name)}:`;
    return sql`${sql.lit(name)} || coalesce(${columnOf(field, dialect).jsonText?.(sql.id(field.column))}, 'null')`;
  });
  return sql`${sql.join(members, sql` || `)} || '}'`;
}
