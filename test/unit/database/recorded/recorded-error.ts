import type { DatabaseError } from "data-api";

/** An error of a driver with its fields, and the error into which the product must convert it. */
export type RecordedError = readonly [
  title: string,
  thrown: { readonly message: string; readonly [field: string]: unknown },
  /** By default `undone`, not transient, without columns, constraint, table and reason, retry after one second. */
  expected: Pick<DatabaseError, "kind"> &
    Partial<
      Pick<
        DatabaseError,
        "outcome" | "isTransient" | "columns" | "constraint" | "table" | "reason" | "retryAfter"
      >
    >,
];
