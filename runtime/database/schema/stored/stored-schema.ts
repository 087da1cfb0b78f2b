import type { Zone } from "../../../model/field-type.js";

/** Tables as they are in a database. */
export interface StoredSchema {
  readonly tables: readonly StoredTable[];
  /** The schema of tables that name none; `undefined` if the database has no schemas. */
  readonly defaultSchema: string | undefined;
}

/** A table as it is in a database, in terms that all databases share. */
export interface StoredTable {
  /** `undefined` if the database has no schemas. */
  readonly schema: string | undefined;
  readonly name: string;
  /** Its name in the database, while a rename to `name` is planned. */
  readonly formerName?: string;
  readonly isView: boolean;
  /** The table or view that it stands for, if it is a synonym. Read from SQL Server only. */
  readonly synonymOf?: string;
  /** Whether it is memory-optimized, which no lock can be taken on. Read from SQL Server only. */
  readonly takesNoLocks?: boolean;
  /** Its comment. Read by the import only. */
  readonly description?: string;
  /** Whether its columns compare texts letter by letter. Read from SQLite only. */
  readonly comparesExactly?: boolean;
  readonly columns: readonly StoredColumn[];
  /** The names of its columns, in order; empty if there is no primary key. */
  readonly primaryKey: readonly string[];
  readonly indexes: readonly StoredIndex[];
  readonly foreignKeys: readonly StoredForeignKey[];
  /** Its enabled checks. Read by the import only. */
  readonly checks?: readonly StoredCheck[];
  /** The enabled triggers that run for each new row, and those that run after a row was changed. */
  readonly triggers?: readonly StoredTrigger[];
  /** The tables whose rows are also rows of this one, with keys of their own. Read from PostgreSQL only. */
  readonly inheritedBy?: readonly string[];
}

/** A trigger of new or changed rows. */
export interface StoredTrigger {
  readonly name: string;
  readonly timing: "before" | "after" | "instead";
  /** Whether it runs for changed rows only. */
  readonly isOfUpdate?: true;
  /** Its text, if the database shows it. */
  readonly body: string;
}

export interface StoredColumn {
  readonly name: string;
  /** Its comment. Read by the import only. */
  readonly description?: string;
  /** Its name in the database, while a rename to `name` is planned. */
  readonly formerName?: string;
  /** The type's name in lower case, without parameters in parentheses. */
  readonly type: string;
  /** The most characters; `undefined` for no limit. */
  readonly length?: number | undefined;
  readonly precision?: number | undefined;
  readonly scale?: number | undefined;
  /** The number of fractional digits of a second, for a column of times. */
  readonly fraction?: number | undefined;
  /** The time zone of a column of times, if they are not instants in UTC or times of day. */
  readonly zone?: Zone | undefined;
  /** The kind of its values, if the type does not show it. */
  readonly holds?: StoredValues | undefined;
  /** The type with size and collation, as a statement declares it. Absent if references to it may be of any type. */
  readonly declaration?: string;
  readonly isNullable: boolean;
  /** Whether the values in the rows of a view are unique. Determined by the import from the rows that it reads. */
  readonly isDistinct?: boolean;
  /** Whether a value has the form of a secret. Determined by the import from the rows that it reads. */
  readonly holdsSecrets?: boolean;
  /** The allowed texts, if they are limited. */
  readonly values?: readonly string[] | undefined;
  /** The enum type or the check that limits them, if it has a name. */
  readonly valuesIn?: StoredName | undefined;
  readonly default?: string | undefined;
  /** The text of the default, if it is a value and not an expression. */
  readonly defaultText?: string | undefined;
  /** Whether the server's own sessions reject the default, such as `0000-00-00`. */
  readonly isDefaultRejected?: boolean;
  /** Whether the database generates the value by counting up, or computes it. */
  readonly generated?: "identity" | "computed" | undefined;
  /** Whether the database rejects a given value for a column that it counts up. */
  readonly takesNoValue?: boolean;
  /** Whether the user of the database may not read it. */
  readonly isUnreadable?: boolean;
  /** Whether only clients that have its key can read it (Always Encrypted). Read from SQL Server only. */
  readonly isEncrypted?: boolean;
}

export interface StoredName {
  readonly schema: string | undefined;
  readonly name: string;
}

/** A check of a table's rows. */
export interface StoredCheck {
  readonly schema: string | undefined;
  readonly table: string;
  /** `undefined` if it has none of its own. */
  readonly name: string | undefined;
  /** Its condition, as the database shows it. */
  readonly clause: string;
}

/** A comment of a table, or of its column. */
export interface StoredComment {
  readonly schema: string;
  readonly table: string;
  readonly column: string | null;
  readonly text: string;
}

/** The kind of a column's values, as determined by reading them. */
export interface StoredValues {
  readonly type:
    | "int"
    | "bigint"
    | "float"
    | "boolean"
    | "date"
    | "datetime"
    | "time"
    | "year"
    | "uuid"
    | "text"
    | "bytes"
    | "other";
  readonly storedAs?: string;
  /** The number of fractional digits of a second, if `storedAs` does not give it. */
  readonly precision?: number;
  /** Whether the field must have this type and form. */
  readonly isNeeded: boolean;
}

/** An index other than the primary key's. */
export interface StoredIndex {
  readonly name: string;
  readonly columns: readonly string[];
  readonly isUnique: boolean;
  /** Whether it excludes rows other than nulls. */
  readonly isPartial: boolean;
  /** The columns in its condition, for a database where they cannot be changed while the index exists. */
  readonly conditionOn?: readonly string[];
  /** The columns that it includes besides its keys. */
  readonly included?: readonly string[];
  /** Whether it has an order, a type or an option that no index of data-api has. */
  readonly isSpecial?: boolean;
}

export interface StoredForeignKey {
  readonly name: string;
  readonly columns: readonly string[];
  readonly targetSchema: string | undefined;
  readonly targetTable: string;
  readonly targetColumns: readonly string[];
  /** `on delete …`, for a database where a rename must create the foreign key again. */
  readonly actions?: string;
}

/** A trigger or an index of a table, by name. */
export interface StoredPart {
  readonly kind: "trigger" | "index";
  readonly schema: string | undefined;
  readonly table: string;
  readonly name: string;
}
