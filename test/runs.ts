const FACTOR = Number(process.env["TEST_RUNS"] ?? 1);
if (!(FACTOR > 0)) throw new Error("TEST_RUNS must be a positive number.");

/** Whether the environment asks for a longer run, which then reports its statistics. */
export const isLong = FACTOR > 1;

/** The number of random cases. `TEST_RUNS=10` runs ten times as many. */
export function runs(usual: number): number {
  return Math.ceil(usual * FACTOR);
}

/**
 * One of this many successive places is tried. The number is odd, so that alternating places are both tried.
 * `TEST_RUNS=10` tries ten times as many.
 */
export function stride(usual: number): number {
  return Math.max(1, Math.floor((usual / FACTOR - 1) / 2) * 2 + 1);
}
