import { ADMIN_ROLE, GUEST_ROLE, MEMBER_ROLE, OWNER_ROLE, type Caller } from "../../access/caller.js";
import { namedRoles } from "../../access/named-roles.js";
import type { Model } from "../../model/model.js";
import { onceForEach } from "../../model/once-for-each.js";

/** The roles that a caller may view the data as: all that the configuration names, if the caller is an administrator. */
export function viewableRoles(model: Model, caller: Caller): readonly string[] {
  return mayViewAs(caller) ? rolesIn(model) : [];
}

/** No program may: its key could be narrowed, and another role has rights of its own. */
export function mayViewAs({ isAuthenticated, roles, apiKey }: Caller): boolean {
  return isAuthenticated && apiKey === undefined && roles.includes(ADMIN_ROLE);
}

/** The role `owner` depends on the record, so no caller has it. */
const rolesIn = onceForEach((model: Model): readonly string[] => {
  const { admin, openapi } = model;
  const others = [admin, openapi].flatMap((settings) => (settings === false ? [] : settings.roles));
  const named = new Set([...namedRoles(model), ...others].sort());
  for (const role of [GUEST_ROLE, MEMBER_ROLE, OWNER_ROLE]) named.delete(role);
  return [GUEST_ROLE, MEMBER_ROLE, ...named];
});
