import type { DatabaseConfig } from "data-api";

/** A database server of a test's own, as the tests of replicas need it on each engine. */
export interface ReplicatedServer {
  readonly port: number;
  readonly database: DatabaseConfig;
  /** Starts a replica of it. */
  readonly createReplica: () => Promise<ReplicatedServer>;
  /** Runs a statement beside the product. */
  readonly run: (text: string) => Promise<readonly Record<string, unknown>[]>;
  /** A replica: it receives what is written, and does not apply it. */
  readonly pause: () => Promise<unknown>;
  readonly resume: () => Promise<unknown>;
  /** A replica: until it has applied everything that its primary has written. */
  readonly catchUp: () => Promise<void>;
  /** From now on, a primary acknowledges only what a replica has received. */
  readonly waitForReplicas: () => Promise<unknown>;
  /** Makes a primary refuse writes, or take them again. */
  readonly setReadOnly: (isReadOnly: boolean) => Promise<unknown>;
  /** A replica becomes a primary. */
  readonly promote: () => Promise<unknown>;
  /** Ends it at once, as when its machine fails. */
  readonly kill: () => Promise<void>;
  readonly start: () => Promise<void>;
  /** Stops all of its processes, as a machine that hangs: connections stay, and nothing is answered. */
  readonly freeze: () => Promise<void>;
  readonly thaw: () => Promise<void>;
  /** New tables are in this folder from now on. The server must be empty. */
  readonly keepTablesIn: (folder: string) => Promise<void>;
  readonly remove: () => Promise<void>;
}
