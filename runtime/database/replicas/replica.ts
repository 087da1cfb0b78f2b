import type { DatabaseSettings } from "../../model/model.js";
import type { BoundStatement } from "../sql/statement.js";
import type { Connection, Row } from "../wire/connection.js";
import { DatabaseError } from "../wire/database-error.js";
import type { Replication, ServerState } from "../wire/replication.js";
import { serverPlace } from "./replica-settings.js";
import { WatchedServer } from "./watched-server.js";

/** A position of the primary, with its time. */
export interface Sample {
  /** In `performance.now()` time. */
  readonly at: number;
  readonly position: string;
}

/** A server that answers but is not a replica of the primary. */
export class ReplicaFault extends DatabaseError {
  constructor(message: string) {
    super("connection", message);
  }
}

export const OTHER_DATABASE = "It is a replica of another database.";

/** The functions for opening a replica. */
export interface ReplicaParts {
  readonly replication: Required<Replication>;
  /** Prepares a connection for the statements of requests. */
  readonly prepare: (connection: Connection) => Connection;
}

/** A replica, its connections, and its state. */
export class Replica {
  readonly place: string;
  readonly #settings: DatabaseSettings;
  readonly #parts: ReplicaParts;
  readonly #watched: WatchedServer;
  #reads: Connection | undefined;
  /** The running reads, each with the function that aborts it. */
  readonly #running = new Set<(error: unknown) => void>();
  #position = "";
  /** Whether one of its positions was compared with a later one of the primary. */
  #isCompared = false;
  /**
   * Its position when it was ahead of the primary. While it stays there, it has received nothing from the primary.
   */
  #aheadAt: string | undefined;
  /** The replica has everything that the primary had at this time. */
  #freshAt = -Infinity;
  #isLooking = false;
  #isClosed = false;

  constructor(settings: DatabaseSettings, parts: ReplicaParts) {
    const { replication } = parts;
    this.place = serverPlace(settings);
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

  /** Its last position. `""` if it is unknown. */
  get position(): string {
    return this.#position;
  }

  /** The lag in milliseconds: how long ago the primary had no more than the replica has now. */
  get lag(): number {
    return performance.now() - this.#freshAt;
  }

  /**
   * Polls the server. Opens it for reads if it is a replica of the primary, as `compare` has confirmed.
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
      // The next poll connects again, wherever the address leads then.
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

  /** It may end during an await. */
  #hasEnded(): boolean {
    return this.#isClosed;
  }

  /** Whether it is known to have reached these positions. */
  has(needed: readonly string[]): boolean {
    const { reaches } = this.#parts.replication;
    return needed.every((position) => reaches(this.#position, position));
  }

  /** Asks whether it has reached these positions by now. */
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
   * Compares its position with a later position of the primary.
   * @returns Whether it can follow the primary. If not, it belongs to another database.
   */
  compare(had: string, primary: string): boolean {
    // If a poll fails meanwhile, it may be another server by now.
    if (had === "" || this.#position === "") return true;
    if (this.#parts.replication.isAhead(had, primary)) this.#aheadAt = had;
    this.#isCompared = had !== this.#aheadAt;
    return this.#isCompared;
  }

  /** Runs a statement, which fails at once if the replica is left out meanwhile. @throws {DatabaseError} */
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

  /** Sends it no more reads until the next poll, and aborts the running ones. */
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
