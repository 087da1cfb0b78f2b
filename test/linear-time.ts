import { expect } from "vitest";

/** How much larger the second input is. */
const FACTOR = 8;

/** How often both are measured at most. In square time, none of them passes. */
const ROUNDS = 10;

/**
 * Expects `work` to take time in proportion to the size of its input. The time is that of the processor, for two sizes:
 * how fast and how busy the machine is says nothing then. Garbage of other work may be collected in any round, so one
 * round in proportion is enough.
 */
export function expectLinear(size: number, work: (size: number) => void): void {
  // The first time compiles the code.
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
  // In square time, it is 64 times as much. The rest is for collecting garbage.
  return large < 3 * FACTOR * small + 200;
}

/** The time that the processor works, in milliseconds: how busy the machine is says nothing then. */
export function processorTime(work: () => void): number {
  const begin = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(begin);
  return (user + system) / 1000;
}
