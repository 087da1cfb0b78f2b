import type { QueryCompiler } from "kysely";
import type { DialectName, Entity, Field, TableEntity } from "../../model/model.js";
import type { AnyKysely, Sql } from "../sql/sql.js";
import type { SqlDialect } from "../sql/sql-dialect.js";
import type { ColumnToAlter } from "./schema-changes.js";
import type { NewIndex } from "./field-index.js";
import type { MigrationSyntax } from "./migration-syntax.js";
import type { TablePlace } from "./schema-entity.js";
import type {
  StoredCheck,
  StoredColumn,
  StoredComment,
  StoredForeignKey,
  StoredName,
  StoredPart,
  StoredTable,
} from "./stored/stored-schema.js";

/** The dialect's parts that create and compare tables. */
export interface TableDialect extends SqlDialect {
  readonly name: DialectName;
  readonly schema: SchemaDialect;
  readonly createQueryCompiler: () => QueryCompiler;
}

/**
 * The functions in checks that limit lengths exactly as fields do: those that count all code points of a text, and
 * those that count bytes.
 */
export interface LengthFunctions {
  readonly characters: readonly string[];
  readonly bytes: readonly string[];
}

/** How a database names and creates the schemas of its tables. */
export interface SchemaNames {
  /** Reads the schema of a table without a configured one. */
  readonly readDefault: (db: AnyKysely) => Promise<string | undefined>;
  readonly create: (name: string) => readonly Sql[];
}

/** How a database describes and changes its tables. */
export interface SchemaDialect {
  /** Absent if the database has only one schema. */
  readonly schemas?: SchemaNames;
  /** Whether names of tables and columns are case-sensitive, whatever the server's settings. */
  readonly isCaseSensitive?: true;
  /** The maximum length of the name of an index or a constraint. */
  readonly maxNameLength: number;
  /**
   * Reads all tables and views, or those with one of these names, in any schema. Without names, a dialect may
   * read only the default schema and `schemas`.
   */
  readonly readTables: (
    db: AnyKysely,
    names?: readonly string[],
    schemas?: readonly string[],
  ) => Promise<readonly StoredTable[]>;
  /** Reads the comments of tables and columns. Used by the import. */
  readonly readComments?: (db: AnyKysely, schemas: readonly string[]) => Promise<readonly StoredComment[]>;
  /** Reads the checks of tables. Used by the import. */
  readonly readChecks: (db: AnyKysely, schemas: readonly string[]) => Promise<readonly StoredCheck[]>;
  /** Reads the names of all triggers and of all indexes, except those of primary keys. Without `schemas`: of the default one. */
  readonly readPartNames: (db: AnyKysely, schemas: readonly string[]) => Promise<readonly StoredPart[]>;
  readonly lengthFunctions: LengthFunctions;
  /** Determines the values of columns whose type does not show them. Used by the import. */
  readonly readValues?: (db: AnyKysely, tables: readonly StoredTable[]) => Promise<readonly StoredTable[]>;
  /** Reads the expression of a table's check constraint by name; `undefined` if it cannot be found. */
  readonly readCheck: (
    db: AnyKysely,
    entity: Pick<Entity, "schema" | "table">,
    constraint: string,
  ) => Promise<string | undefined>;
  /** Reads the definition of a table's exclusion constraint by name; for a database that has them. */
  readonly readExclusion?: SchemaDialect["readCheck"];
  /**
   * Reads the name of a table's constraint or index, if an error contains its name in a part of the table, such as a
   * shard; `undefined` if there is none. For a database that has such parts.
   */
  readonly readNameOfWhole?: SchemaDialect["readCheck"];
  /** Runs `work` while no other server changes tables. Rolls it back if it fails and the database can. */
  readonly alone: <T>(db: AnyKysely, work: (db: AnyKysely) => Promise<T>) => Promise<T>;
  /**
   * Runs `work` inside `alone`, and throws if it breaks a view, trigger or foreign key. Absent if the database prevents
   * that, or cannot undo it.
   */
  readonly keepingDependents?: <T>(db: AnyKysely, work: () => Promise<T>) => Promise<T>;
  /** The column's type in the declaration of a new column, with its collation. */
  readonly columnType: (field: Field) => string;
  /** The type of a generated key, if it differs from that of other columns. */
  readonly identityType?: string;
  /** The clause that makes the database generate an integer key. */
  readonly identity: Sql;
  /** `default …` */
  readonly defaultValue: (value: unknown, field: Field) => Sql;
  /** Adds a column. Existing rows get its default. Absent if `add column` does that. */
  readonly addColumn?: (table: Sql, definition: Sql, field: Field) => readonly Sql[];
  /** How a column is changed. `undefined` if that requires a new table. */
  readonly alter?: AlterSyntax;
  readonly rename: RenameSyntax;
  readonly enums: EnumSyntax;
  readonly createIndex: (index: NewIndex) => Sql;
  readonly migrations: MigrationSyntax;
}

export interface AlterSyntax {
  readonly column: (column: ColumnToAlter) => readonly Sql[];
  /**
   * Whether the change is possible while the column is in an index. None is while a foreign key uses it. Absent if all
   * changes are possible.
   */
  readonly isUnderIndex?: (column: Omit<ColumnToAlter, "entity">) => boolean;
  /** The value as text, with every stored digit. */
  readonly exactText: (column: Sql, stored: StoredColumn) => Sql;
  /**
   * The condition for values of a non-text type that do not fit a text of this length. `undefined` if all values fit.
   */
  readonly losesAsText: (column: Sql, stored: StoredColumn, maxLength: number | undefined) => Sql | undefined;
  /** Runs `work` while the table is locked against writes. Must be called inside `alone`. */
  readonly locked: <T>(db: AnyKysely, table: Sql, work: () => Promise<T>) => Promise<T>;
}

/** How a database defines the values of an enum: by a type, or by a check. */
export interface EnumSyntax {
  /** The kind of name of its type or check, if it has one. */
  readonly nameKind?: "en" | "ck";
  /** Creates the type before its column. */
  readonly create?: (entity: TableEntity, field: Field) => readonly Sql[];
  /** The column's type, if it contains the values or names the enum's type. */
  readonly columnType?: (entity: TableEntity, field: Field) => Sql;
  /** The column's check, as part of its declaration. Absent if a type defines the values. */
  readonly check?: (entity: TableEntity, field: Field) => Sql;
  /** Changes the values of an existing enum column. `undefined` if that is not possible. */
  readonly change: (entity: TableEntity, field: Field, stored: StoredColumn) => readonly Sql[] | undefined;
  /** Whether `change` does not affect the column itself. Absent if it always does. */
  readonly isOnlyCheck?: (field: Field, stored: StoredColumn) => boolean;
  /** Absent if the name needs no rename. */
  readonly rename?: (from: StoredName, to: string) => readonly Sql[];
  /** The check with the new name of the column. Absent if a rename also updates the check. */
  readonly bound?: (table: TablePlace, name: string, column: string, values: readonly string[]) => Bound;
}

/** Objects whose condition names a column: dropped before its rename, and recreated after it. */
export interface Bound {
  readonly drop: Sql;
  readonly create: Sql;
}

export interface RenameSyntax {
  readonly table: (from: TablePlace, to: string) => readonly Sql[];
  readonly column: (table: TablePlace, from: string, to: string, bound: readonly Bound[]) => readonly Sql[];
  /** `create` creates the index under its new name, for a database that cannot rename one. */
  readonly index: (table: TablePlace, from: string, to: string, create: Sql) => readonly Sql[];
  /** Not called if foreign keys have no names. `foreignKey` has the names of tables and columns after the renames. */
  readonly foreignKey: (table: TablePlace, foreignKey: StoredForeignKey, to: string) => readonly Sql[];
}
