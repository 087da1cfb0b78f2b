import { ApiError } from "data-api";

/** The problem with which the work fails. Other errors are not caught. */
export function mistakeOf(work: () => unknown): ApiError | undefined {
  try {
    work();
    return undefined;
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
}
