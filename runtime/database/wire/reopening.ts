import { DatabaseError } from "./database-error.js";

const FIRST_DELAY = 1_000;
const MAX_DELAY = 32_000;

/** The reasons for which a database may be temporarily unavailable. All others need an operator. */
const passing = new Set([
  "nobodyListens",
  "unknownHost",
  "unreachable",
  "noAnswer",
  "cut",
  "full",
  "notReady",
  "closed",
]);

/**
 * Whether a database that cannot be opened may become available again on its own. An unknown host counts too,
 * because names of containers appear and disappear with them.
 */
export function isAway(error: unknown): error is DatabaseError {
  if (!(error instanceof DatabaseError)) return false;
  return error.reason === undefined ? error.isTransient : passing.has(error.reason);
}

/**
 * Retries opening an unavailable database until it succeeds or is ended: after 1, 2, 4 … 32 s, each with
 * random jitter, so that servers do not retry in step.
 */
export class Reopening {
  readonly #open: () => Promise<unknown>;
  readonly #report: (error: unknown) => void;
  #timer: NodeJS.Timeout | undefined;
  #failures = 0;
  #nextAttempt = 0;
  #hasEnded = false;

  /** @param open Opens the database, and ends this `Reopening` on success. */
  constructor(open: () => Promise<unknown>, report: (error: unknown) => void) {
    this.#open = open;
    this.#report = report;
  }

  /** The error for statements meanwhile. They open no connections themselves. */
  get error(): DatabaseError {
    return new DatabaseError(
      "connection",
      "The database is unavailable. The server keeps trying to connect.",
      { outcome: "notSent", retryAfter: this.retryAfter },
    );
  }

  /** The seconds until the next attempt, at least 1. */
  get retryAfter(): number {
    return Math.max(1, Math.ceil((this.#nextAttempt - performance.now()) / 1_000));
  }

  /** Reports a failed attempt and schedules the next one. */
  failed(error: unknown): void {
    if (this.#hasEnded) return;
    this.#report(error);
    const delay = Math.min(MAX_DELAY, FIRST_DELAY * 2 ** this.#failures++) * (0.9 + 0.2 * Math.random());
    this.#nextAttempt = performance.now() + delay;
    this.#timer = setTimeout(() => {
      this.#open().catch((next: unknown) => this.failed(next));
    }, delay).unref();
  }

  end(): void {
    this.#hasEnded = true;
    clearTimeout(this.#timer);
  }
}
