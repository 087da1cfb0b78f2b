import type { DatabaseError } from "data-api";

/** An error of a driver, with the fields that the driver gives it, and what the product has to make of it. */
export type RecordedError = readonly [
  title: string,
  thrown: { readonly message: string; readonly [field: string]: unknown },
  /** What is left out is `undone`, not transient, and about no column, constraint, table or reason, and may be tried again in a second. */
  expected: Pick<DatabaseError, "kind"> &
    Partial<
      Pick<
        DatabaseError,
        "outcome" | "isTransient" | "columns" | "constraint" | "table" | "reason" | "retryAfter"
      >
    >,
];
