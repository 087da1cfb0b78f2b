import { expect } from "vitest";

/** How much larger the second input is. */
const FACTOR = 8;

/** The greatest number of measurements. In square time, none passes. */
const ROUNDS = 10;

/**
 * Expects `work` to take time in proportion to the size of its input. It measures processor time for two sizes, so
 * that the speed and load of the machine do not matter. Garbage of other work may be collected in any round, so one
 * round in proportion is enough.
 */
export function expectLinear(size: number, work: (size: number) => void): void {
  // The first run compiles the code.
  work(size / FACTOR);
  let small = 0;
  let large = Infinity;
  for (let round = 0; round < ROUNDS && !isLinear(small, large); round++) {
    small = processorTime(() => {
      work(size / FACTOR);
    });
    large = processorTime(() => {
      work(size);
    });
  }
  expect(isLinear(small, large), `${large} ms, and ${small} ms for an eighth`).toBe(true);
}

function isLinear(small: number, large: number): boolean {
  // Square time would be 64 times as much. The addend is for garbage collection.
  return large < 3 * FACTOR * small + 200;
}

/** The processor time in milliseconds, which does not depend on the load of the machine. */
export function processorTime(work: () => void): number {
  const begin = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(begin);
  return (user + system) / 1000;
}
