const FACTOR = Number(process.env["TEST_RUNS"] ?? 1);
if (!(FACTOR > 0)) throw new Error("TEST_RUNS must be a positive number.");

/** How many random cases are tried. `TEST_RUNS=10` tries ten times as many. */
export function runs(usual: number): number {
  return Math.ceil(usual * FACTOR);
}

/**
 * Of how many places in a row one is tried, an odd number: so that both of what takes turns is tried. `TEST_RUNS=10`
 * tries ten times as many.
 */
export function stride(usual: number): number {
  return Math.max(1, Math.floor((usual / FACTOR - 1) / 2) * 2 + 1);
}
