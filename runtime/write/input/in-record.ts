import { ApiError } from "../../errors/api-error.js";

/**
 * The error of one record of many: its detail and its issues name the record.
 * @param place Its index in an array, from 0, or its path in the body of another record. `undefined` if the body is
 * this record.
 * @returns Other errors unchanged.
 */
export function inRecord(error: unknown, place: number | string | undefined): unknown {
  if (place === undefined || !(error instanceof ApiError) || error.status >= 500) return error;
  const { code, message, issues, headers, cause } = error;
  const placed =
    issues.length === 0
      ? [{ path: String(place), code, message }]
      : issues.map((issue) => ({ ...issue, path: `${place}.${issue.path}` }));
  const name = typeof place === "number" ? `Record ${place}` : `"${place}"`;
  return new ApiError(code, `${name}: ${message}`, { issues: placed, headers, cause });
}
