import { writableLists } from "../../model/fields.js";
import type { Grant } from "../../access/authorize.js";
import { maySet } from "../../access/granted-rights.js";
import { ApiError } from "../../errors/api-error.js";
import type { Entity } from "../../model/model.js";
import { quoteAll } from "../../model/names.js";

/**
 * Checks input of server code that acts for a caller. The members of a writable list have their own rights.
 * @throws {ApiError} `forbidden` if the caller may not set one of the members.
 */
export function checkSettable(entity: Entity, grant: Grant | undefined, input: object): void {
  const lists = writableLists(entity).map(({ name }) => name);
  const refused = Object.keys(input).filter((name) => !lists.includes(name) && !maySet(entity, grant, name));
  if (refused.length === 0) return;
  throw new ApiError("forbidden", `The caller may not set ${quoteAll(refused)}.`);
}
