/** Repeatable random numbers: the same seed gives the same numbers. */
export class Chance {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** A whole number from 0 to below `end`. */
  below(end: number): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % end;
  }

  /** `true` once in this many calls, on average. */
  oneIn(times: number): boolean {
    return this.below(times) === 0;
  }

  pick<T>(items: readonly T[]): T {
    if (items.length === 0) throw new Error("There is nothing to pick.");
    return items[this.below(items.length)] as T;
  }

  /** A random subset in random order: each item is chosen once in `oneIn` calls, on average. */
  some<T>(items: readonly T[], oneIn = 2): readonly T[] {
    return items
      .filter(() => this.oneIn(oneIn))
      .map((item) => [this.below(1000), item] as const)
      .toSorted(([a], [b]) => a - b)
      .map(([, item]) => item);
  }

  times<T>(count: number, make: (index: number) => T): readonly T[] {
    return Array.from({ length: count }, (_, index) => make(index));
  }
}
