import { ApiError } from "../errors/api-error.js";

/** How often the `writeValidator` is called if the record keeps changing after the call. */
export const MAX_ASKED = 3;

/** The error for a record that other requests keep changing. */
export function changedTooOften(): ApiError {
  const message = "The record is being changed by others. Try again in a moment.";
  return new ApiError("database-unavailable", message, { headers: { "Retry-After": "1" } });
}
