import { sql } from "./kysely.js";
import type { Entity, Field } from "../../model/model.js";
import type { Sql } from "./sql.js";

/**
 * What a write returns. `record`: the stored record. `id`: the key of a new record, or a row if one was changed or
 * deleted. `ids`: a row for each record that was changed or deleted. `count`: their number, see `countsRows`.
 */
export type Returning = "record" | "id" | "ids" | "count";

/** How a database writes, and returns what it wrote. */
export interface WriteSyntax {
  /**
   * Whether a write can return the record. If not, it returns a row for each record that it wrote, with the
   * key if the database generated it, and the record is read in the same transaction.
   */
  readonly givesRecord: boolean;
  /** Whether an update or a delete of several records returns a row for each, not one for all of them. */
  readonly countsWritten: boolean;
  /** Whether a write that returns the count has a row for each record, not one row with their number. */
  readonly countsRows?: true;
  /** The most parameters of a statement. */
  readonly maxParameters: number;
  /** How values of several records are sent as lists. Absent if each value is a parameter of its own. */
  readonly lists?: RowLists;
  /** How the keys that a write of several records returns are one row. Absent if each key is a row. */
  readonly packedKeys?: PackedKeys;
  /**
   * Ends a write that returns packed keys, or the number of `updateEach`: it fails, and so writes nothing, unless it
   * wrote so many records. Absent if the database has no such clause.
   */
  readonly orFails?: (expected: Sql) => Sql;
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
  readonly copy?: (write: Insert) => Sql;
  /**
   * Moves the counter of a column, if it has one, behind the largest value, for a database where an insert with a
   * key leaves it.
   */
  readonly moveCounter?: (entity: NamedTable, field: Field) => Sql;
  readonly update: (write: Update, returning: Returning) => Sql;
  /**
   * Updates several records, each with values of its own, and returns a row for each that was there. Absent if the
   * database has no such statement: then each record has a statement of its own.
   */
  readonly updateEach?: (write: UpdateEach) => Sql;
  /**
   * How `updateEach` takes the values of all records as one parameter. It finds each record by the primary key of its
   * table then. Absent if the values are lists or parameters of their own.
   */
  readonly document?: RowDocument;
  /** Whether `updateEach` returns the number of records instead, in one row. */
  readonly countsEach?: true;
  /** A value of the list of an `UpdateEach`, as it is compared with a column. Default: as it is. */
  readonly listed?: (value: Sql, field: Field) => Sql;
  /**
   * Whether transactions run one statement for each record (`Transaction.each`), where a statement of many records costs
   * more: there is no network, and rows that it returned would be stored first.
   */
  readonly runsEach?: true;
  /**
   * How records that may be there are updated, each found by values of its own. Absent if they have to be looked for
   * first.
   */
  readonly found?: FoundSyntax;
  readonly delete: (write: Delete, returning: Returning) => Sql;
}

/** How a database updates those records that are there. */
export interface FoundSyntax {
  /** Whether a column of this type has, for the database, the same values as in a record if `isSame` holds too. */
  readonly identifies: (field: Field, storedType: string) => boolean;
  /** What must hold besides that the column equals the value, so that they are the same letter by letter. */
  readonly isSame: (column: Sql, value: Sql, field: Field) => Sql | undefined;
  /**
   * Updates records from a list, and returns for each that was there its place in the list and its key. Absent if a
   * statement runs for each record (`runsEach`).
   */
  readonly update?: (write: UpdateFound) => Sql;
  /** The place and the key of each record, from the rows of `update`. */
  readonly fromRows?: (
    rows: readonly (readonly unknown[])[],
    keys: readonly Field[],
  ) => Iterable<readonly [place: number, key: readonly unknown[]]>;
}

export interface UpdateFound extends Update {
  /** The names of the values in the list. */
  readonly names: readonly Sql[];
  /** The name of the place in the list, counted from 1. */
  readonly place: Sql;
  readonly listed: Sql;
}

/** How a database takes one list of values for each field. */
export interface RowLists {
  /** The most records of a statement. */
  readonly mostRows: number;
  /** Whether values of the field can be items of a list. */
  readonly takes: (field: Field) => boolean;
  /** The list of the parameters at this index, from those of each record. */
  readonly toList: (records: readonly (readonly unknown[])[], index: number) => unknown;
  /**
   * A row for each place in the lists, with a column for each list: of the type of the field's column, or of texts if
   * the column has a `cast`. Instead of the list of a field in `shared` there is one value, for all rows. If `place`
   * is given, it names a last column with the place.
   */
  readonly rows: (
    lists: readonly Sql[],
    names: readonly Sql[],
    to: {
      readonly fields: readonly Field[];
      readonly shared: readonly Field[];
      readonly table: Sql;
      readonly place: Sql | undefined;
    },
  ) => Sql;
}

/** How a database takes the values of several records as one text. */
export interface RowDocument {
  /** The most records of a statement. */
  readonly mostRows: number;
  /** The text of these records, each the parameters of its fields. */
  readonly toParameter: (records: readonly (readonly unknown[])[]) => unknown;
  /** A table with a row for each record, and a column of texts for each name. */
  readonly toSql: (text: Sql, names: readonly Sql[]) => Sql;
  /** The parameter of a field that a text of the table stands for. */
  readonly value: (text: Sql, field: Field) => Sql;
}

/** How a database returns keys in one row, where a row for each would cost the driver much. */
export interface PackedKeys {
  /** Whether keys of these fields can be packed. */
  readonly takes: (keys: readonly Field[]) => boolean;
  /** @param write A write that returns a row for each key. */
  readonly toSql: (write: Sql) => Sql;
  readonly fromRow: (row: readonly unknown[], key: Field) => readonly (readonly unknown[])[];
}

export type NamedTable = Pick<Entity, "schema" | "table">;

interface Write {
  readonly entity: NamedTable;
  /** The name of its table. */
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
  /** A select of the values from lists. There are no `records` then. */
  readonly listed?: Sql | undefined;
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
  readonly listed: Insert["listed"];
}

export type Delete = Omit<Update, "changes">;

/** The name of the list of values of an `UpdateEach`. */
export const GIVEN = sql.id("given values");

/** The `returning` syntax of PostgreSQL and SQLite. */
export const returningSyntax: Omit<WriteSyntax, "maxParameters" | "updateEach"> = {
  givesRecord: true,
  countsWritten: true,
  insert: (write, returning) =>
    sql`insert into ${write.table} ${insertedRows(write, sql`default values`)} returning ${returned(write, returning)}`,
  update: (write, returning) =>
    sql`update ${write.table} set ${write.changes}${write.where}${returningOf(write, returning)}`,
  delete: (write, returning) => sql`delete from ${write.table}${write.where}${returningOf(write, returning)}`,
};

/** For a count, a row for each record: what a rule or a trigger does instead of the write is in no count of the driver. */
function returningOf(write: Write, returning: Returning): Sql {
  return sql` returning ${returning === "count" ? sql`1` : returned(write, returning)}`;
}

/**
 * Updates records from a list of values, which are put together first. PostgreSQL would otherwise keep with each row, to
 * look at it again after a concurrent change, all that the row was made of: the lists of all records
 * (github.com/postgres/postgres/blob/master/src/backend/executor/README, "EvalPlanQual").
 * @param first The first row of the list.
 */
export function updatedFrom({ given, records, listed, ...write }: UpdateEach, first: Sql): Sql {
  const names = sql.join(given.map(({ name }) => name));
  const rows = listed ?? sql`values ${first}, ${valuesOf(records)}`;
  return sql`with ${GIVEN} (${names}) as materialized (${rows}) update ${write.table} set ${write.changes} from ${GIVEN}${write.where} returning ${returned(write, "id")}`;
}

function returned({ keys, readable, select }: Write, returning: Returning): Sql {
  return sql.join((returning === "record" ? readable : keys).map((field) => select(field)));
}

/** `("title", …) values (?, …), …` */
export function insertedRows({ fields, records, listed }: Insert, withoutFields: Sql): Sql {
  if (fields.length === 0) return withoutFields;
  const columns = sql.join(fields.map((field) => sql.id(field.column)));
  return sql`(${columns}) ${listed ?? sql`values ${valuesOf(records)}`}`;
}

export function valuesOf(records: Insert["records"]): Sql {
  return sql.join(records.map((values) => sql`(${sql.join(values)})`));
}
