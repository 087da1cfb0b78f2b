import { inspect } from "node:util";

/** Converts a value thrown by the code of a migration to an Error. */
export function asError(thrown: unknown): Error {
  if (thrown instanceof Error) return thrown;
  return new Error(typeof thrown === "string" && thrown !== "" ? thrown : `It throws ${inspect(thrown)}`);
}
