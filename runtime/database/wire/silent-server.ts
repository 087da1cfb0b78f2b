import type { DatabaseError } from "./database-error.js";
import { question } from "./replication.js";
import type { Connection, RunRows } from "./connection.js";
import type { Statement } from "../sql/statement.js";
import type { Awaitable } from "../../time/when-there.js";

/** How often a server that gave no answer is tried again, in milliseconds. */
const INTERVAL = 1_000;
/** The minimum duration of an attempt that requests should not repeat, in milliseconds. */
const LONG = 500;
/** How many attempts may run in the background. A connection may answer after an earlier one failed to. */
const MAX_ATTEMPTS = 2;

const QUESTION = question("select 1");

/** The connections of a driver. */
export interface StatementPool<C> extends Pick<Connection, "poolFigures"> {
  /** Takes a connection for a statement, or for a transaction if no statement is given. */
  readonly connect: (statement?: Statement) => Promise<C>;
  /** Returns a connection to the pool. `failure` is the error of its work, if any. */
  readonly giveBack: (connection: C, failure: unknown) => Awaitable<void>;
  /** Runs a statement. @throws {DatabaseError} */
  readonly run: (connection: C, ...statement: Parameters<RunRows>) => ReturnType<RunRows>;
}

/**
 * Detects a server that has stopped answering, for example because its machine died. After the first attempt without
 * an answer, requests fail at once, and attempts run in the background until the server answers.
 */
export class SilentServer<C> {
  readonly #pool: StatementPool<C>;
  readonly #maxAttempts: number;
  #fault: Error | undefined;
  /** Whether its connections were closed. A pool may count those among the idle ones. */
  #isGivenUp = false;
  /** When the server last answered, in `performance.now()` time. */
  #answered = -Infinity;
  #attempts = 0;
  #trying: NodeJS.Timeout | undefined;
  #hasEnded = false;

  /** @param max The size of the pool. Attempts leave one connection for the next request. */
  constructor(pool: StatementPool<C>, max: number) {
    this.#pool = pool;
    this.#maxAttempts = Math.max(1, Math.min(MAX_ATTEMPTS, max - 1));
  }

  /**
   * Takes a connection.
   * @throws {DatabaseError} at once while the server does not answer and no connection is idle.
   */
  async connect<T>(take: () => Promise<T>): Promise<T> {
    if (this.#fault !== undefined && !this.#hasIdle) throw this.#fault;
    const begin = performance.now();
    try {
      return await take();
    } catch (error) {
      this.noteFailure(error, begin);
      throw error;
    }
  }

  /** The server has answered on some connection. */
  noteAnswer(): void {
    this.#answered = performance.now();
    if (this.#fault !== undefined) this.#open();
  }

  /** @param begin When the failed attempt began, in `performance.now()` time. */
  noteFailure(error: unknown, begin: number): void {
    // While the server answers on other connections, a lost connection proves nothing.
    if (this.#hasEnded || !isSilence(error, begin) || this.#answered >= begin) return;
    this.#begin(error as Error);
  }

  /** The server hangs, and all connections are closed. */
  giveUp(fault: DatabaseError): void {
    if (this.#hasEnded) return;
    this.#isGivenUp = true;
    this.#begin(fault.with({ outcome: "notSent" }));
  }

  end(): void {
    this.#hasEnded = true;
    this.#open();
  }

  get #hasIdle(): boolean {
    return !this.#isGivenUp && (this.#pool.poolFigures?.().idle ?? 0) > 0;
  }

  #begin(fault: Error): void {
    this.#fault = fault;
    this.#trying ??= setInterval(() => void this.#try(), INTERVAL).unref();
  }

  #open(): void {
    this.#fault = undefined;
    this.#isGivenUp = false;
    clearInterval(this.#trying);
    this.#trying = undefined;
  }

  async #try(): Promise<void> {
    // A request uses an idle connection and reports the outcome. An attempt may take longer than the interval.
    if (this.#hasIdle || this.#attempts >= this.#maxAttempts) return;
    this.#attempts++;
    const begin = performance.now();
    try {
      await this.#ask();
      this.noteAnswer();
    } catch (error) {
      // A quick rejection costs no time, so requests try themselves.
      if (!isSilence(error, begin)) this.#open();
    } finally {
      this.#attempts--;
    }
  }

  async #ask(): Promise<void> {
    const connection = await this.#pool.connect(QUESTION);
    let failure: unknown;
    try {
      await this.#pool.run(connection, QUESTION, []);
    } catch (error) {
      failure = error;
      throw error;
    } finally {
      await this.#pool.giveBack(connection, failure);
    }
  }
}

/** Whether a failed attempt shows that the server has not answered for longer than a request should wait. */
export function isSilence(error: unknown, begin: number): boolean {
  const { reason } = error as Partial<DatabaseError>;
  return reason === "noAnswer" || (reason === "unreachable" && performance.now() - begin >= LONG);
}
