export type Awaitable<T> = T | Promise<T>;

/**
 * Continues with a value: synchronously if it is there, which saves promises. SQLite answers synchronously; with
 * `await` in every layer, a find by id took 8 % longer.
 */
export function whenThere<T, R>(value: Awaitable<T>, use: (value: T) => Awaitable<R>): Awaitable<R> {
  return value instanceof Promise ? value.then(use) : use(value);
}
