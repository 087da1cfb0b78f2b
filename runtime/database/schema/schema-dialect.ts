import type { Entity, Field } from "../../model/model.js";
import type { AnyKysely, Sql } from "../dialect.js";
import type { StoredTable } from "./stored-schema.js";

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
  /** Gives a column another type or makes it not null or nullable. Undefined where that takes a new table. */
  readonly alterColumn?: (table: Sql, field: Field, change: "type" | "nullability") => readonly Sql[];
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
