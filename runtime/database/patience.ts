import { DatabaseError } from "./database-error.js";

/** How much longer than the server, which should give a statement up itself, in milliseconds. */
const GRACE = 1_000;

/** Waits for a connection of a pool. One that comes too late is given back. @throws {DatabaseError} */
export function acquireWithin<T>(
  waitTimeout: number,
  connection: Promise<T>,
  giveBack: (connection: T) => void,
): Promise<T> {
  const createError = () =>
    new DatabaseError("timeout", `No connection of the pool was free within ${waitTimeout} ms.`, {
      outcome: "notSent",
      reason: "noAnswer",
    });
  return within(waitTimeout, connection, createError, giveBack);
}

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

async function within<T>(
  limit: number,
  work: Promise<T>,
  createError: () => Error,
  takeLate: (result: T) => void = () => undefined,
): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const end = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      work.then(takeLate, () => undefined);
      reject(createError());
    }, limit);
  });
  try {
    return await Promise.race([work, end]);
  } finally {
    clearTimeout(timer);
  }
}

/** What the work gives, or what stands for it if it takes longer. The work itself goes on. */
export async function unlessLate<T>(limit: number, work: Promise<T>, late: () => T): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const end = new Promise<T>((resolve) => {
    timer = setTimeout(() => {
      resolve(late());
    }, limit);
  });
  try {
    return await Promise.race([work, end]);
  } finally {
    clearTimeout(timer);
  }
}
