import { ApiError } from "../errors/api-error.js";

/**
 * The error of one record of many: its detail and its issues name the record by its index, from 0.
 * @returns Other errors as they are.
 */
export function inRecord(error: unknown, index: number): unknown {
  if (!(error instanceof ApiError) || error.status >= 500) return error;
  const { code, message, issues, headers, cause } = error;
  const placed =
    issues.length === 0
      ? [{ path: String(index), code, message }]
      : issues.map((issue) => ({ ...issue, path: `${index}.${issue.path}` }));
  return new ApiError(code, `Record ${index}: ${message}`, { issues: placed, headers, cause });
}
