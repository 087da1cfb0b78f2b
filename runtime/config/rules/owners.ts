import { isUserEntity } from "../effective-entities.js";
import { entityRule } from "./rule.js";

/** `ownerid` needs `auth`, which identifies the creator. Users own themselves, so they have no `ownerid`. */
export const owners = entityRule(function* ({ systemFields }, name, { assumedAuth }) {
  if (systemFields?.ownerid !== true) return;
  const option = "systemFields.ownerid";
  if (assumedAuth === undefined)
    yield [option, 'records have an owner only with "auth", which says who creates them.'];
  else if (isUserEntity(name, assumedAuth)) yield [option, "a user has no other owner: remove it."];
});
