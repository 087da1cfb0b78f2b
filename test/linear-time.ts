import { expect } from "vitest";

/** How much larger the second input is. */
const FACTOR = 8;

/**
 * Expects `work` to take time in proportion to the size of its input. The time is that of the processor, for two sizes:
 * how fast and how busy the machine is says nothing then.
 */
export function expectLinear(size: number, work: (size: number) => void): void {
  // The first time compiles the code.
  work(size / FACTOR);
  const small = processorTime(() => {
    work(size / FACTOR);
  });
  const large = processorTime(() => {
    work(size);
  });
  // In square time, it is 64 times as much. The rest is for collecting garbage.
  expect(large).toBeLessThan(3 * FACTOR * small + 200);
}

/** In milliseconds. */
function processorTime(work: () => void): number {
  const begin = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(begin);
  return (user + system) / 1000;
}
