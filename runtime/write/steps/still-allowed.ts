import { and } from "../../condition/join-conditions.js";
import { dependsOn, surelyHolds } from "../../condition/surely-holds.js";
import { deniedRecord } from "../../access/granted-rights.js";
import { triggeredFields } from "../../model/fields.js";
import { itself } from "./reach-record.js";
import { areThey, inGroups } from "../groups/write-groups.js";
import type { Step } from "./step.js";
import type { PlannedWrite } from "../write.js";

/**
 * Rejects a write that would move the record out of the caller's reach. Not needed if the new values surely satisfy
 * the caller's rule. Values from triggers are not known in advance.
 */
export const stillAllowed: Step = {
  isNeeded: ({ kind, entity, rule, set: { fields, values } }) => {
    if (rule === undefined) return false;
    const filled = triggeredFields(entity);
    if (kind === "update" && !dependsOn(rule, [...fields, ...filled])) return false;
    const known = new Map(fields.map((field, index) => [field, values[index] ?? null]));
    for (const field of filled) known.delete(field);
    return !surelyHolds(rule, known);
  },
  run: async (write, { reads }) => {
    const { grant, rule } = write;
    const count = await reads.count(and(itself(write), rule));
    if (count === 0 && grant !== undefined) throw deniedRecord(grant);
  },
  runAll: async (writes, context) => {
    const { reads } = context;
    for (const group of inGroups(writes, context)) {
      const [{ grant, rule }] = group as readonly [PlannedWrite];
      const count = await reads.count(and(areThey(group), rule));
      if (count < group.length && grant !== undefined) throw deniedRecord(grant);
    }
  },
};
