import type { ConfigProblem } from "../../errors/config-error.js";
import { safeKey } from "../check-shape.js";
import { isUserEntity } from "../effective-entities.js";
import type { RuleInput } from "./rule.js";

/** `ownerid` needs `auth`, which identifies the creator. Users own themselves, so they have no `ownerid`. */
export function owners({ configured, assumedAuth }: RuleInput): readonly ConfigProblem[] {
  return Object.entries(configured).flatMap(([name, { systemFields }]) => {
    if (systemFields?.ownerid !== true) return [];
    const mistake =
      assumedAuth === undefined
        ? 'records have an owner only with "auth", which says who creates them.'
        : isUserEntity(name, assumedAuth)
          ? "a user has no other owner: remove it."
          : undefined;
    if (mistake === undefined) return [];
    return [{ path: `entities.${safeKey(name)}.systemFields.ownerid`, message: mistake }];
  });
}
