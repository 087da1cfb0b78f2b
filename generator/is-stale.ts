import type { Plan } from "./plan/plan.js";

/** Whether a run would write anything. */
export function isStale({ files, records }: Plan): boolean {
  return records.length > 0 || files.some(({ before, after, last }) => before !== after || last.length > 0);
}
