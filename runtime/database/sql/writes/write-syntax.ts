import { sql } from "kysely";
import type { Entity, Field } from "../../../model/model.js";
import type { StoredType } from "../stored-type.js";
import type { Sql } from "../sql.js";
import type { RecordValues } from "../statement.js";

/**
 * The result of a write. `record`: the stored record. `id`: the key of a new record, or a row if one was changed or
 * deleted. `ids`: a row for each record that was changed or deleted. `count`: their number, see `countsRows`.
 */
export type Returning = "record" | "id" | "ids" | "count";

/**
 * Whether a table may skip rows of a write without an error. `shown`: the write returns only the rows that it wrote.
 * `hidden`: it returns others too. `ruled`: it can return no rows.
 */
export type Skipping = "never" | "shown" | "hidden" | "ruled";

/** How a database writes, and returns what it wrote. */
export interface WriteSyntax {
  /**
   * Whether a write can return the record. If not, it returns a row for each record that it wrote, with the
   * key if the database generated it, and the record is read in the same transaction.
   */
  readonly givesRecord: boolean;
  /** Whether a write that returns the count has a row for each record instead of one row with their number. */
  readonly countsRows?: true;
  /** The maximum number of parameters of a statement. */
  readonly maxParameters: number;
  /** How values of several records are sent as lists. Absent if each value is a separate parameter. */
  readonly lists?: RowLists;
  /** How a write of several records returns its keys in one row. Absent if each key is a row. */
  readonly packedKeys?: PackedKeys;
  /**
   * Ends a write that returns one row for all records: the statement fails, and writes nothing, unless it wrote this
   * number of records. Absent if the database has no such clause.
   */
  readonly orFails?: (expected: Sql) => Sql;
  /** How it is found out whether a table skips rows. Absent if no table does. */
  readonly skipping?: SkippingSyntax;
  /** Whether the condition of a write cannot read the table that is written: error 1093 of MySQL. */
  readonly cannotReadTable?: true;
  /**
   * Whether a statement that writes all records that match can count them in its own condition, and write none if there
   * are too many. Then it needs no transaction.
   */
  readonly limitsItself?: true;
  /** A text as a column returns it that adds or removes blanks at its end. Absent if no column does. */
  readonly storedText?: (text: string, column: StoredType) => string;
  readonly insert: (write: Insert, returning: Returning) => Sql;
  /** How one statement writes a record and adds a row about it to another table. Absent if that takes two. */
  readonly withRow?: (parts: WithRow) => Sql;
  /**
   * The number of a new row: the last one given, but larger than the last one closed and no less than `least`. Absent
   * unless only one transaction writes at a time: elsewhere, rows may be committed in another order than they are numbered.
   */
  readonly openNumber?: (last: Sql, closed: Sql, least: Sql) => Sql;
  /**
   * Inserts several records and returns their keys in order, for a database whose `insert` may return them in another
   * order.
   * @param countsKey Whether the table itself counts the key.
   */
  readonly insertInOrder?: (write: Insert, countsKey: boolean) => Sql;
  /**
   * Selects the distance between the generated keys of one statement, for a database that returns only the first of
   * them.
   */
  readonly keyStep?: Sql;
  /** How records are inserted with given keys. Absent if `insert` takes values for generated keys. */
  readonly copies?: CopySyntax;
  readonly update: (write: Update, returning: Returning) => Sql;
  /** How one statement updates several records, each to its own values. Absent if each record has its own statement. */
  readonly updateEach?: UpdateEachSyntax;
  /**
   * Whether transactions run one statement for each record (`Transaction.each`), because a statement for many records
   * costs more: there is no network, and returned rows would be buffered first.
   */
  readonly runsEach?: true;
  /**
   * How records that may exist are updated, each found by its own values. Absent if they have to be looked up first.
   */
  readonly found?: UpdateExistingSyntax;
  readonly delete: (write: Delete, returning: Returning) => Sql;
}

/** How a database says whether a table skips rows. */
export interface SkippingSyntax {
  /** Selects the `Skipping` of a table. */
  readonly toSql: (entity: NamedTable) => Sql;
  /**
   * A write of one record that fails, and writes nothing, if the table skips the record. Its row ends with the `Skipping`
   * of the table. Absent if the database has no such statement.
   * @param isThere Whether there is a record to change or to delete. `undefined` for a new one.
   */
  readonly unlessSkipped?: (write: Sql, entity: NamedTable, isThere: Sql | undefined) => Sql;
  /** The next generated value of a column, for a database where a write may return no rows (`ruled`). */
  readonly nextKey?: (entity: NamedTable, field: Field) => Sql;
}

/** The parts of a statement that writes a record and adds a row about it. */
export interface WithRow {
  /** Locks the record, and selects what the row has of it, as the table `BEFORE`. `undefined` for a new record. */
  readonly before?: Sql | undefined;
  /** Its rows are those of the statement, and the table `WRITTEN`. */
  readonly write: Sql;
  /** Inserts the row. It may read both tables. */
  readonly row: Sql;
}

/** How a database inserts records with given keys, although it generates keys itself. */
export interface CopySyntax {
  readonly insert: (write: Insert) => Sql;
  /**
   * Moves the counter of a column, if it has one, past the largest value. Absent if an insert with a given key moves it.
   */
  readonly moveCounter?: (entity: NamedTable, field: Field) => Sql;
}

/** How a database updates several records in one statement, each to its own values. */
export interface UpdateEachSyntax {
  /** The statement. It returns a row for each existing record. */
  readonly toSql: (write: UpdateEach) => Sql;
  /** Whether it returns one row with the number of records instead. */
  readonly countsRecords?: true;
  /**
   * How it takes the values of all records as one parameter. It finds each record by the primary key of its table then.
   * Absent if the values are lists or parameters of their own.
   */
  readonly document?: RowDocument;
  /** The expression for comparing one of its values with a column. Default: the value. */
  readonly listed?: (value: Sql, field: Field) => Sql;
}

/** How a database updates existing records. */
export interface UpdateExistingSyntax {
  /**
   * Whether values in a column of this type equal those of a record whenever the database says so and `isSame` holds.
   */
  readonly identifies: (field: Field, storedType: string) => boolean;
  /** The condition, besides equality of the column and the value, for both to be the same letter by letter. */
  readonly isSame: (column: Sql, value: Sql, field: Field) => Sql | undefined;
  /** How one statement updates those of a list. Absent if a statement runs for each record (`runsEach`). */
  readonly ofList?: UpdateListSyntax;
}

/** How a database updates existing records from a list. */
export interface UpdateListSyntax {
  /** The statement. It returns for each existing record its position in the list and its key. */
  readonly toSql: (write: UpdateFound) => Sql;
  /** The position and the key of each record, from the rows of the statement. */
  readonly fromRows: (
    rows: RecordValues,
    keys: readonly Field[],
  ) => Iterable<readonly [place: number, key: readonly unknown[]]>;
}

export interface UpdateFound extends Update {
  /** The names of the values in the list. */
  readonly names: readonly Sql[];
  /** The name of the position in the list, counted from 1. */
  readonly place: Sql;
  readonly listed: Sql;
}

/** How a database takes one list of values for each field. */
export interface RowLists {
  /** The maximum number of records in a statement. */
  readonly mostRows: number;
  /** Whether values of the field can be items of a list. */
  readonly takes: (field: Field) => boolean;
  /** The list of the parameters at this index of all records. */
  readonly toList: (records: RecordValues, index: number) => unknown;
  /**
   * A row for each place in the lists, with a column for each list: of the type of the field's column, or of texts if
   * the column has a `cast`. A field in `shared` has one value for all rows instead of a list. If `place` is given,
   * it names a last column with the position.
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
  readonly toParameter: (records: RecordValues) => unknown;
  /** A table with a row for each record, and a column of texts for each name. */
  readonly toSql: (text: Sql, names: readonly Sql[]) => Sql;
  /** The parameter of a field that a text of the table stands for. */
  readonly value: (text: Sql, field: Field) => Sql;
}

/** How a database returns keys in one row, because a row for each key would cost the driver much time. */
export interface PackedKeys {
  /** Whether keys of these fields can be packed. */
  readonly takes: (keys: readonly Field[]) => boolean;
  /** @param write A write that returns a row for each key. */
  readonly toSql: (write: Sql) => Sql;
  readonly fromRow: (row: readonly unknown[], key: Field) => RecordValues;
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
  /** The type of the field's column, if it is known. */
  readonly storedType: (field: Field) => StoredType | undefined;
}

export interface Insert extends Write {
  readonly fields: readonly Field[];
  /** The values of each record, in the order of the fields. */
  readonly records: readonly (readonly Sql[])[];
  /** A select of the values from lists, instead of `records`. */
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

/** The names of the tables of a `WithRow`. With a blank, because they hide tables of the same name. */
export const BEFORE = sql.id("record before");
export const WRITTEN = sql.id("written record");

/** The `returning` syntax of PostgreSQL and SQLite. */
export const returningSyntax: Omit<WriteSyntax, "maxParameters" | "updateEach"> = {
  givesRecord: true,
  insert: (write, returning) =>
    sql`insert into ${write.table} ${insertedRows(write, sql`default values`)} returning ${returned(write, returning)}`,
  update: (write, returning) =>
    sql`update ${write.table} set ${write.changes}${write.where}${returningOf(write, returning)}`,
  delete: (write, returning) => sql`delete from ${write.table}${write.where}${returningOf(write, returning)}`,
};

/**
 * For a count, a row for each record, because the driver's count leaves out writes that a rule or a trigger replaces.
 */
function returningOf(write: Write, returning: Returning): Sql {
  return sql` returning ${returning === "count" ? sql`1` : returned(write, returning)}`;
}

/**
 * Updates records from a materialized list of values. Otherwise PostgreSQL would keep with each row everything that
 * the row was computed from, to check it again after a concurrent change: the lists of all records
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
