import type { FieldTypeName, FieldValue } from "../../model/field-type.js";
import type { ListItemType } from "../../model/values/list.js";
import type { Field } from "../../model/model.js";
import type { AggregateSyntax } from "./aggregates/aggregate-syntax.js";
import type { CountedPage } from "./counted-page.js";
import type { Sql } from "./sql.js";
import type { StoredType } from "./stored-type.js";
import type { WriteSyntax } from "./writes/write-syntax.js";

/** How a database stores the values of fields: see `columnOf`. */
export interface FieldColumns {
  readonly columns: Readonly<Record<FieldTypeName, ColumnType>>;
  /** How a list is stored, by the type of its items. */
  readonly lists: Readonly<Record<ListItemType, ColumnType>>;
  /** The column type of a field that is stored differently from its field type. */
  readonly columnAs?: (field: Field) => ColumnType | undefined;
}

/** The SQL syntax that differs between databases. */
export interface SqlDialect extends FieldColumns {
  /** Whether `text` contains `part` literally: `part` has no wildcards. */
  readonly contains: (text: Sql, part: Sql) => Sql;
  /** Whether `text` begins with `part`, letter by letter. */
  readonly startsWith: (text: Sql, part: Sql) => Sql;
  /** Whether `text` ends with `part`, letter by letter. */
  readonly endsWith: (text: Sql, part: Sql) => Sql;
  /** A value as a text or as bytes of which only equal ones are sorted as equal. */
  readonly exact: (value: Sql) => Sql;
  /** A text as `foldCase` folds it, compared by code point. */
  readonly folded: (text: Sql) => Sql;
  /** Whether a column has one of many values, sent as one parameter. Absent if separate parameters are faster. */
  readonly oneOf?: {
    readonly toSql: (column: Sql, list: Sql) => Sql;
    readonly toList: (parameters: readonly unknown[]) => unknown;
  };
  /**
   * Whether a column equals one of many values, which are a table of the statement: never unknown. Absent if comparing
   * them one by one is as fast.
   */
  readonly oneOfTable?: (
    column: Sql,
    values: readonly Sql[],
    field: Field,
    equals: NonNullable<ColumnType["equals"]>,
  ) => Sql;
  /** The maximum number of parameters of a statement. Absent if the limits of requests are lower. */
  readonly maxParameters?: number;
  /**
   * A text without its own collation, so that a comparison uses the column's collation. With two collations, the
   * database could not decide, or could not use an index. Absent if the database always uses the column's.
   */
  readonly uncollated?: (text: Sql, field: Field) => Sql;
  /**
   * Whether a comparison of two columns uses the collation of the left one. A key is then left of the columns that refer
   * to it, because foreign keys use the collation of the key.
   */
  readonly comparesByLeft?: true;
  /** Whether the database compares UUIDs from their last group on. Absent if from the first. */
  readonly comparesUuidsFromEnd?: true;
  readonly json: JsonSyntax;
  /** ` order by …` for rows in any order. Absent if the database limits a result without an order too. */
  readonly anyOrder?: Sql;
  /** The clause that limits an ordered result to one page. */
  readonly limited: (take: Sql, skip: Sql) => Sql;
  /**
   * When a statement contains its limits in its text: always, or if it has no other values. For databases that plan a
   * statement again on each run if a limit is a parameter. Absent: never.
   */
  readonly writesLimits?: "always" | "alone";
  /** The order of a nullable value: nulls first, or last if descending. */
  readonly sortedNulls?: (value: Sql, isDescending: boolean) => Sql;
  /**
   * Whether a comparison finds every value that was read, also one that its field type does not allow. Otherwise each
   * column type says which it finds.
   */
  readonly findsEveryValue?: true;
  /**
   * A value that compares in the same way inside a subquery and as its result, by which related records are sorted.
   * Absent if every value does.
   */
  readonly asSubquery?: (value: Sql, field: Field) => Sql;
  /** Whether a key can be null in a table of another program. Absent if none can. */
  readonly keyMayBeNull?: (key: Field) => boolean;
  /**
   * Whether a condition on few related records finds these first. For databases that would otherwise search them once
   * for each record.
   */
  readonly findsFewFirst?: true;
  /**
   * Whether a page with joins selects only its keys, to which its own records are joined again. For databases
   * that materialize derived tables, including long texts.
   */
  readonly joinsPagesByKeys?: true;
  /** Builds a page with its count in one statement. Useful if a statement costs a round trip. */
  readonly countedPage?: (parts: CountedPage) => Sql;
  /** How the first records of each of many lists are taken. */
  readonly firstOfEach: FirstOfEach;
  /**
   * How short lists are read in the statement of their page. Useful if a statement costs a round trip. Absent if each
   * list is read by a separate statement.
   */
  readonly jsonRows?: JsonRows;
  /** A select that locks its rows until the transaction ends. */
  readonly locked: (select: LockedSelect) => Sql;
  readonly aggregates: AggregateSyntax;
  readonly writes: WriteSyntax;
}

/** How conditions read values inside JSON. */
export interface JsonSyntax {
  /** The parameters for the keys of objects: the same number for all paths of one length. */
  readonly toKeys: (path: readonly string[]) => readonly string[];
  /**
   * The value under these keys as a text, as a number, or as the text of a boolean; with `any`, something that is
   * not null for a value of any type. It is null if the value has another type, or is null or missing, or if the column does not contain JSON.
   */
  readonly value: (column: Sql, keys: readonly Sql[], type: "text" | "number" | "boolean" | "any") => Sql;
  /** A number to be compared with such a value, and its parameter made of the exact text. */
  readonly number: (given: Sql) => Sql;
  readonly toNumber: (text: string) => string;
}

/** How a dialect takes the first records of each list. */
export type FirstOfEach =
  /**
   * `cross join lateral` or `cross apply` to a subquery that may use the record with the list. `fence` ends a
   * subquery whose joins the database must not reorder with the outer ones: PostgreSQL would otherwise read a whole
   * table for each list.
   */
  | { readonly kind: "lateral"; readonly join: string; readonly fence?: string }
  /** `in` a subquery that may use the record with the list, with a limit. */
  | { readonly kind: "in" }
  /** `row_number()`, which numbers all records of the lists. */
  | { readonly kind: "numbered" };

/** Several rows as one JSON text: an array with an array of values for each row. */
export interface JsonRows {
  /** The aggregate of a group's rows in this order. */
  readonly toSql: (values: readonly Sql[], order: Sql) => Sql;
  /** The maximum number of values in a row. */
  readonly mostValues: number;
}

/** How a value is represented in JSON, so that it is read like the column itself. */
export interface InJson {
  /** The expression in JSON. Default: the column. */
  readonly select?: (column: Sql) => Sql;
  /** Converts the JSON value to the driver's value. Never receives null. Default: no conversion. */
  readonly toDriver?: (value: unknown) => unknown;
}

export interface LockedSelect {
  readonly columns: Sql;
  readonly table: Sql;
  /** ` where …` */
  readonly where: Sql;
}

/**
 * How a field type is stored in one database: decided by the type or the configuration, never guessed at run time.
 * Its functions never receive null.
 */
export interface ColumnType {
  /** The column's type in its declaration. */
  readonly declaration: (
    field: Pick<Field, "maxLength" | "precision" | "scale" | "storedAs"> & Partial<Pick<Field, "values">>,
  ) => string;
  /** The stored types, as in `StoredColumn`, that can hold the values. */
  readonly stored: readonly string[];
  /** Further stored types that can hold the values, but for which an import chooses another field type. */
  readonly accepts?: readonly string[];
  /** The `storedAs` that a field needs for a column of one of the `stored` types. Default: none. */
  readonly formOf?: (column: StoredType) => string | undefined;
  /** The TypeScript type of the column's values in the user's own queries. */
  readonly typescript: string;
  readonly toParameter: (value: Exclude<FieldValue, null>) => unknown;
  readonly fromColumn: (value: unknown) => FieldValue;
  /** Casts a parameter that would not have the column's type otherwise. */
  readonly cast?: (parameter: Sql, field: Field) => Sql;
  /** The expression selected in place of the column. */
  readonly select?: (column: Sql) => Sql;
  /** How the column's values are represented in JSON. Absent if JSON would change them. */
  readonly inJson?: InJson;
  /** The JSON of the value as `toJsonText` writes it. Absent if the database does not write it. */
  readonly jsonText?: (column: Sql) => Sql;
  /**
   * The value that an update with null keeps in the column, because it is read as null too. Null for all other values.
   */
  readonly kept?: (column: Sql) => Sql;
  /** The expression tested for null in place of the column. */
  readonly nullTested?: (column: Sql) => Sql;
  /** The expression compared and sorted in place of the value, on both sides. */
  readonly comparable?: (value: Sql, field: Field) => Sql;
  /**
   * A second sort key for values that the database sorts as equal, but `ordered` does not. Without it, a page that
   * begins after one of them would miss another.
   */
  readonly sortedThen?: (value: Sql, field: Field) => Sql | undefined;
  /**
   * Whether a comparison with a value that was read finds the rows after it. `stored` is the value as the driver
   * returned it. Default: if it is a value of the field's type.
   */
  readonly isFoundBy?: (value: Exclude<FieldValue, null>, stored: unknown) => boolean;
  /** The test for equality, if `=` is not sufficient. */
  readonly equals?: (column: Sql, value: Sql) => Sql;
  /** The test for an order, if the operator is not sufficient. */
  readonly ordered?: (column: Sql, operator: "<" | "<=" | ">" | ">=", value: Sql) => Sql;
  /** For a list: the test for an item, and the item as its parameter. */
  readonly has?: {
    readonly toSql: (column: Sql, item: Sql) => Sql;
    readonly toParameter: (item: Exclude<FieldValue, null>) => unknown;
  };
}
