import { setTimeout as sleep } from "node:timers/promises";
import { DatabaseError } from "./database-error.js";

/** How often a failed attempt is repeated. */
const RETRIES = 2;
const FIRST_DELAY = 100;
const MAX_DELAY = 2_000;
/** How long after its start a statement may be retried, in milliseconds. */
const DEADLINE = 5_000;

/** Runs `attempt`, and retries it after a transient fault. `isRepeatable`: running it twice does no harm. */
export async function retrying<T>(
  isRepeatable: boolean,
  attempt: () => Promise<T>,
  retries = RETRIES,
): Promise<T> {
  const begin = performance.now();
  try {
    return await attempt();
  } catch (error) {
    return retryAfter(error, { begin, isRepeatable, attempt, retries });
  }
}

interface Retry<T> {
  /** When the first attempt began, in `performance.now()` time. */
  readonly begin: number;
  readonly isRepeatable: boolean;
  readonly attempt: () => Promise<T>;
  /** How often it is repeated. Default: 2. */
  readonly retries?: number;
}

/**
 * Retries after a transient fault, with exponential backoff and full jitter, so that requests that failed together do
 * not return together. If the first attempt may have been done, it is retried only if that does no harm.
 */
export async function retryAfter<T>(
  error: unknown,
  { begin, isRepeatable, attempt, retries = RETRIES }: Retry<T>,
): Promise<T> {
  let failure = error;
  for (let count = 1; count <= retries && mayRetry(failure, isRepeatable); count++) {
    const delay = Math.random() * Math.min(MAX_DELAY, FIRST_DELAY * 2 ** (count - 1));
    if (performance.now() - begin + delay > DEADLINE) break;
    await sleep(delay);
    try {
      return await attempt();
    } catch (next) {
      failure = next;
    }
  }
  throw failure;
}

/** How often what deadlocks undo is repeated. */
const MAX_DEADLOCKS = 5;

/**
 * Repeats what a deadlock has undone. Each change of tables on one node of a Galera cluster undoes what reads tables on
 * the others, so that servers that start together undo each other's reads.
 * @param attempt Running it again does no harm.
 */
export async function despiteDeadlocks<T>(
  attempt: () => Promise<T>,
  toDatabaseError: (error: unknown) => DatabaseError,
): Promise<T> {
  for (let count = 1; ; count++) {
    try {
      return await attempt();
    } catch (error) {
      if (count > MAX_DEADLOCKS || toDatabaseError(error).kind !== "deadlock") throw error;
      await sleep(Math.random() * FIRST_DELAY);
    }
  }
}

function mayRetry(error: unknown, isRepeatable: boolean): boolean {
  return error instanceof DatabaseError && error.isTransient && (isRepeatable || error.outcome !== "unknown");
}
