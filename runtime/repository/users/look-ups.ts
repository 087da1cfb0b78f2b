/** The most values that are cached. */
const MAX_VALUES = 10_000;

interface SeenValue<T> {
  readonly value: T;
  /** Counted from when the look-up began: what it has found may have changed since. */
  readonly until: number;
}

/** A running look-up, and the next one: a request after a write needs a look-up that began after that write. */
interface Look<T> {
  readonly value: Promise<T | undefined>;
  next: Promise<T | undefined> | undefined;
}

/** Looks up values by key. Concurrent requests share one look-up, and its result is cached for the interval. */
export class LookUps<Key, T> {
  readonly #find: (key: Key) => Promise<T | undefined>;
  readonly #interval: number;
  readonly #seen = new Map<string, SeenValue<T>>();
  readonly #looks = new Map<string, Look<T>>();

  /** @param interval How long a value is cached, in milliseconds. */
  constructor(find: (key: Key) => Promise<T | undefined>, interval: number) {
    this.#find = find;
    this.#interval = interval;
  }

  /** The cached value. `undefined` if a look-up is needed. */
  known(key: Key): T | undefined {
    const seen = this.#seen.get(String(key));
    return seen !== undefined && performance.now() < seen.until ? seen.value : undefined;
  }

  /** The value, if it fits; else `undefined`. */
  async find(key: Key, fits: (value: T) => boolean): Promise<T | undefined> {
    const running = this.#looks.get(String(key));
    if (running !== undefined) {
      const value = await running.value;
      if (value !== undefined && fits(value)) return value;
    }
    // Another server may have written the value after this look-up began.
    const now = await this.findNow(key);
    return now !== undefined && fits(now) ? now : undefined;
  }

  /** The value now, whatever is cached: from a look-up that begins after this call. */
  findNow(key: Key): Promise<T | undefined> {
    const running = this.#looks.get(String(key));
    if (running === undefined) return this.#begin(key);
    return (running.next ??= running.value.then(
      () => this.findNow(key),
      () => this.findNow(key),
    ));
  }

  /** Removes a value from the cache: later requests look it up again. */
  forget(key: Key): void {
    this.#seen.delete(String(key));
    this.#looks.delete(String(key));
  }

  /** Removes all values that match. Running look-ups may find one, so they are not cached. */
  forgetAll(matches: (value: T) => boolean): void {
    for (const [key, { value }] of this.#seen) if (matches(value)) this.#seen.delete(key);
    this.#looks.clear();
  }

  async #begin(key: Key): Promise<T | undefined> {
    const name = String(key);
    const until = performance.now() + this.#interval;
    const look: Look<T> = { value: this.#find(key), next: undefined };
    this.#looks.set(name, look);
    try {
      const value = await look.value;
      if (value !== undefined && this.#looks.get(name) === look) this.#remember(name, { value, until });
      return value;
    } finally {
      if (this.#looks.get(name) === look) this.#looks.delete(name);
    }
  }

  #remember(name: string, seen: SeenValue<T>): void {
    this.#seen.delete(name);
    const [oldest] = this.#seen.keys();
    if (this.#seen.size >= MAX_VALUES && oldest !== undefined) this.#seen.delete(oldest);
    this.#seen.set(name, seen);
  }
}
