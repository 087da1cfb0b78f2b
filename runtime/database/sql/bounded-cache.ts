/** The maximum number of keys, because requests can choose them freely. */
const MAX_KEYS = 500;

/** Caches one object for each key, and evicts the oldest first. */
export class BoundedCache<T> {
  readonly #known = new Map<string, T>();
  readonly #max: number;

  constructor(max = MAX_KEYS) {
    this.#max = max;
  }

  get(key: string, make: () => T): T {
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const made = make();
    const [oldest] = this.#known.keys();
    if (this.#known.size >= this.#max && oldest !== undefined) this.#known.delete(oldest);
    this.#known.set(key, made);
    return made;
  }
}
