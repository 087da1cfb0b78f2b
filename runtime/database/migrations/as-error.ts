import { inspect } from "node:util";

/** What the code of a migration has thrown, which may be no Error. */
export function asError(thrown: unknown): Error {
  if (thrown instanceof Error) return thrown;
  return new Error(typeof thrown === "string" && thrown !== "" ? thrown : `It throws ${inspect(thrown)}`);
}
