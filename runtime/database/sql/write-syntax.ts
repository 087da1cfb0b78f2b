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
  /** Whether an update or a delete of several records returns a row for each, not one for all of them. */
  readonly countsWritten: boolean;
  /** The most parameters of a statement. */
  readonly maxParameters: number;
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
  /**
   * Moves the counter of a column, if it has one, behind the largest value, for a database where an insert with a
   * key leaves it.
   */
  readonly moveCounter?: (entity: NamedTable, field: Field) => Sql;
  readonly update: (write: Update, returning: Returning) => Sql;
  /**
   * Updates several records, each with values of its own, and returns the key of each that was there. Absent if the
   * database has no such statement: then each record has a statement of its own.
   */
  readonly updateEach?: (write: UpdateEach) => Sql;
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

export interface UpdateEach extends Update {
  /** The names of the given values, and the column that each is for. */
  readonly given: readonly { readonly name: Sql; readonly column: Sql }[];
  /** The given values of each record. */
  readonly records: Insert["records"];
}

export type Delete = Omit<Update, "changes">;

/** The name of the list of values of an `UpdateEach`. */
const GIVEN = sql.id("given values");

/** The `returning` syntax of PostgreSQL and SQLite. */
export const returningSyntax: Omit<WriteSyntax, "maxParameters" | "updateEach"> = {
  givesRecord: true,
  countsWritten: true,
  insert: (write, returning) =>
    sql`insert into ${write.table} ${insertedRows(write, sql`default values`)} returning ${returned(write, returning)}`,
  update: (write, returning) =>
    sql`update ${write.table} set ${write.changes}${write.where} returning ${returned(write, returning)}`,
  delete: (write, returning) =>
    sql`delete from ${write.table}${write.where} returning ${returned(write, returning)}`,
};

/** Updates records from a list of values. @param first The first row of the list. */
export function updatedFrom({ given, records, ...write }: UpdateEach, first?: Sql): Sql {
  const names = sql.join(given.map(({ name }) => name));
  const rows = first === undefined ? valuesOf(records) : sql`${first}, ${valuesOf(records)}`;
  return sql`with ${GIVEN} (${names}) as (values ${rows}) update ${write.table} set ${write.changes} from ${GIVEN}${write.where} returning ${returned(write, "id")}`;
}

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
