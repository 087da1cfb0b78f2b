/**
 * Returns a function that asks a question whose answer must not be older than the asking. One question is under way at
 * a time: all who come meanwhile share the next one.
 */
export function sharedQuestion<T>(ask: () => Promise<T>): () => Promise<T> {
  let running: Promise<unknown> | undefined;
  let next: Promise<T> | undefined;
  const begin = (): Promise<T> => {
    next = undefined;
    const answer = ask();
    const own = answer.then(
      () => undefined,
      () => undefined,
    );
    running = own;
    void own.then(() => {
      if (running === own) running = undefined;
    });
    return answer;
  };
  return () => (running === undefined ? begin() : (next ??= running.then(begin)));
}
