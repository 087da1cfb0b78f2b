/** The most shapes kept, because requests can choose shapes freely. */
const MAX_SHAPES = 500;

/** Caches one object for each shape. The oldest is evicted first. */
export class ShapeCache<T> {
  readonly #known = new Map<string, T>();
  readonly #max: number;

  constructor(max = MAX_SHAPES) {
    this.#max = max;
  }

  get(shape: string, make: () => T): T {
    const known = this.#known.get(shape);
    if (known !== undefined) return known;
    const made = make();
    const [oldest] = this.#known.keys();
    if (this.#known.size >= this.#max && oldest !== undefined) this.#known.delete(oldest);
    this.#known.set(shape, made);
    return made;
  }
}
