import { ApiError } from "../errors/api-error.js";

/** The error for a request that would write more records than it may. */
export function tooManyRecords(max: number): ApiError {
  return new ApiError("too-many-records", `A request may write at most ${max} records here.`);
}
