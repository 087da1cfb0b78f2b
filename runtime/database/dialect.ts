import type {
  DatabaseConnection,
  DialectAdapter,
  Kysely,
  QueryCompiler,
  RawBuilder,
  Driver,
  DatabaseIntrospector,
} from "kysely";
import type { FieldTypeName, FieldValue } from "../model/field-type.js";
import type { DatabaseSettings, DialectName, Field } from "../model/model.js";
import type { OperatorWarning } from "../observe/operator-warning.js";
import type { PoolFigures } from "../observe/metrics.js";
import type { CountedPage } from "./counted-page.js";
import type { DatabaseAddress } from "./database-address.js";
import type { DatabaseError } from "./database-error.js";
import type { DurabilityRisk } from "./durability.js";
import type { SchemaDialect } from "./schema/schema-dialect.js";
import type { StoredColumn } from "./schema/stored-schema.js";
import type { WriteSyntax } from "./write-syntax.js";

/** All that the rest of the product knows of a database. One record for each, in a folder of its own. */
export interface Dialect {
  readonly name: DialectName;
  /** Its name in OpenTelemetry's semantic conventions (`db.system.name`). */
  readonly system: string;
  /** The driver for this Node.js, as npm is told to install it. */
  readonly packages: string;
  readonly createAdapter: () => DialectAdapter;
  readonly createQueryCompiler: () => QueryCompiler;
  readonly createIntrospector: (db: AnyKysely) => DatabaseIntrospector;
  /** How each field type is stored. */
  readonly columns: Readonly<Record<FieldTypeName, ColumnType>>;
  /** How a field is stored that is stored otherwise than its type is. */
  readonly columnAs?: (field: Field) => ColumnType | undefined;
  /** Whether `text` holds `part`, letter by letter: nothing in `part` has a meaning of its own. */
  readonly contains: (text: Sql, part: Sql) => Sql;
  /**
   * A text as the database compares it with a column by the collation of that column alone, whatever its own: where two
   * collations meet, it could not choose, or an index would not serve. Not for a database that always takes the column's.
   */
  readonly uncollated?: (text: Sql, field: Field) => Sql;
  /** What keeps of an ordered result only one page. */
  readonly limited: (take: Sql, skip: Sql) => Sql;
  /** What sorts by a value that may be null: nulls come first, and last where it descends. */
  readonly sortedNulls?: (value: Sql, isDescending: boolean) => Sql;
  /**
   * Whether a page that is sorted by another field than the key is found by its keys first: then rows that are not
   * on the page are never carried through the sort.
   */
  readonly findsKeysFirst: boolean;
  /**
   * Whether a page that records are joined to has only its keys, to which its own records are joined too: where a table
   * inside a statement is written out, with long texts and all.
   */
  readonly joinsPagesByKeys: boolean;
  /** How a page brings its count along, if it does: worth it where a statement costs a round trip. */
  readonly countedPage?: (parts: CountedPage) => Sql;
  /** A select whose rows nobody else changes before the transaction ends. */
  readonly locked: (select: LockedSelect) => Sql;
  readonly writes: WriteSyntax;
  readonly schema: SchemaDialect;
  /** Where the database of a URL is; undefined for a URL of another database. @throws {DatabaseError} for a mistake in it. */
  readonly parseUrl: (url: string) => DatabaseAddress | undefined;
  /** Why there is no such database yet, where opening it would make one; undefined if there is. */
  readonly missing?: (settings: DatabaseSettings) => string | undefined;
  /**
   * Opens the database. `isReadOnly`: for one who only looks, whom a file that is not there yet is an empty database.
   * @throws {DatabaseError} if it cannot be reached.
   */
  readonly open: (settings: DatabaseSettings, isReadOnly?: boolean) => Promise<Connection>;
  /**
   * Settings of the server by which it answers writes that are not on its disk yet, or may lose what is there, where it has
   * such settings.
   */
  readonly durabilityRisks?: (db: AnyKysely) => Promise<readonly DurabilityRisk[]>;
  /** What tells whether the server can work, where an answer to the smallest statement does not. */
  readonly readiness?: Readiness;
  /** What an error of the driver's is, of a query of one's own. */
  readonly toDatabaseError: (error: unknown) => DatabaseError;
}

export interface Readiness {
  readonly sql: string;
  readonly isReady: (rows: readonly Row[]) => boolean;
}

export interface LockedSelect {
  readonly columns: Sql;
  readonly table: Sql;
  /** ` where …` */
  readonly where: Sql;
}

/** How a field type is stored in one database. Null never gets here. */
export interface ColumnType {
  /** The column's type, as it is declared. */
  readonly declaration: (field: Pick<Field, "maxLength" | "precision" | "scale">) => string;
  /** The type of what a query of one's own gets, in TypeScript. */
  readonly typescript: string;
  readonly toParameter: (value: Exclude<FieldValue, null>) => unknown;
  readonly fromColumn: (value: unknown) => FieldValue;
  /** What a parameter is turned into by the database, if it is not of the column's type by itself. */
  readonly cast?: (parameter: Sql, field: Field) => Sql;
  /** What is selected for the column, if not the column itself. */
  readonly select?: (column: Sql) => Sql;
  /** What is compared and sorted in its place, on both sides, if not the value itself. */
  readonly comparable?: (value: Sql) => Sql;
  /** What tells two values apart, if `=` does not. */
  readonly equals?: (column: Sql, value: Sql) => Sql;
}

/** An open database. */
export interface Connection {
  /**
   * Runs a statement and gives its rows, each as a list in the order of what was selected.
   * @throws {DatabaseError}
   */
  readonly rows: RunRows;
  /**
   * Runs all that `work` runs in one transaction, which is undone if `work` throws.
   * @throws {DatabaseError} and whatever `work` throws.
   */
  readonly transaction: <T>(work: (transaction: Transaction) => Promise<T>) => Promise<T>;
  /** Tells how the fields' columns are really declared, where parameters must be of the same type for an index to serve. */
  readonly describe?: (columns: ReadonlyMap<Field, StoredColumn>) => void;
  /** The driver by which queries of one's own run on this connection. */
  readonly driver: Driver;
  /** What its operator should know of it. The log tells each once. */
  readonly warnings?: readonly OperatorWarning[];
  /** How its pool is doing, if it has one. */
  readonly poolFigures?: () => PoolFigures;
  readonly close: () => Promise<void>;
}

/** An open transaction. */
export interface Transaction {
  /** @throws {DatabaseError} */
  readonly rows: RunRows;
  /** What Kysely runs queries of one's own on. */
  readonly queryConnection: () => Awaitable<DatabaseConnection>;
}

export type RunRows = (statement: Statement, parameters: readonly unknown[]) => Awaitable<readonly Row[]>;

/** A piece of SQL, safely put together. */
export type Sql = RawBuilder<unknown>;
export type AnyKysely = Kysely<Record<string, Record<string, unknown>>>;
export type Row = readonly unknown[];
export type Awaitable<T> = T | Promise<T>;

/** The text of a statement, compiled once, and which of the arguments stands at each of its parameters. */
export interface Statement {
  readonly sql: string;
  readonly slots: readonly number[];
  /** Whose value each parameter is; undefined for a number of rows. */
  readonly fields: readonly (Field | undefined)[];
  readonly isWrite: boolean;
  /** What it does to which entity, for those who observe it. */
  readonly operation: string;
  readonly entity: string;
}
