import { setTimeout as sleep } from "node:timers/promises";
import { lockedTooLong } from "./lock-patience.js";

/** The interval between attempts, in milliseconds. */
const POLL = 50;

/**
 * Tries to take a lock until it succeeds. It polls, because other statements would wait for a waiting one, for
 * example PostgreSQL's `create index concurrently`.
 * @param patience How long, in milliseconds.
 * @param onWait Called once if the lock is not free.
 * @throws {DatabaseError} if the lock does not become free.
 */
export async function pollLock(
  tryLock: () => Promise<boolean>,
  patience: number,
  onWait: () => void = () => undefined,
): Promise<void> {
  const begin = performance.now();
  if (await tryLock()) return;
  onWait();
  while (performance.now() - begin < patience) {
    await sleep(POLL);
    if (await tryLock()) return;
  }
  throw lockedTooLong();
}
