import type { DatabaseSettings, ReplicaSettings } from "../../model/settings/database-settings.js";
import { ON_PRIMARY, type SeenPositions } from "../../model/seen-positions.js";
import type { OperatorWarning } from "../../observe/operator-warning.js";
import type { ReplicaFigures } from "../../observe/metrics.js";
import { whenThere, type Awaitable } from "../../time/when-there.js";
import type { Dialect } from "../dialect.js";
import { DatabaseError } from "../wire/database-error.js";
import type { ServerState } from "../wire/replication.js";
import { OTHER_DATABASE, Replica, ReplicaFault, type ReplicaParts, type Sample } from "./replica.js";
import { replicaSettings } from "./replica-settings.js";
import { WatchedServer } from "./watched-server.js";

/** Receives events of the replicas and their primary. */
export interface ReplicaObserver {
  readonly warn: (warning: OperatorWarning) => void;
  /** Called when the primary has become read-only. */
  readonly onReadOnly: () => void;
}

/**
 * How often servers are polled, in milliseconds. A fraction of `maxLag`, so that a replica without lag is always
 * below it.
 */
const SHORTEST = 25;
const LONGEST = 1_000;

/**
 * The replicas of a database, and the position of the primary. All servers are polled at short intervals. A replica
 * may answer reads if it has reached a recent position of the primary: so the lag is measured by one clock, that of
 * this process, and does not depend on the clocks of the servers. The lag that databases report is 0 or unknown for a
 * replica that is cut off, grows while nothing is written, or compares two clocks.
 */
export class ReplicaSet {
  readonly #settings: ReplicaSettings;
  readonly #observer: ReplicaObserver;
  readonly #primary: WatchedServer;
  readonly #replicas: readonly Replica[];
  readonly #interval: number;
  /** The positions of the primary, the latest last. */
  #samples: Sample[] = [];
  #isReadOnly = false;
  /** The position of the last write of this process. `ON_PRIMARY` if it is unknown. */
  #written: string | undefined;
  #writtenAt = -Infinity;
  /** The reasons why replicas are left out. */
  readonly #left = new Map<Replica, Error>();
  #turn = 0;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  /** @param settings Those of the primary. */
  constructor(
    settings: DatabaseSettings & { readonly replicas: ReplicaSettings },
    dialect: Dialect,
    parts: ReplicaParts,
    observer: ReplicaObserver,
  ) {
    this.#settings = settings.replicas;
    this.#observer = observer;
    this.#primary = new WatchedServer(settings, {
      ...parts.replication,
      open: dialect.open,
      position: parts.replication.written,
    });
    this.#replicas = this.#settings.servers.map(
      (server) => new Replica(replicaSettings(settings, server, dialect), parts),
    );
    this.#interval = Math.min(LONGEST, Math.max(SHORTEST, this.#settings.maxLag / 4));
  }

  /**
   * Polls all servers. A replica that does not answer is left out until it does.
   * @throws {DatabaseError} if the primary is not a primary, or a replica follows another one.
   */
  async open(): Promise<void> {
    const primary = await this.#lookAtPrimary();
    if (primary.isReadOnly)
      throw new DatabaseError(
        "connection",
        "The database takes no writes: it is a replica or was made read-only. With replicas, the configuration must name the primary.",
        { isTransient: true },
      );
    await Promise.all(this.#replicas.map((replica) => this.#look(replica, primary)));
    const later = await this.#lookAtPrimary();
    const there = this.#replicas.filter(({ position }) => position !== "");
    await Promise.all(there.map((replica) => this.#look(replica, later)));
    for (const [{ place }, error] of this.#left)
      if (error instanceof ReplicaFault)
        throw new DatabaseError(
          "connection",
          `The replica ${place} cannot be used. ${error.message} Check "database.replicas.servers".`,
        );
    this.#schedule();
  }

  #schedule(): void {
    if (this.#isClosed) return;
    this.#timer = setTimeout(() => {
      void this.#beat().finally(() => this.#schedule());
    }, this.#interval).unref();
  }

  async #beat(): Promise<void> {
    let primary: ServerState;
    try {
      primary = await this.#lookAtPrimary();
    } catch {
      // The lag of the replicas is unknown now, and will soon count as too large. Statements report the fault.
      return;
    }
    this.#isReadOnly = primary.isReadOnly;
    if (primary.isReadOnly) {
      this.#primary.close();
      this.#observer.onReadOnly();
      return;
    }
    // Not awaited: the primary is polled further, however long a replica takes.
    for (const replica of this.#replicas) void this.#look(replica, primary);
  }

  async #lookAtPrimary(): Promise<ServerState> {
    const at = performance.now();
    // The positions from before the question: the primary has them when it is asked, but replicas may receive newer
    // ones while it answers.
    const had = this.#replicas.map(({ position }) => position);
    const primary = await this.#primary.look();
    if (primary.isReadOnly) return primary;
    const oldest = at - this.#settings.maxLag - 2 * this.#interval;
    this.#samples = [...this.#samples.filter((sample) => sample.at >= oldest), { at, ...primary }];
    // The position includes everything that was written before the question.
    if (this.#written === ON_PRIMARY && this.#writtenAt < at) this.#written = primary.position;
    for (const [index, replica] of this.#replicas.entries())
      if (!replica.compare(had[index] ?? "", primary.position))
        this.#leave(replica, new ReplicaFault(OTHER_DATABASE));
    return primary;
  }

  async #look(replica: Replica, primary: ServerState): Promise<void> {
    try {
      await replica.look(primary, this.#samples);
    } catch (error) {
      this.#leave(replica, error);
      return;
    }
    const { maxLag } = this.#settings;
    if (!replica.isOpen) return;
    if (replica.lag > maxLag) this.#tellLeft(replica, new Error(`It lags more than ${maxLag} ms behind.`));
    else this.#tellBack(replica);
  }

  #leave(replica: Replica, error: unknown): void {
    replica.leave(error);
    this.#tellLeft(replica, error instanceof Error ? error : new Error(String(error)));
  }

  #tellLeft(replica: Replica, why: Error): void {
    if (this.#left.get(replica)?.message === why.message || this.#isClosed) return;
    this.#left.set(replica, why);
    this.#observer.warn({
      code: "replica-left-out",
      message: `The replica ${replica.place} answers no reads. ${why.message}`,
      members: { replica: replica.place },
    });
  }

  #tellBack(replica: Replica): void {
    if (!this.#left.delete(replica)) return;
    this.#observer.warn({
      code: "replica-back",
      message: `The replica ${replica.place} answers reads again.`,
      members: { replica: replica.place },
    });
  }

  /** Whether the primary has become read-only. */
  get isReadOnly(): boolean {
    return this.#isReadOnly;
  }

  /**
   * The replica for a read. `undefined` if the primary must answer it.
   * @param seen What the caller has seen, if the request names it.
   */
  choose(seen: SeenPositions | undefined): Awaitable<Replica | undefined> {
    const ready = this.#replicas.filter((each) => each.isOpen && each.lag <= this.#settings.maxLag);
    if (ready.length === 0) return undefined;
    if (seen === undefined && this.#settings.consistency === "session")
      return this.#primary.position().then(
        (position) => this.#find(ready, [position]),
        () => undefined,
      );
    const needed = this.#neededBy(seen);
    return needed.includes(ON_PRIMARY) ? undefined : this.#find(ready, needed);
  }

  /** The positions that a read must have reached. */
  #neededBy(seen: SeenPositions | undefined): readonly string[] {
    // Earlier writes of this process were made for other callers, or the positions of the request include them.
    const own = seen === undefined || this.#writtenAt >= seen.since ? this.#written : undefined;
    return own === undefined ? (seen?.positions ?? []) : [...(seen?.positions ?? []), own];
  }

  #find(ready: readonly Replica[], needed: readonly string[]): Awaitable<Replica | undefined> {
    const turn = this.#turn++;
    const inTurn = (index: number) => ready[(turn + index) % ready.length];
    for (let index = 0; index < ready.length; index++) {
      const replica = inTurn(index);
      if (replica?.has(needed) === true) return replica;
    }
    const asked = inTurn(0);
    const has = asked?.hasBeenGiven(needed, this.#samples) ?? false;
    return whenThere(has, (isThere) => (isThere ? asked : undefined));
  }

  /** Notes a write of this process, and the position of the primary after it. */
  async noteWritten(): Promise<void> {
    const at = performance.now();
    try {
      this.#note(await this.#primary.position(), at);
    } catch {
      this.noteUnknown();
    }
  }

  /** Notes a possible write of this process. Reads use the primary until its position is known again. */
  noteUnknown(): void {
    this.#note(ON_PRIMARY, performance.now());
  }

  /** @param at A time before the primary was asked. */
  #note(position: string, at: number): void {
    if (at < this.#writtenAt) return;
    this.#written = position;
    this.#writtenAt = at;
  }

  /**
   * The position of the last write of this process. `undefined` if the write was before `since`: then others may have
   * written since.
   */
  positionSince(since: number): string | undefined {
    return this.#writtenAt >= since ? this.#written : undefined;
  }

  figures(): readonly ReplicaFigures[] {
    return this.#replicas.map((replica) => ({
      place: replica.place,
      isUsed: replica.isOpen && replica.lag <= this.#settings.maxLag,
      lag: replica.lag,
      pool: replica.reads?.poolFigures?.(),
    }));
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    this.#primary.end();
    await Promise.all(this.#replicas.map((replica) => replica.close()));
  }
}
