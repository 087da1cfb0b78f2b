import { ApiError } from "../errors/api-error.js";
import type { Operation, Policy } from "../model/model.js";
import type { Caller } from "./caller.js";

/** What a caller has been allowed to do: passed on to what does it, which applies the rest of the caller's rights. */
export interface Grant {
  readonly caller: Caller;
  readonly operation: Operation;
  /** Whether only the caller's own records are meant. */
  readonly access: Access;
  /** Whether the caller may see records at all: a write answers with the record only then. */
  readonly mayRead: boolean;
}

export type Access = "public" | "private";

/**
 * Lets the caller through, or not.
 * @throws {ApiError} 401 for a caller who is not known, 403 for one who is and may not, 404 for another `access`.
 */
export function authorize(
  caller: Caller,
  policy: Partial<Policy>,
  operation: Operation,
  access = "public",
): Grant {
  const checkedAccess = parseAccess(access);
  if (!isAllowed(caller, policy, operation))
    throw denied(caller, `The operation "${operation}" is not allowed.`);
  if (checkedAccess === "private" && !caller.isAuthenticated) {
    throw denied(caller, "Private access needs a token: it gives the caller's own records.");
  }
  const mayRead = operation === "read" || isAllowed(caller, policy, "read");
  return { caller, operation, access: checkedAccess, mayRead };
}

/** The answer to a caller who may not. */
export function denied(caller: Caller, detail: string): ApiError {
  if (caller.isAuthenticated) return new ApiError("forbidden", detail);
  return new ApiError("authentication-required", detail, { headers: { "WWW-Authenticate": "Bearer" } });
}

/** An operation without an entry is allowed to nobody. */
function isAllowed(caller: Caller, policy: Partial<Policy>, operation: Operation): boolean {
  return policy[operation]?.some((role) => caller.roles.includes(role)) ?? false;
}

function parseAccess(access: string): Access {
  const word = access.toLowerCase();
  if (word === "public" || word === "private") return word;
  throw new ApiError("unknown-path", `The access must be "public" or "private".`);
}
