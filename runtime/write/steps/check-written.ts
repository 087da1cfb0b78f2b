import { skippedRow, skippingOf } from "../../database/skipped-rows.js";
import { ownFields } from "../../database/sql/selection.js";
import { toJsonText } from "../../model/values/exact-json.js";
import { itself } from "./reach-record.js";
import type { Step } from "./step.js";
import { statement } from "./write-statement.js";
import type { AnyFields, PlannedWrite } from "../write.js";

/**
 * Reads whether the record was written, if the statement does not tell: what a trigger or a rule does in its place may be
 * nothing, or something else.
 * @throws {DatabaseError} if not.
 */
export const checkWritten: Step = {
  isNeeded: (write, context) => {
    const skipping = skippingOf(context.session, write.entity);
    return (skipping === "hidden" || skipping === "ruled") && statement.isNeeded(write, context);
  },
  run: async (write, { reads }) => {
    // A view may give no key of a new record.
    if (write.kind === "create" && write.key.includes(null)) return;
    const stored = await reads.first(itself(write), ownFields(write.entity));
    if (!isWritten(write, stored)) throw skippedRow();
  },
};

function isWritten({ kind, previous, set }: PlannedWrite, stored: AnyFields | undefined): boolean {
  if (kind === "create") return stored !== undefined;
  // A hook may have deleted the record that was locked.
  if (kind === "delete" || previous === undefined || stored === undefined) return stored === undefined;
  const isChange = set.fields.some(
    ({ name }, index) =>
      Object.hasOwn(previous, name) && toJsonText(previous[name]) !== toJsonText(set.values[index] ?? null),
  );
  return !isChange || toJsonText(previous) !== toJsonText(stored);
}
