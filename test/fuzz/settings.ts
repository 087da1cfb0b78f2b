import { runs } from "../runs.js";

/** The seed of the random requests: the same in every run, unless the environment sets another. */
export const SEED = seed();

/** The number of configurations for each database. */
export const CONFIGURATIONS = runs(4);

function seed(): number {
  const value = Number(process.env["FUZZ_SEED"] ?? 20_261_121);
  if (!Number.isSafeInteger(value)) throw new Error("FUZZ_SEED must be a whole number.");
  return value;
}
