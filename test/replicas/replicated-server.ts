import type { DatabaseConfig } from "data-api";

/** A test's own database server, with the operations that the tests of replicas need on each engine. */
export interface ReplicatedServer {
  readonly port: number;
  readonly database: DatabaseConfig;
  /** Starts a replica of it. */
  readonly createReplica: () => Promise<ReplicatedServer>;
  /** Runs a statement without the product. */
  readonly run: (text: string) => Promise<readonly Record<string, unknown>[]>;
  /** On a replica: pauses applying writes; it still receives them. */
  readonly pause: () => Promise<unknown>;
  readonly resume: () => Promise<unknown>;
  /** On a replica: waits until it has applied all writes of its primary. */
  readonly catchUp: () => Promise<void>;
  /** From now on, the primary acknowledges a write only after a replica has received it. */
  readonly waitForReplicas: () => Promise<unknown>;
  /** Makes a primary reject writes, or accept them again. */
  readonly setReadOnly: (isReadOnly: boolean) => Promise<unknown>;
  /** Promotes a replica to primary. */
  readonly promote: () => Promise<unknown>;
  /** Kills it, as when its machine fails. */
  readonly kill: () => Promise<void>;
  readonly start: () => Promise<void>;
  /** Freezes all of its processes, like a machine that hangs: connections stay open, and nothing is answered. */
  readonly freeze: () => Promise<void>;
  readonly thaw: () => Promise<void>;
  /** Keeps new tables in this folder. The server must be empty. */
  readonly keepTablesIn: (folder: string) => Promise<void>;
  readonly remove: () => Promise<void>;
}
