/** The value of `work`, or the error of this kind that it throws. */
export function catching<T, E extends Error>(
  kind: abstract new (...args: never[]) => E,
  work: () => T,
): { readonly value: T; readonly error?: undefined } | { readonly value?: undefined; readonly error: E } {
  try {
    return { value: work() };
  } catch (error) {
    if (error instanceof kind) return { error };
    throw error;
  }
}
