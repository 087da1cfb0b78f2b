/** Waits for the work. Rejects with `createError()` after `limit` milliseconds. */
export function within<T>(limit: number, work: Promise<T>, createError: () => Error): Promise<T> {
  return unlessLate(limit, work, () => {
    throw createError();
  });
}

/** The result of the work, or of `late()` after `limit` milliseconds. The work itself is not cancelled. */
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
