import { OWNER_ROLE } from "../../access/caller.js";
import type { ConfigProblem } from "../../errors/config-error.js";
import { operations } from "../../model/model.js";
import { safeKey } from "../check-shape.js";
import type { PermissionConfig, PermissionRuleConfig } from "../config.js";
import { isUserEntity } from "../effective-entities.js";
import { checkFields } from "./permission-fields.js";
import { checkWhere } from "./permission-where.js";
import type { Entry, RuleInput } from "./rule.js";

/** Each permission entry must refer to things that exist and must allow something. Role names are free. */
export function permissions(input: RuleInput): readonly ConfigProblem[] {
  return Object.entries(input.configured).flatMap(([entityName, configured]) =>
    operations.flatMap((operation) => {
      const all = configured.permissions[operation] ?? [];
      const entity = input.entities[entityName] ?? configured;
      return all.flatMap((permission, index) => {
        const path = `entities.${safeKey(entityName)}.permissions.${operation}.${index}`;
        return checkEntry(permission, { path, entityName, entity, operation, all }, input);
      });
    }),
  );
}

function checkEntry(permission: PermissionConfig, entry: Entry, input: RuleInput): readonly ConfigProblem[] {
  if (typeof permission === "string") return checkRole(permission, entry.path, entry, input);
  return [
    ...checkRole(permission.role, `${entry.path}.role`, entry, input),
    ...checkFields(permission, entry),
    ...checkWhere(permission, entry, input),
  ];
}

function checkRole(
  role: PermissionRuleConfig["role"],
  path: string,
  entry: Entry,
  { assumedAuth }: RuleInput,
): readonly ConfigProblem[] {
  if (role !== OWNER_ROLE) return [];
  const mistake = ownerMistake(entry, assumedAuth);
  return mistake === undefined ? [] : [{ path, message: mistake }];
}

function ownerMistake(
  { entityName, entity, operation }: Entry,
  auth: RuleInput["assumedAuth"],
): string | undefined {
  if (auth === undefined)
    return 'the role "owner" needs "auth", without which records have no owner: name another role.';
  if (isUserEntity(entityName, auth))
    return operation === "create"
      ? "nobody is the owner of a user who is not there yet: name another role."
      : undefined;
  return entity.systemFields?.ownerid === true
    ? undefined
    : `the records of "${entityName}" have no owner: set "systemFields.ownerid", or name another role.`;
}
