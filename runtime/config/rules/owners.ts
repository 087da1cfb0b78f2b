import type { ConfigProblem } from "../../errors/config-error.js";
import { safeKey } from "../check-shape.js";
import type { RuleInput } from "./rule.js";

/** Records belong to whoever created them, where it is known who that is. */
export function owners({ configured, assumedAuth }: RuleInput): readonly ConfigProblem[] {
  if (assumedAuth !== undefined) return [];
  return Object.entries(configured)
    .filter(([, { systemFields }]) => systemFields?.ownerid === true)
    .map(([name]) => ({
      path: `entities.${safeKey(name)}.systemFields.ownerid`,
      message: 'records have an owner only with "auth", which says who creates them.',
    }));
}
