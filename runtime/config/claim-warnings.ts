import { ADMIN_ROLE } from "../access/caller.js";
import type { ConfigWarning } from "../errors/config-error.js";
import type { AuthSettings } from "../model/settings/auth-settings.js";
import type { Entity, Permission } from "../model/model.js";
import { usersEntity } from "../model/users-entity.js";
import { gives } from "./rules/permission-fields.js";

/** Warns about claims that users can set themselves: a permission that uses such a claim protects nothing. */
export function claimWarnings(auth: AuthSettings, entities: readonly Entity[]): readonly ConfigWarning[] {
  const users = usersEntity({ entities });
  if (users === undefined || auth.tokens?.kind !== "own") return [];
  return auth.tokens.claims.flatMap((claim) => {
    const field = users.fieldsByName.get(claim.toLowerCase());
    // User names are unique, so setting one gains nothing.
    if (field === undefined || field.settableBy !== undefined || field.name === "username") return [];
    const operations = [
      ...(field.isCreatable && isSetBy(users.policy.create, field.name) ? ["set it at registration"] : []),
      ...(field.isEditable && isSetBy(users.policy.update, field.name) ? ["change it"] : []),
    ];
    if (operations.length === 0) return [];
    return [
      {
        path: `entities.${users.name}.fields.${field.name}`,
        message: `Permissions use "@user.${claim}", and users themselves may ${operations.join(" and ")}. Let only admins set "${field.name}": by the "fields" of the permissions of "${users.name}", or by "isEditable" and "isIgnoredOnCreate".`,
      },
    ];
  });
}

/** Whether callers other than admins may set the field. */
function isSetBy(permissions: readonly Permission[], name: string): boolean {
  return permissions.some((permission) => {
    if (typeof permission === "string") return permission !== ADMIN_ROLE;
    return permission.role !== ADMIN_ROLE && gives(permission.fields, name);
  });
}
