import type { DatabaseSettings } from "../../model/model.js";
import type { BoundStatement } from "../sql/statement.js";
import type { Connection, Row } from "../wire/connection.js";
import { DatabaseError } from "../wire/database-error.js";
import type { Replication, ServerState } from "../wire/replication.js";
import { placeOf } from "./replica-settings.js";
import { WatchedServer } from "./watched-server.js";

/** Where the primary was at a time. */
export interface Sample {
  /** In `performance.now()` time. */
  readonly at: number;
  readonly position: string;
}

/** A server that answers, and is not a replica of the primary. */
export class ReplicaFault extends DatabaseError {
  constructor(message: string) {
    super("connection", message);
  }
}

export const OTHER_DATABASE = "It is a replica of another database.";

/** How a replica is opened. */
export interface ReplicaParts {
  readonly replication: Replication;
  /** Prepares a connection for the statements of requests. */
  readonly prepare: (connection: Connection) => Connection;
}

/** A replica, its connections, and what is known of it. */
export class Replica {
  readonly place: string;
  readonly #settings: DatabaseSettings;
  readonly #parts: ReplicaParts;
  readonly #watched: WatchedServer;
  #reads: Connection | undefined;
  /** The reads that run, each by the function that ends it. */
  readonly #running = new Set<(error: unknown) => void>();
  #position = "";
  /** Whether a position of it was compared with a later one of the primary. */
  #isCompared = false;
  /** Where it was when it was ahead of the primary. While it stays there, it has received nothing from it. */
  #aheadAt: string | undefined;
  /** The replica has everything that the primary had at this time. */
  #freshAt = -Infinity;
  #isLooking = false;
  #isClosed = false;

  constructor(settings: DatabaseSettings, parts: ReplicaParts) {
    const { replication } = parts;
    this.place = placeOf(settings);
    this.#settings = settings;
    this.#parts = parts;
    this.#watched = new WatchedServer(settings, { ...replication, position: replication.applied });
  }

  get isOpen(): boolean {
    return this.#reads !== undefined;
  }

  get reads(): Connection | undefined {
    return this.#reads;
  }

  /** How far it was last. `""` if it is not known. */
  get position(): string {
    return this.#position;
  }

  /** How long ago the primary had no more than the replica has, in milliseconds. */
  get lag(): number {
    return performance.now() - this.#freshAt;
  }

  /**
   * Looks at the server. Opens it for reads if it is a replica of the primary, which `compare` has found too.
   * @throws {ReplicaFault} if it is not, and {DatabaseError} if it does not answer.
   */
  async look(primary: ServerState, samples: readonly Sample[]): Promise<void> {
    if (this.#isLooking) return;
    this.#isLooking = true;
    try {
      const state = await this.#watched.look();
      checkFollows(state, primary);
      this.#note(state.position, samples);
      if (this.#isCompared) await this.#openReads();
    } catch (error) {
      this.leave(error);
      this.#position = "";
      this.#isCompared = false;
      // The next look finds the server anew, wherever its address leads then.
      this.#watched.close();
      throw error;
    } finally {
      this.#isLooking = false;
    }
  }

  #note(applied: string, samples: readonly Sample[]): void {
    const { reaches } = this.#parts.replication;
    this.#position = applied;
    const reached = samples.findLast(({ position }) => reaches(applied, position));
    if (reached !== undefined) this.#freshAt = Math.max(this.#freshAt, reached.at);
  }

  async #openReads(): Promise<void> {
    if (this.isOpen || this.#hasEnded()) return;
    const { replication, prepare } = this.#parts;
    const connection = await replication.open(this.#settings);
    if (this.#hasEnded()) await connection.close();
    else this.#reads = prepare(connection);
  }

  /** It may end while something is awaited. */
  #hasEnded(): boolean {
    return this.#isClosed;
  }

  /** Whether it is known to have everything up to these positions. */
  has(needed: readonly string[]): boolean {
    const { reaches } = this.#parts.replication;
    return needed.every((position) => reaches(this.#position, position));
  }

  /** Asks whether it has everything up to these positions by now. */
  async hasBeenGiven(needed: readonly string[], samples: readonly Sample[]): Promise<boolean> {
    try {
      this.#note(await this.#watched.position(), samples);
      return this.has(needed);
    } catch (error) {
      this.leave(error);
      return false;
    }
  }

  /**
   * Compares where it was with where the primary was afterwards.
   * @returns Whether it can have it from the primary. If not, it belongs to another database.
   */
  compare(had: string, primary: string): boolean {
    // A look that fails meanwhile has found that it may be another server by now.
    if (had === "" || this.#position === "") return true;
    if (this.#parts.replication.isAhead(had, primary)) this.#aheadAt = had;
    this.#isCompared = had !== this.#aheadAt;
    return this.#isCompared;
  }

  /** Runs a statement. If the replica is left meanwhile, the statement fails at once. @throws {DatabaseError} */
  rows({ statement, parameters }: BoundStatement): Promise<readonly Row[]> {
    const reads = this.#reads;
    if (reads === undefined)
      return Promise.reject(
        new DatabaseError("connection", "The replica is no longer used.", { outcome: "notSent" }),
      );
    return new Promise((resolve, reject) => {
      this.#running.add(reject);
      const forget = () => this.#running.delete(reject);
      Promise.resolve(reads.rows(statement, parameters)).then(resolve, reject).finally(forget);
    });
  }

  /** Sends it no more reads until it has been looked at again, and ends those that run. */
  leave(error: unknown): void {
    const reads = this.#reads;
    this.#reads = undefined;
    this.#freshAt = -Infinity;
    for (const end of this.#running) end(error);
    reads?.close().catch(() => undefined);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const reads = this.#reads;
    this.#reads = undefined;
    this.#watched.end();
    await reads?.close();
  }
}

/** @throws {ReplicaFault} if a server is not a replica of the primary. */
function checkFollows({ follows, position }: ServerState, primary: ServerState): void {
  if (follows === undefined) throw new ReplicaFault("It is not a replica, but a database of its own.");
  if (follows === "" || position === "")
    throw new DatabaseError("connection", "It has not received anything from its primary yet.");
  if (follows !== primary.identity) throw new ReplicaFault(OTHER_DATABASE);
}
