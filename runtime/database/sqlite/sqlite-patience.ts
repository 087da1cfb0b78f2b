import { setTimeout as sleep } from "node:timers/promises";

/** How long SQLite itself waits for a lock, in milliseconds. Nothing else runs meanwhile: enough for what others do at once. */
export const BLOCKING_WAIT = 10;

/** How long to wait before looking for a lock again, in milliseconds. */
export const POLL = 10;

/** Whether another process has the file. Where that has changed what a transaction has read, waiting does not help. */
export function isLocked(error: unknown): boolean {
  const { code = "" } = error as { code?: string };
  return code.startsWith("SQLITE_BUSY") && code !== "SQLITE_BUSY_SNAPSHOT";
}

/** Does what needs the file, again and again while another process has it locked, and lets the others run meanwhile. */
export async function whenUnlocked<T>(lockTimeout: number, work: () => T): Promise<Awaited<T>> {
  const begin = Date.now();
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isLocked(error) || Date.now() - begin >= lockTimeout) throw error;
    }
    await sleep(POLL);
  }
}
