import type { Entity, Field } from "../../model/model.js";
import type { AnyKysely, Sql } from "../dialect.js";
import type { StoredColumn, StoredForeignKey, StoredTable } from "./stored-schema.js";

/** How a database describes its tables, and changes them. */
export interface SchemaDialect {
  /** Whether it has schemas beside the one that a table without one is in. */
  readonly hasSchemas: boolean;
  /** Whether names of tables and columns that differ only by case are two, whatever the server's settings. */
  readonly isCaseSensitive?: true;
  /** The most characters of the name of an index or a constraint. */
  readonly maxNameLength: number;
  /** Whether a foreign key is part of its column, and cannot be added to one that is there. */
  readonly hasInlineForeignKeys: boolean;
  /** All tables and views, or those with one of these names: with their schemas, and in the schema that is used without one. */
  readonly readTables: (db: AnyKysely, names?: readonly string[]) => Promise<readonly StoredTable[]>;
  /** The same tables, with what the values of their columns are where types do not tell: for the import, once. */
  readonly readValues?: (db: AnyKysely, tables: readonly StoredTable[]) => Promise<readonly StoredTable[]>;
  /** The expression of a check constraint of a table, by its name; undefined if it cannot be found. */
  readonly readCheck: (
    db: AnyKysely,
    entity: Pick<Entity, "schema" | "table">,
    constraint: string,
  ) => Promise<string | undefined>;
  /** The schema that a table without one is in. */
  readonly defaultSchema: (db: AnyKysely) => Promise<string | undefined>;
  /** Runs `work` while no other server changes tables, and undoes what it did if it fails and the database can. */
  readonly alone: <T>(db: AnyKysely, work: (db: AnyKysely) => Promise<T>) => Promise<T>;
  /** The column's type as a new column is declared: with its collation. */
  readonly columnType: (field: Field) => string;
  /** The type of a key that counts up, where it is not that of other columns. */
  readonly identityType?: string;
  /** What makes a key of whole numbers count up by itself. */
  readonly identity: Sql;
  /** `default …` */
  readonly defaultValue: (value: unknown, field: Field) => Sql;
  /** Adds a column; the rows that are there get its default. */
  readonly addColumn: (table: Sql, definition: Sql, field: Field) => readonly Sql[];
  /** How a column is changed. `undefined` if that takes a new table. */
  readonly alter?: AlterSyntax;
  readonly rename: RenameSyntax;
  readonly createIndex: (index: NewIndex) => Sql;
  /** The types, as `StoredColumn` names them, that can carry each field type; the first is ours. */
  readonly storedTypes: Readonly<Record<Field["type"], readonly string[]>>;
  readonly createSchema: (name: string) => Sql;
}

export interface NewIndex {
  readonly name: Sql;
  readonly table: Sql;
  readonly field: Field;
  readonly isUnique: boolean;
}

/** What about a column changes; either or both. */
export interface ColumnChange {
  readonly type: boolean;
  readonly nullability: boolean;
}

export interface AlterSyntax {
  readonly column: (table: Sql, field: Field, stored: StoredColumn, change: ColumnChange) => readonly Sql[];
  /** The value as text, with every digit that the database has of it. */
  readonly exactText: (column: Sql, stored: StoredColumn) => Sql;
  /** Whether a value that is no text loses something as a text of this length. `undefined` if none of this type does. */
  readonly losesAsText: (column: Sql, stored: StoredColumn, maxLength: number | undefined) => Sql | undefined;
  /** Runs `work` while nobody writes to the table, in what `alone` runs. */
  readonly locked: <T>(db: AnyKysely, table: Sql, work: () => Promise<T>) => Promise<T>;
}

/** Where a table is: its schema, if it is not in the default one, and its name. */
export type TablePlace = Pick<Entity, "schema" | "table">;

export interface RenameSyntax {
  readonly table: (from: TablePlace, to: string) => readonly Sql[];
  /** `filtered` are the unique indexes whose conditions name the column, as they are after the rename. */
  readonly column: (
    table: TablePlace,
    from: string,
    to: string,
    filtered: readonly { readonly name: string; readonly create: Sql }[],
  ) => readonly Sql[];
  /** `create` makes the index under its new name, for a database that cannot rename one. */
  readonly index: (table: TablePlace, from: string, to: string, create: Sql) => readonly Sql[];
  /** Not called where foreign keys have no names. `foreignKey` has the names of tables and columns after the renames. */
  readonly foreignKey: (table: TablePlace, foreignKey: StoredForeignKey, to: string) => readonly Sql[];
}
