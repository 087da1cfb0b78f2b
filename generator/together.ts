/**
 * Starts a task for each item at once, so that what they wait for is done together.
 * @throws The error of the first item that fails, in the order of the items.
 */
export async function together<I, R>(
  items: readonly I[],
  task: (item: I) => Promise<R>,
): Promise<readonly R[]> {
  const results = await Promise.allSettled(items.map(task));
  return results.map((result) => {
    if (result.status === "rejected") throw result.reason;
    return result.value;
  });
}
