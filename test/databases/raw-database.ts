import type { DatabaseConfig, FieldConfig } from "data-api";

/** A cell as the database prints it. In SQLite, the type of the value is the prefix: `integer:1`. */
export type Cell = string | null;

/** A connection without the product's code. */
export interface RawDatabase {
  readonly rows: (sql: string) => Promise<readonly (readonly Cell[])[]>;
  readonly close: () => Promise<void> | void;
}

/** How to query a database without the product. */
export interface RawDialect {
  readonly open: (database: DatabaseConfig) => Promise<RawDatabase> | RawDatabase;
  /** Selects the table name and the column name of each column. */
  readonly columns: string;
  readonly quote: (name: string) => string;
  /** The column as a text without loss. */
  readonly text: (column: string, field: FieldConfig) => string;
  /** Converts a cell to the form that the oracle expects. `undefined` if the cell is no value of the field's type. */
  readonly plain: (cell: string, field: FieldConfig) => string | undefined;
  /** The items of an array, as texts in the form of `plain`. `undefined` if it is not a one-dimensional list. */
  readonly list?: (plain: string) => readonly Cell[] | undefined;
  /** The database's own text of a value that the field's type does not allow. */
  readonly odd: (cell: string, field: FieldConfig) => string;
  /** The expression to compare and sort by. `undefined` if only the values themselves show the order. */
  readonly compared: (column: string, field: FieldConfig) => string | undefined;
  /** Whether two columns are equal, if `=` on the compared expressions does not tell. */
  readonly equal?: (a: string, b: string, field: FieldConfig) => string | undefined;
  /** Whether one column is less than another, if the type has no `<`. */
  readonly less?: (a: string, b: string, field: FieldConfig) => string | undefined;
  /** Converts a condition to the number 1, 0 or null. */
  readonly flag: (condition: string) => string;
}
