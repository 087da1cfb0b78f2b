import { OWNER_ROLE } from "../../access/caller.js";
import { operations } from "../../model/model.js";
import type { PermissionConfig } from "../config.js";
import { isUserEntity } from "../effective-entities.js";
import { checkFields } from "./permission-fields.js";
import { checkRuleWhere } from "./permission-where.js";
import { entityRule, type Entry, type Mistake, type RuleInput } from "./rule.js";

/** Each permission entry must refer to existing things and allow something. Any role name is valid. */
export const permissions = entityRule(function* (configured, entityName, input) {
  const entity = input.entities[entityName] ?? configured;
  for (const operation of operations) {
    const all = configured.permissions[operation] ?? [];
    for (const [index, permission] of all.entries()) {
      const place = `permissions.${operation}.${index}`;
      for (const [option, ...rest] of checkEntry(permission, { entityName, entity, operation, all }, input))
        yield [option === "" ? place : `${place}.${option}`, ...rest];
    }
  }
});

function* checkEntry(permission: PermissionConfig, entry: Entry, input: RuleInput): Iterable<Mistake> {
  const isRole = typeof permission === "string";
  const mistake = ownerMistake(isRole ? permission : permission.role, entry, input.assumedAuth);
  if (mistake !== undefined) yield [isRole ? "" : "role", mistake];
  if (isRole) return;
  yield* checkFields(permission, entry);
  yield* checkRuleWhere(permission, entry, input);
}

/** Why the role "owner" can never apply. */
function ownerMistake(
  role: string,
  { entityName, entity, operation }: Entry,
  auth: RuleInput["assumedAuth"],
): string | undefined {
  if (role !== OWNER_ROLE) return undefined;
  if (auth === undefined)
    return 'the role "owner" needs "auth", without which records have no owner: name another role.';
  if (isUserEntity(entityName, auth))
    return operation === "create"
      ? "a user who does not exist yet has no owner: name another role."
      : undefined;
  return entity.systemFields?.ownerid === true
    ? undefined
    : `the records of "${entityName}" have no owner: set "systemFields.ownerid", or name another role.`;
}
