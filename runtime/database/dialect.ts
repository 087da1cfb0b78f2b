import type { DatabaseIntrospector, DialectAdapter } from "kysely";
import type { DatabaseSettings } from "../model/model.js";
import type { DatabaseAddress } from "./wire/database-address.js";
import type { LargeKey } from "./large-keys.js";
import type { DurabilityRisk } from "./wire/durability.js";
import type { MigratedDialect } from "./migrations/migration-dialect.js";
import type { AnyKysely } from "./sql/sql.js";
import type { Awaitable } from "../time/when-there.js";
import type { RoutineDialect } from "./routines/stored-routine.js";
import type { Connection, Row } from "./wire/connection.js";
import type { IsolationLevel } from "./wire/isolation-level.js";
import type { Replication } from "./wire/replication.js";
import type { Savepoints } from "./wire/savepoints.js";

/** Everything that the rest of the product knows about a database. Each database has one, in its own folder. */
export interface Dialect extends MigratedDialect {
  /** Its name in OpenTelemetry's semantic conventions (`db.system.name`). */
  readonly system: string;
  /** The npm packages of the driver for this Node.js version. */
  readonly packages: string;
  readonly createAdapter: () => DialectAdapter;
  readonly createIntrospector: (db: AnyKysely) => DatabaseIntrospector;
  /**
   * Parses a database URL; `undefined` for a URL of another database.
   * @throws {DatabaseError} for a mistake in it.
   */
  readonly parseUrl: (url: string) => DatabaseAddress | undefined;
  /** Why the database does not exist yet, if opening it would create it; `undefined` if it exists. */
  readonly missing?: (settings: DatabaseSettings) => string | undefined;
  /**
   * Opens the database. With `isReadOnly`, a file that does not exist is treated as an empty database and is
   * not created.
   * @throws {DatabaseError} if the database cannot be reached.
   */
  readonly open: (settings: DatabaseSettings, isReadOnly?: boolean) => Promise<Connection>;
  /** How to detect and follow replicas. Absent if the database has none. */
  readonly replication?: Replication;
  /**
   * Finds server settings with which it acknowledges writes before they are on disk, or may lose stored data. Absent
   * if the database has no such settings.
   */
  readonly durabilityRisks?: (db: AnyKysely) => Promise<readonly DurabilityRisk[]>;
  /** Finds generated keys beyond an `int`. Absent if the type of the column shows that. */
  readonly largeKeys?: (db: AnyKysely) => Promise<readonly LargeKey[]>;
  /** The check of whether the server is ready, if an answer to `select 1` does not prove it. */
  readonly readiness?: Readiness;
  /** The isolation levels that a transaction may request. */
  readonly isolationLevels: readonly IsolationLevel[];
  /**
   * The isolation level of a transaction whose reads see one state of the database. Absent, or `undefined`, if a
   * transaction must not stay open for that.
   */
  readonly snapshotLevel?: (db: AnyKysely) => Awaitable<IsolationLevel | undefined>;
  /** Default: those of the SQL standard. */
  readonly savepoints?: Savepoints;
  /** Procedures and functions. Absent if the database has none. */
  readonly routines?: RoutineDialect;
  /** The command that makes a new transaction read-only. Absent if the database has none. */
  readonly readOnly?: string;
}

export interface Readiness {
  readonly sql: string;
  readonly isReady: (rows: readonly Row[]) => boolean;
}
