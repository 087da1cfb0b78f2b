/**
 * Starts a task for each item at once, so that what they wait for is done together. Does not keep the items while it
 * waits.
 * @throws The error of the first item that fails, in the order of the items.
 */
export function together<I, R>(
  items: readonly I[],
  task: (item: I) => R | Promise<R>,
): Promise<readonly R[]> {
  return Promise.allSettled(items.map(task)).then((results) =>
    results.map((result) => {
      if (result.status === "rejected") throw result.reason;
      return result.value;
    }),
  );
}
