import type { DatabaseError } from "./database-error.js";
import type { Connection, RunRows } from "./connection.js";
import type { Statement } from "../sql/statement.js";
import type { Awaitable } from "../../time/when-there.js";

/** How often a server that gave no answer is tried again, in milliseconds. */
const INTERVAL = 1_000;
/** How long an attempt takes at least that no request should repeat, in milliseconds. */
const LONG = 500;
/** How many attempts may be under way beside the requests. A connection may answer after an earlier one failed to. */
const MAX_ATTEMPTS = 2;

const QUESTION: Statement = { sql: "select 1", slots: [], isWrite: false, operation: "ask", entity: "" };

interface Pool<C> extends Pick<Connection, "poolFigures"> {
  readonly connect: (statement?: Statement) => Promise<C>;
  readonly giveBack: (connection: C, failure: unknown) => Awaitable<void>;
  readonly run: (connection: C, ...statement: Parameters<RunRows>) => ReturnType<RunRows>;
}

/**
 * Knows whether a server has fallen silent, as a machine that died. After the first attempt without an answer, no request
 * waits for one: it is tried beside them until it answers, and requests fail at once.
 */
export class SilentServer<C> {
  readonly #pool: Pool<C>;
  readonly #maxAttempts: number;
  #fault: Error | undefined;
  /** When the server has last answered, in `performance.now()` time. */
  #answered = -Infinity;
  #attempts = 0;
  #trying: NodeJS.Timeout | undefined;
  #hasEnded = false;

  /** @param max The size of the pool. Attempts leave a connection for the first request after them. */
  constructor(pool: Pool<C>, max: number) {
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

  /** The server has answered on any connection. */
  noteAnswer(): void {
    this.#answered = performance.now();
    if (this.#fault !== undefined) this.#open();
  }

  /** @param begin When the attempt began that has failed, in `performance.now()` time. */
  noteFailure(error: unknown, begin: number): void {
    // While others are answered, a connection that is lost says nothing of the server.
    if (this.#hasEnded || !isSilence(error, begin) || this.#answered >= begin) return;
    this.#fault = error as Error;
    this.#trying ??= setInterval(() => void this.#try(), INTERVAL).unref();
  }

  end(): void {
    this.#hasEnded = true;
    this.#open();
  }

  get #hasIdle(): boolean {
    return (this.#pool.poolFigures?.().idle ?? 0) > 0;
  }

  #open(): void {
    this.#fault = undefined;
    clearInterval(this.#trying);
    this.#trying = undefined;
  }

  async #try(): Promise<void> {
    // A request takes an idle connection, and notes what becomes of it. An attempt may take longer than the interval.
    if (this.#hasIdle || this.#attempts >= this.#maxAttempts) return;
    this.#attempts++;
    const begin = performance.now();
    try {
      await this.#ask();
      this.noteAnswer();
    } catch (error) {
      // A refusal that comes quickly costs no time: requests get it themselves.
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

/** Whether the server has not answered in a time that is too long for each request. */
function isSilence(error: unknown, begin: number): boolean {
  const { reason } = error as Partial<DatabaseError>;
  return reason === "noAnswer" || (reason === "unreachable" && performance.now() - begin >= LONG);
}
