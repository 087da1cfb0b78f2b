import { setTimeout as sleep } from "node:timers/promises";

/**
 * How long SQLite itself waits for a lock, in milliseconds. It blocks the process, so this only covers short locks.
 */
export const BLOCKING_WAIT = 10;

/** The interval between attempts to get a lock, in milliseconds. */
export const POLL = 10;

/** Whether another process holds a lock. Running the transaction again may succeed. */
export function isBusy(error: unknown): boolean {
  return String((error as { code?: string }).code).startsWith("SQLITE_BUSY");
}

/**
 * Whether another process has locked the file. If it has changed what a transaction has read, waiting does not help.
 */
export function isLocked(error: unknown): boolean {
  return isBusy(error) && (error as { code: string }).code !== "SQLITE_BUSY_SNAPSHOT";
}

/**
 * Runs `work`, and retries it for `lockTimeout` milliseconds while another process has locked the file. Other
 * requests run in between.
 */
export async function whenUnlocked<T>(
  lockTimeout: number,
  work: () => T,
  isPassing = isLocked,
): Promise<Awaited<T>> {
  const begin = performance.now();
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isPassing(error) || performance.now() - begin >= lockTimeout) throw error;
    }
    await sleep(POLL);
  }
}
