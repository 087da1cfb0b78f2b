import { LOCKED } from "../access/current-user.js";
import type { CheckedCondition } from "../condition/checked.js";
import { compare } from "../condition/compare.js";
import type { Entity } from "../model/model.js";
import { onceForEach } from "../model/once-for-each.js";

/**
 * The users that no operator has locked. Whatever gives a user another token version asks for it: else a new password, or
 * a log-out elsewhere, would undo the lock.
 */
export const notLocked = onceForEach(({ name, fields }: Entity): CheckedCondition => {
  const field = fields.find(({ system }) => system === "tokenversion");
  if (field === undefined) throw new Error(`The records of "${name}" have no token version.`);
  return { kind: "or", conditions: [compare(field, "=", null), compare(field, "<>", LOCKED)] };
});
