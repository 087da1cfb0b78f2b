import type { DatabaseConfig, FieldConfig } from "data-api";

/**
 * A cell as the database itself writes it. On SQLite the type of the value is in front: `integer:1`.
 */
export type Cell = string | null;

/** A connection without the product. */
export interface RawDatabase {
  readonly rows: (sql: string) => Promise<readonly (readonly Cell[])[]>;
  readonly close: () => Promise<void> | void;
}

/** How a database is asked without the product. */
export interface RawDialect {
  readonly open: (database: DatabaseConfig) => Promise<RawDatabase> | RawDatabase;
  /** Selects the table and the name of each column. */
  readonly columns: string;
  readonly quote: (name: string) => string;
  /** The column as a text with all that it holds. */
  readonly text: (column: string, field: FieldConfig) => string;
  /** Text to the form that the oracle knows. `undefined` for a cell that is no value of the field's type. */
  readonly plain: (cell: string, field: FieldConfig) => string | undefined;
  /** The items of an array, as texts that `plain` could give. `undefined` for what is no list of items. */
  readonly list?: (plain: string) => readonly Cell[] | undefined;
  /** The database's own text of a value that the type does not allow. */
  readonly odd: (cell: string, field: FieldConfig) => string;
  /** What is compared and sorted in place of the column. `undefined` if only the values themselves can tell. */
  readonly compared: (column: string, field: FieldConfig) => string | undefined;
  /** Whether two columns are equal, if `=` of what is compared is not it. */
  readonly equal?: (a: string, b: string, field: FieldConfig) => string | undefined;
  /** Whether one column is less than another, if it has no `<`. */
  readonly less?: (a: string, b: string, field: FieldConfig) => string | undefined;
  /** A condition as a number that is 1, 0 or null. */
  readonly flag: (condition: string) => string;
}
