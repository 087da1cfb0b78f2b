export type Awaitable<T> = T | Promise<T>;

/**
 * Continues with a value: at once if it is there, which saves the promises. SQLite answers at once, and with
 * `await` on each floor, a find by id cost 8 % more.
 */
export function whenThere<T, R>(value: Awaitable<T>, use: (value: T) => Awaitable<R>): Awaitable<R> {
  return value instanceof Promise ? value.then(use) : use(value);
}
