/**
 * A generator that ends at once: `return`, `break` and a signal abort what it waits for. A plain generator returns only
 * when it has got that.
 * @param generate The signal aborts when the generator ends, for whatever reason.
 * @param outer Its reason is thrown when it aborts.
 */
export function endedBy<T>(
  generate: (signal: AbortSignal) => AsyncGenerator<T, void>,
  outer: AbortSignal | undefined,
): AsyncGenerator<T, void> {
  const ending = new AbortController();
  let isReturned = false;
  const abort = () => ending.abort(outer?.reason);
  async function* run(): AsyncGenerator<T, void> {
    if (outer?.aborted === true) abort();
    else outer?.addEventListener("abort", abort);
    try {
      yield* generate(ending.signal);
    } catch (error) {
      if (isReturned) return;
      throw outer?.aborted === true ? (outer.reason ?? error) : error;
    } finally {
      outer?.removeEventListener("abort", abort);
      ending.abort();
    }
  }
  const generator = run();
  const end = generator.return.bind(generator);
  const own = {
    return: (value?: void | PromiseLike<void>) => {
      isReturned = true;
      ending.abort();
      return end(value);
    },
    // For `await using`. Older engines have neither.
    [(Symbol as { asyncDispose?: symbol }).asyncDispose ?? ""]: async () => {
      await own.return();
    },
  };
  return Object.assign(generator, own);
}
