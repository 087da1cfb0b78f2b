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
 * Retries after a transient fault, with exponential backoff and full jitter, so that requests that failed
 * together do not return together. If the first attempt may have been done, it is retried only if that does
 * no harm.
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

function mayRetry(error: unknown, isRepeatable: boolean): boolean {
  return error instanceof DatabaseError && error.isTransient && (isRepeatable || error.outcome !== "unknown");
}
