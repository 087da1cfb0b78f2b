import { problem, type ConfigProblem } from "../../errors/config-error.js";
import { isUserEntity } from "../effective-entities.js";
import { EMAIL_VERIFIED_FIELD, OWNER_MEMBER, hiddenUserFields, systemMemberNames } from "../system-fields.js";
import type { RuleInput } from "./rule.js";

/** The configuration cannot define members that the server sets. */
export function* reservedFields({ fields, assumedAuth }: RuleInput): Iterable<ConfigProblem> {
  for (const { entityName, entity, name, path } of fields) {
    const lower = name.toLowerCase();
    const ofUsers =
      assumedAuth?.messages === undefined ? hiddenUserFields : [...hiddenUserFields, EMAIL_VERIFIED_FIELD];
    if (ofUsers.includes(lower) && isUserEntity(entityName, assumedAuth))
      yield problem(path, `every user has "${lower}", set by the server: give it another name.`);
    else if (systemMemberNames(entity, assumedAuth).includes(lower))
      yield problem(path, `every record has "${lower}", set by the server: ${remedy(lower)}.`);
  }
}

function remedy(name: string): string {
  if (name === "id") return 'remove it, or make it the key with "primaryKey"';
  if (name === OWNER_MEMBER) return 'give it another name, or switch "ownerid" off with "systemFields"';
  return 'remove it, or switch the server\'s own off with "systemFields"';
}
