import { ApiError } from "../errors/api-error.js";

/** How often the `writeValidator` is asked if the record keeps changing after it was asked. */
export const MAX_ASKED = 3;

/** The error for a record that others keep changing. */
export function changedTooOften(): ApiError {
  const message = "The record is being changed by others. Try again in a moment.";
  return new ApiError("database-unavailable", message, { headers: { "Retry-After": "1" } });
}
