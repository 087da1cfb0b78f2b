import type { PartRow } from "./part-row.js";
import type { StoredTrigger } from "./stored-schema.js";

/** A trigger of new rows, as a catalog query gives it. */
export interface TriggerRow extends PartRow {
  readonly timing: string;
  /** `null` if the caller may not see it. */
  readonly body: string | null;
}

export function toTriggers(rows: readonly TriggerRow[]): readonly StoredTrigger[] {
  return rows.map(({ name, timing, body }) => ({ name, timing: toTiming(timing), body: body ?? "" }));
}

/** `BEFORE`, `AFTER` or `INSTEAD OF`, in any case. */
function toTiming(text: string): StoredTrigger["timing"] {
  const [word = ""] = text.toLowerCase().split(/\s/);
  return word === "after" || word === "instead" ? word : "before";
}
