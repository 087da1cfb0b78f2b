/** What the random requests begin from: the same in every run, unless the environment says otherwise. */
export const SEED = whole("FUZZ_SEED", 20_261_121);

/** How many configurations are made for each database. */
export const CONFIGURATIONS = whole("FUZZ_RUNS", 4);

/** Whether somebody has asked for more than usual, and may want to know how much that was. */
export const isLong = process.env["FUZZ_RUNS"] !== undefined;

function whole(variable: string, usual: number): number {
  const value = Number(process.env[variable] ?? usual);
  if (!Number.isSafeInteger(value)) throw new Error(`${variable} must be a whole number.`);
  return value;
}
