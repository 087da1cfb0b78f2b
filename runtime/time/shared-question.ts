/**
 * Returns a function that asks a question and never returns an answer to an earlier question. Only one question runs
 * at a time; callers that arrive meanwhile share the next one.
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
