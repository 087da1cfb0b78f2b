import { ApiError } from "./api-error.js";
import { wordsOf } from "./words-of-error.js";

/** A record of a seed that could not be written. Its stack begins where the seed called `upsert`. */
export class SeedError extends Error {
  override readonly name = "SeedError";

  /** @param record `country, record 3 (code "de")` */
  constructor(record: string, error: unknown) {
    super(`${record}: ${reasonOf(error)}`, { cause: error });
  }
}

/** Answers do not show the database's message, but the operator sees it. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const isHidden = error instanceof ApiError && error.status >= 500 && error.cause instanceof Error;
  return wordsOf(isHidden ? (error.cause as Error) : error);
}
