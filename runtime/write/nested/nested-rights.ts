import { authorize, type Grant } from "../../access/authorize.js";
import { maySet, readRights } from "../../access/granted-rights.js";
import { ApiError } from "../../errors/api-error.js";
import type { Relation } from "../../model/model.js";
import { inRecord } from "../input/in-record.js";
import type { WriteKind } from "../write.js";

/**
 * The caller's rights to the records of a list: the same as in a separate request.
 * @param grant The caller's right to the write. `undefined` for server code.
 * @throws {ApiError} 401 or 403 that names the list.
 */
function grantToList(
  { name, target, targetFields }: Relation,
  operation: WriteKind,
  grant: Grant | undefined,
): Grant | undefined {
  if (grant === undefined) return undefined;
  try {
    const own = authorize(grant.caller, target.policy, operation);
    const refused =
      operation === "create" ? targetFields.find((field) => !maySet(target, own, field.name)) : undefined;
    if (refused !== undefined) throw new ApiError("forbidden", `The caller may not set "${refused.name}".`);
    return grant.isServerCode === undefined ? own : { ...own, isServerCode: true };
  } catch (error) {
    throw inRecord(error, name);
  }
}

/** The rights to one list, looked up once for all writes of the same caller, so that they share their rules. */
export type ListGrants = ReturnType<typeof grantsToList>;

export function grantsToList(relation: Relation) {
  const known = new Map<Grant | undefined, Map<WriteKind, Grant | undefined>>();
  const to = (operation: WriteKind, grant: Grant | undefined): Grant | undefined => {
    const own = known.get(grant) ?? new Map<WriteKind, Grant | undefined>();
    known.set(grant, own);
    if (!own.has(operation)) own.set(operation, grantToList(relation, operation, grant));
    return own.get(operation);
  };
  /**
   * The right to replace a list, which deletes the unlisted records that the caller may read.
   * @throws {ApiError} 401 or 403 that names the list.
   */
  const toReplace = (grant: Grant | undefined): Grant | undefined => {
    const own = to("delete", grant);
    try {
      readRights(relation.target, own);
      return own;
    } catch (error) {
      throw inRecord(error, relation.name);
    }
  };
  return { to, toReplace };
}
