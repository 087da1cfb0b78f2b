import { ApiError } from "../../errors/api-error.js";

/** Where a record is in a body: its index in an array, from 0, or its path. `undefined` if the body is this record. */
export type RecordPlace = number | string | undefined;

/** The error of one record of many: its detail and its issues name the record. @returns Other errors unchanged. */
export function inRecord(error: unknown, place: RecordPlace): unknown {
  if (place === undefined || !(error instanceof ApiError) || error.status >= 500) return error;
  const { code, message, issues, headers, cause } = error;
  const placed =
    issues.length === 0
      ? [{ path: String(place), code, message }]
      : issues.map((issue) => ({ ...issue, path: `${place}.${issue.path}` }));
  const name = typeof place === "number" ? `Record ${place}` : `"${place}"`;
  return new ApiError(code, `${name}: ${message}`, { issues: placed, headers, cause });
}

/** The same by the index of the record. @param places Those of all records. `undefined` if they are the indexes. */
export function inRecordAt(
  error: unknown,
  index: number,
  places: readonly RecordPlace[] | undefined,
): unknown {
  return inRecord(error, places === undefined ? index : places[index]);
}
