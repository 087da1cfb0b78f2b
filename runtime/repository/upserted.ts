/** What happened to a record. `unchanged`: it was there, and nothing was to be changed. */
export type UpsertOutcome = "created" | "updated" | "unchanged";

/** A record with what happened to it. */
export interface Upserted<R> {
  readonly outcome: UpsertOutcome;
  readonly record: R;
}
