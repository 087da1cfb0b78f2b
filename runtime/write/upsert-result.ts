/** The outcome for a record. `unchanged`: it existed and did not need to change. */
export type UpsertOutcome = "created" | "updated" | "unchanged";

/** A record and its outcome. */
export interface UpsertResult<R> {
  readonly outcome: UpsertOutcome;
  readonly record: R;
}
