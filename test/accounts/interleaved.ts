import { vi } from "vitest";
import { Database } from "../../runtime/database/database.js";
import { TransactionSession } from "../../runtime/database/transaction-session.js";

type Rows = (this: unknown, ...args: unknown[]) => unknown;

/** How long the first request waits for the other one, which may wait for its locks, in milliseconds. */
const PATIENCE = 100;

/**
 * Does `first`, and does `other` after its statement with this number, counted from 1, so that it meets what the first
 * request has done so far. `other` ends before the first request goes on, unless it waits for its locks.
 * @returns Both results; `undefined` if `first` has fewer statements.
 */
export async function interleave<A, B>(
  number: number,
  first: () => Promise<A>,
  other: () => Promise<B>,
): Promise<readonly [A, B] | undefined> {
  let count = 0;
  let running: Promise<B> | undefined;
  const spies = [Database.prototype, TransactionSession.prototype].map((prototype) => {
    const rows = Object.getOwnPropertyDescriptor(prototype, "rows")?.value as Rows;
    return vi.spyOn(prototype, "rows").mockImplementation(async function (this: unknown, ...args) {
      const found = await rows.apply(this, args);
      if (running === undefined && ++count === number) {
        running = other();
        running.catch(() => undefined);
        const isLate = new Promise((resolve) => {
          setTimeout(resolve, PATIENCE);
        });
        await Promise.race([running.catch(() => undefined), isLate]);
      }
      return found as never;
    });
  });
  try {
    const answer = await first();
    return running && [answer, await running];
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
}
