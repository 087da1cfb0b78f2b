import { DatabaseError } from "./database-error.js";
import { unlessLate } from "./patience.js";

/** How long an answer counts, and how long it is waited for, in milliseconds. */
const INTERVAL = 1_000;

/** How long the answer to any other statement shows that the database is there, in milliseconds. */
const RECENT = 5_000;

interface Heart {
  /** Runs the smallest statement there is, which tells whether the database can work. */
  readonly ask: () => Promise<boolean>;
  /** When another statement was last answered, as `Date.now()` has it. */
  readonly lastAnswer: () => number;
}

/**
 * Tells whether the database answers: asks once a second at most, one question at a time, however many want to know, and
 * says so within a second. The question waits for its turn in the pool like any statement. Where it does not come to its
 * turn, a database that has answered others just now is not away, it is busy: a server that said it is not ready would
 * only leave more to do to the rest.
 */
export function createHeartbeat({ ask, lastAnswer }: Heart): () => Promise<boolean> {
  const isBusy = () => Date.now() - lastAnswer() < RECENT;
  let asked = -Infinity;
  let isAsking = false;
  let answer: Promise<boolean> = Promise.resolve(false);

  async function listen(): Promise<boolean> {
    isAsking = true;
    try {
      return await ask();
    } catch (error) {
      // Nothing of the pool became free, or the queue is full.
      return error instanceof DatabaseError && error.kind === "timeout" && isBusy();
    } finally {
      isAsking = false;
    }
  }

  return () => {
    if (Date.now() - asked < INTERVAL) return answer;
    // A question of a second ago has not been answered yet.
    if (isAsking) return Promise.resolve(isBusy());
    asked = Date.now();
    answer = unlessLate(INTERVAL, listen(), isBusy);
    return answer;
  };
}
