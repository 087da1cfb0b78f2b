import { DatabaseError } from "./database-error.js";

const FIRST_DELAY = 1_000;
const MAX_DELAY = 32_000;

/** Why a database may be away for a while: whatever else stops it from being opened, somebody has to put right. */
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
 * Whether a database that cannot be opened may come back by itself. A host that has no name yet is one of them, because
 * names of containers come and go with them.
 */
export function isAway(error: unknown): error is DatabaseError {
  if (!(error instanceof DatabaseError)) return false;
  return error.reason === undefined ? error.isTransient : passing.has(error.reason);
}

/**
 * Goes on opening a database that is away, until it is open or nobody wants it any more: after 1, 2, 4 … 32 s, each a
 * little shorter or longer than the other servers wait.
 */
export class Reopening {
  readonly #open: () => Promise<unknown>;
  readonly #report: (error: unknown) => void;
  #timer: NodeJS.Timeout | undefined;
  #failures = 0;
  #nextAttempt = 0;
  #hasEnded = false;

  /** @param open Opens the database, and ends this when it is open. */
  constructor(open: () => Promise<unknown>, report: (error: unknown) => void) {
    this.#open = open;
    this.#report = report;
  }

  /** What a statement is told meanwhile, which opens no connection of its own. */
  get error(): DatabaseError {
    return new DatabaseError("connection", "The database is away. The server goes on trying to open it.", {
      outcome: "notSent",
      retryAfter: this.retryAfter,
    });
  }

  /** How many seconds are left until the next attempt; at least 1. */
  get retryAfter(): number {
    return Math.max(1, Math.ceil((this.#nextAttempt - Date.now()) / 1_000));
  }

  /** The database could not be opened: says so, and tries again later. */
  failed(error: unknown): void {
    if (this.#hasEnded) return;
    this.#report(error);
    const delay = Math.min(MAX_DELAY, FIRST_DELAY * 2 ** this.#failures++) * (0.9 + 0.2 * Math.random());
    this.#nextAttempt = Date.now() + delay;
    this.#timer = setTimeout(() => {
      this.#open().catch((next: unknown) => {
        this.failed(next);
      });
    }, delay).unref();
  }

  end(): void {
    this.#hasEnded = true;
    clearTimeout(this.#timer);
  }
}
