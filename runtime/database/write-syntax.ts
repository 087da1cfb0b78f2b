import { sql } from "kysely";
import type { Field } from "../model/model.js";
import type { Sql } from "./dialect.js";

/** What a write gives back: the record as it is stored, or the key of a new one and else that there was a record. */
export type Returning = "record" | "id";

/** How a database writes, and gives back what it wrote. */
export interface WriteSyntax {
  /**
   * Whether a write can give the record. Else it gives a row for each record that it wrote, with the key that the
   * database counted up if it did, and the record is read in the same transaction.
   */
  readonly givesRecord: boolean;
  readonly insert: (write: Insert, returning: Returning) => Sql;
  readonly update: (write: Update, returning: Returning) => Sql;
  readonly delete: (write: Delete, returning: Returning) => Sql;
}

interface Write {
  readonly table: Sql;
  readonly keys: readonly Field[];
  /** The fields of a record, and what is selected for each, in the same order. */
  readonly readable: readonly Field[];
  readonly select: (field: Field) => Sql;
}

export interface Insert extends Write {
  readonly fields: readonly Field[];
  /** The values of each record, in the order of the fields. */
  readonly records: readonly (readonly Sql[])[];
}

export interface Update extends Write {
  /** `"title" = ?, …` */
  readonly changes: Sql;
  /** ` where …` */
  readonly where: Sql;
}

export type Delete = Omit<Update, "changes">;

/** With `returning`, as PostgreSQL brought it and SQLite took it over. */
export const returningSyntax: WriteSyntax = {
  givesRecord: true,
  insert: (write, returning) =>
    sql`insert into ${write.table} ${insertedRows(write, sql`default values`)} returning ${returned(write, returning)}`,
  update: (write, returning) =>
    sql`update ${write.table} set ${write.changes}${write.where} returning ${returned(write, returning)}`,
  delete: (write, returning) =>
    sql`delete from ${write.table}${write.where} returning ${returned(write, returning)}`,
};

function returned({ keys, readable, select }: Write, returning: Returning): Sql {
  return sql.join((returning === "record" ? readable : keys).map((field) => select(field)));
}

/** `("title", …) values (?, …), …` */
export function insertedRows({ fields, records }: Insert, withoutFields: Sql): Sql {
  if (fields.length === 0) return withoutFields;
  const columns = sql.join(fields.map((field) => sql.id(field.column)));
  return sql`(${columns}) values ${valuesOf(records)}`;
}

export function valuesOf(records: Insert["records"]): Sql {
  return sql.join(records.map((values) => sql`(${sql.join(values)})`));
}
