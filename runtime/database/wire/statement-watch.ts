import type { Socket } from "node:net";
import type { DatabaseSettings } from "../../model/model.js";
import { DatabaseError } from "./database-error.js";
import { GRACE, tooLate } from "./patience.js";
import { isSilence } from "./silent-server.js";

/** How often the open connections are looked at while one is in use, in milliseconds. */
const STEP = { min: 10, max: 250 } as const;
/**
 * How many steps a connect timeout has at least, unless it is very short. A log-in takes several turns of the event loop,
 * and a busy process makes one step in each.
 */
const STEPS = 20;
/** After which part of the connect timeout without any answer the server is asked whether it is alive. */
const QUIET = 1 / 5;

/** An open connection of a pool. */
export interface WireConnection {
  /** The driver's connection. */
  readonly connection: object;
  readonly socket: Pick<Socket, "bytesRead" | "destroy">;
  /** Whether a statement was sent whose answer is not complete. */
  readonly isWaiting: boolean;
}

/** What a driver tells about its server. */
export interface WatchedPool {
  /** All open connections, also those that are idle. */
  readonly wires: Iterable<WireConnection>;
  /**
   * Logs in on a connection outside of the pool, which does not wait for a lock or a slow statement, and closes it.
   * Returns at once if that would not show whether the server is alive.
   * @throws {DatabaseError}
   */
  readonly ask: () => Promise<unknown>;
}

interface WatchedConnections extends WatchedPool {
  /** Whether any connection is in use. */
  readonly isInUse: () => boolean;
  /** Whether the statement of a connection must end within `statementTimeout`. */
  readonly isLimited: (connection: object) => boolean;
  /** Receives the fault of a server that is given up, before its connections are closed. */
  readonly onSilence: (fault: DatabaseError) => void;
}

type Limits = Pick<DatabaseSettings, "connectTimeout" | "statementTimeout">;

/** What a connection had received, and for how long it has waited for more. */
interface Wait {
  readonly isWaiting: boolean;
  readonly bytesRead: number;
  readonly duration: number;
}

/**
 * Ends statements that get no answer, by closing their connections:
 * - A statement that has received nothing for longer than the server lets it run. Its connection was lost without notice.
 * - All statements, if the server hangs: none of them receives anything, and the server does not answer a log-in either.
 *   A server that works at slow statements, or at its limit of connections, accepts or rejects a log-in.
 *
 * It counts its own steps instead of measuring time. So a process that was suspended, or that was busy, does not take
 * its own absence for that of the server: what has arrived meanwhile is read before the next step. One timer for all
 * connections costs less than one for each statement.
 */
export class StatementWatch {
  readonly #watched: WatchedConnections;
  readonly #limits: Limits;
  readonly #quiet: number;
  readonly #interval: number;
  #timer: NodeJS.Timeout | undefined;
  #waits = new Map<WireConnection["socket"], Wait>();
  /** For how long statements have waited, and none has received anything. */
  #silence = 0;
  #isAsking = false;
  /** Whether the server was asked during this silence. */
  #wasAsked = false;

  constructor(watched: WatchedConnections, limits: Limits) {
    this.#watched = watched;
    this.#limits = limits;
    this.#quiet = QUIET * limits.connectTimeout;
    this.#interval = Math.max(STEP.min, Math.min(STEP.max, Math.floor(limits.connectTimeout / STEPS)));
  }

  /** Starts the watch, which ends by itself when no connection is in use. */
  start(): void {
    this.#timer ??= setInterval(() => this.#step(), this.#interval).unref();
  }

  #step(): void {
    let [isWaiting, hasWaited, hasReceived] = [false, false, false];
    const waits = new Map<WireConnection["socket"], Wait>();
    for (const wire of this.#watched.wires) {
      const { socket } = wire;
      const { bytesRead } = socket;
      const before = this.#waits.get(socket);
      const hasNew = before?.bytesRead !== bytesRead;
      const isStill = wire.isWaiting && before?.isWaiting === true && !hasNew;
      const duration = isStill ? before.duration + this.#interval : 0;
      waits.set(socket, { isWaiting: wire.isWaiting, bytesRead, duration });
      isWaiting ||= wire.isWaiting;
      hasWaited ||= isStill;
      hasReceived ||= hasNew;
      if (this.#isTooLate(wire, duration)) socket.destroy(tooLate(this.#limits.statementTimeout));
    }
    this.#waits = waits;
    if (!isWaiting && !this.#watched.isInUse()) this.#end();
    else if (!hasWaited || hasReceived) this.#endSilence();
    else this.#goOn();
  }

  #isTooLate({ connection }: WireConnection, duration: number): boolean {
    const { statementTimeout } = this.#limits;
    return (
      statementTimeout > 0 && duration >= statementTimeout + GRACE && this.#watched.isLimited(connection)
    );
  }

  #goOn(): void {
    this.#silence += this.#interval;
    if (this.#wasAsked && this.#silence >= this.#limits.connectTimeout) this.#giveUp();
    else if (this.#silence >= this.#quiet) void this.#ask();
  }

  #end(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#waits.clear();
    this.#endSilence();
  }

  #endSilence(): void {
    this.#silence = 0;
    this.#wasAsked = false;
  }

  async #ask(): Promise<void> {
    this.#wasAsked = true;
    if (this.#isAsking) return;
    this.#isAsking = true;
    const begin = performance.now();
    try {
      await this.#watched.ask();
      this.#endSilence();
    } catch (error) {
      // A rejection is an answer too.
      if (!isSilence(error, begin)) this.#endSilence();
    } finally {
      this.#isAsking = false;
    }
  }

  #giveUp(): void {
    const { connectTimeout } = this.#limits;
    this.#watched.onSilence(hangs(connectTimeout));
    // Idle connections too: the next request on each would wait as long.
    for (const { socket } of this.#watched.wires) socket.destroy(hangs(connectTimeout));
    this.#endSilence();
  }
}

function hangs(time: number): DatabaseError {
  return new DatabaseError("connection", `The server has not answered anything for ${time} ms.`, {
    isTransient: true,
    outcome: "unknown",
    reason: "noAnswer",
  });
}
