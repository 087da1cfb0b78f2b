/** The tables as they are in a database, in words that all databases share. */
export interface StoredTable {
  /** Undefined where the database has no schemas. */
  readonly schema: string | undefined;
  readonly name: string;
  /** Its name in the database, while a rename to `name` is planned. */
  readonly formerName?: string;
  readonly isView: boolean;
  readonly columns: readonly StoredColumn[];
  /** The names of its columns, in order; none if there is no primary key. */
  readonly primaryKey: readonly string[];
  readonly indexes: readonly StoredIndex[];
  readonly foreignKeys: readonly StoredForeignKey[];
}

export interface StoredColumn {
  readonly name: string;
  /** Its name in the database, while a rename to `name` is planned. */
  readonly formerName?: string;
  /** The type's name without what is in parentheses, in lower case. */
  readonly type: string;
  /** The most characters; undefined for no limit. */
  readonly length?: number | undefined;
  readonly precision?: number | undefined;
  readonly scale?: number | undefined;
  /** How many digits of a second it keeps, where it holds times. */
  readonly fraction?: number | undefined;
  /** What its values are, where the type does not tell. */
  readonly holds?: StoredValues | undefined;
  /** The type with its size and collation, where a statement that changes only the nullability has to repeat it. */
  readonly declaration?: string;
  readonly isNullable: boolean;
  /** The only texts that it takes. */
  readonly values?: readonly string[] | undefined;
  /** The default as the database writes it. */
  readonly default?: string | undefined;
  /** The text of the default, where that is a value and not an expression. */
  readonly defaultText?: string | undefined;
  /** Whether the database itself counts it up, or computes it. */
  readonly generated?: "identity" | "computed" | undefined;
}

/** What the values of a column are, as somebody has looked at them. */
export interface StoredValues {
  readonly type: "int" | "bigint" | "float" | "date" | "datetime" | "uuid" | "text";
  readonly storedAs?: string;
  /** How many digits a second has, where `storedAs` does not say so. */
  readonly precision?: number;
  /** Whether a field of another type or form would not do. */
  readonly isNeeded: boolean;
}

/** An index that is not the primary key's. */
export interface StoredIndex {
  readonly name: string;
  readonly columns: readonly string[];
  readonly isUnique: boolean;
  /** Whether it leaves rows out, but for those that are null. */
  readonly isPartial: boolean;
  /** Whether it leaves out the rows that are null, by a condition that names the column. */
  readonly skipsNulls?: boolean;
}

export interface StoredForeignKey {
  readonly name: string;
  readonly columns: readonly string[];
  readonly targetSchema: string | undefined;
  readonly targetTable: string;
  readonly targetColumns: readonly string[];
  /** `on delete …`, where a foreign key that gets another name has to be made again. */
  readonly actions?: string;
}
