/** The seed of the random requests: the same in every run, unless the environment sets another. */
export const SEED = whole("FUZZ_SEED", 20_261_121);

/** The number of configurations for each database. */
export const CONFIGURATIONS = whole("FUZZ_RUNS", 4);

/** Whether the environment asks for a longer run, which then reports its statistics. */
export const isLong = process.env["FUZZ_RUNS"] !== undefined;

function whole(variable: string, usual: number): number {
  const value = Number(process.env[variable] ?? usual);
  if (!Number.isSafeInteger(value)) throw new Error(`${variable} must be a whole number.`);
  return value;
}
