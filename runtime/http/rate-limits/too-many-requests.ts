import { ApiError } from "../../errors/api-error.js";

/** 429 with the seconds until the limit resets. */
export function tooManyRequests(detail: string, resetTime: Date | undefined): ApiError {
  const seconds = Math.ceil(((resetTime?.getTime() ?? 0) - Date.now()) / 1000);
  return new ApiError("too-many-requests", detail, {
    headers: { "Retry-After": String(Math.max(1, seconds)) },
  });
}
