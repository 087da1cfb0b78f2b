import { DatabaseError } from "./database-error.js";

/** How much longer than the server, which should give a statement up itself, in milliseconds. */
export const GRACE = 1_000;

/** Waits for an answer of the server, which may be gone without a word. @throws {DatabaseError} */
export function answerWithin<T>(statementTimeout: number, answer: Promise<T>): Promise<T> {
  const limit = statementTimeout + GRACE;
  const createError = () =>
    new DatabaseError("timeout", `The server did not answer within ${limit} ms.`, {
      isTransient: true,
      outcome: "unknown",
    });
  return within(limit, answer, createError);
}

/** Waits so long, and no longer. */
export function within<T>(limit: number, work: Promise<T>, createError: () => Error): Promise<T> {
  return unlessLate(limit, work, () => {
    throw createError();
  });
}

/** What the work gives, or what stands for it if it takes longer. The work itself goes on. */
export async function unlessLate<T>(limit: number, work: Promise<T>, late: () => T): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const end = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, limit);
  }).then(late);
  try {
    return await Promise.race([work, end]);
  } finally {
    clearTimeout(timer);
  }
}
