import type { ConfigProblem } from "../../errors/config-error.js";
import { isUserEntity } from "../effective-entities.js";
import { OWNER_MEMBER, hiddenUserFields, systemMemberNames } from "../system-fields.js";
import type { RuleInput } from "./rule.js";

/** The configuration cannot define members that the server sets. */
export function reservedFields(input: RuleInput): readonly ConfigProblem[] {
  return input.fields.flatMap(({ entityName, entity, name, path }) => {
    const lower = name.toLowerCase();
    if (hiddenUserFields.includes(lower) && isUserEntity(entityName, input.assumedAuth))
      return [{ path, message: `every user has "${lower}", set by the server: give it another name.` }];
    if (!systemMemberNames(entity, input.assumedAuth).includes(lower)) return [];
    return [{ path, message: `every record has "${lower}", set by the server: ${remedy(lower)}.` }];
  });
}

function remedy(name: string): string {
  if (name === "id") return 'remove it, or make it the key with "primaryKey"';
  if (name === OWNER_MEMBER) return 'give it another name, or switch "ownerid" off with "systemFields"';
  return 'remove it, or switch the server\'s own off with "systemFields"';
}
