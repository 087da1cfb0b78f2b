import { sql } from "./kysely.js";
import type { Entity, Field } from "../../model/model.js";
import type { Sql } from "./sql.js";

/**
 * What a write returns. `record`: the stored record. `id`: the key of a new record, or a row for each record
 * that was changed.
 */
export type Returning = "record" | "id";

/** How a database writes, and returns what it wrote. */
export interface WriteSyntax {
  /**
   * Whether a write can return the record. If not, it returns a row for each record that it wrote, with the
   * key if the database generated it, and the record is read in the same transaction.
   */
  readonly givesRecord: boolean;
  /** Whether the condition of a write cannot read the table that is written: error 1093 of MySQL. */
  readonly cannotReadTable?: true;
  readonly insert: (write: Insert, returning: Returning) => Sql;
  /** Inserts several records and returns their keys in order, where `insert` may return them in another one. */
  readonly insertInOrder?: (write: Insert) => Sql;
  /**
   * Selects the distance between the keys that one statement counts up, for a database that returns only the first
   * of them.
   */
  readonly keyStep?: Sql;
  /**
   * Inserts records with the keys that they have, for a database whose `insert` refuses keys that it counts up
   * itself.
   */
  readonly copy?: (write: Insert, entity: NamedTable) => Sql;
  /** The most parameters of a statement that copies many rows, if they are many more than on SQL Server. */
  readonly mostParameters?: number;
  /**
   * Moves the counter of a column, if it has one, behind the largest value, for a database where an insert with a
   * key leaves it.
   */
  readonly moveCounter?: (entity: NamedTable, field: Field) => Sql;
  readonly update: (write: Update, returning: Returning) => Sql;
  readonly delete: (write: Delete, returning: Returning) => Sql;
}

export type NamedTable = Pick<Entity, "schema" | "table">;

interface Write {
  readonly table: Sql;
  readonly keys: readonly Field[];
  /** The fields of a record, and the expression selected for each. */
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

/** The `returning` syntax of PostgreSQL and SQLite. */
export const returningSyntax: WriteSyntax = {
  mostParameters: 30_000,
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
