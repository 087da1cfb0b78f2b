import { DatabaseError } from "./database-error.js";
import { unlessLate } from "../../time/within.js";

/** How long an answer is valid, and how long to wait for it, in milliseconds. */
const INTERVAL = 1_000;

/** How long an answer to any other statement proves that the database is available, in milliseconds. */
const RECENT = 5_000;

interface Heart {
  /** Runs a minimal statement. Resolves to whether the database is ready. */
  readonly ask: () => Promise<boolean>;
  /** When the database last answered another statement, in `performance.now()` time. */
  readonly lastAnswer: () => number;
}

/**
 * Returns a function that tells whether the database answers. It asks at most once a second, with one question at a
 * time for all callers, and resolves within a second. The question waits for a connection of the pool like any
 * statement. If it gets none, but the database has answered other statements recently, the database is busy, not
 * unavailable: a server that reported itself as not ready would only shift its load to the other servers.
 */
export function createHeartbeat({ ask, lastAnswer }: Heart): () => Promise<boolean> {
  const isBusy = () => performance.now() - lastAnswer() < RECENT;
  let asked = -Infinity;
  let isAsking = false;
  let answer: Promise<boolean> = Promise.resolve(false);

  async function listen(): Promise<boolean> {
    isAsking = true;
    try {
      return await ask();
    } catch (error) {
      // No connection of the pool became free, or the queue is full.
      return error instanceof DatabaseError && error.kind === "timeout" && isBusy();
    } finally {
      isAsking = false;
    }
  }

  return () => {
    if (performance.now() - asked < INTERVAL) return answer;
    // The previous question has not been answered yet.
    if (isAsking) return Promise.resolve(isBusy());
    asked = performance.now();
    answer = unlessLate(INTERVAL, listen(), isBusy);
    return answer;
  };
}
