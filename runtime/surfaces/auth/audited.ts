import type { Response } from "express";
import { toCaller } from "../../access/caller.js";
import { requestIdOf } from "../../http/headers/request-id.js";
import type { UserRow } from "../../repository/users/user-rows.js";
import { auditAccount, type AccountOperation } from "../../write/steps/audit.js";
import { auditFailedRequest, callerIfKnown } from "../audit-failed-request.js";
import type { CallHandler, SurfaceContext } from "../surface.js";
import type { AuthContext } from "./auth-context.js";

/** The users of requests that came without a token of theirs. */
const proven = new WeakMap<Response, UserRow>();

/** Notes who has logged in, for the audit. */
export function noteProven(res: Response, user: UserRow): void {
  proven.set(res, user);
}

/**
 * Adds an audit entry after each answer, if auditing is on. What callers without a token fail to do is not recorded:
 * anyone could fill the table.
 */
export function audited(
  answer: CallHandler,
  operation: AccountOperation | undefined,
  context: AuthContext & Pick<SurfaceContext, "identifyUncounted">,
): CallHandler {
  const { users: entity, database, identifyUncounted } = context;
  if (operation === undefined || database.model.audit === undefined) return answer;
  return async (req, res) => {
    // Before a log-out ends the token.
    const sender = await callerIfKnown(req, identifyUncounted);
    try {
      await answer(req, res);
    } catch (error) {
      await auditFailedRequest(req, { entity, operation, key: undefined }, error, context);
      throw error;
    }
    const user = proven.get(res);
    const caller = user === undefined ? sender : toCaller({ userId: user.id, roles: user.roles });
    if (caller?.isAuthenticated !== true) return;
    const done = { entity, operation, key: [caller.userId], caller, requestId: requestIdOf(req) };
    await auditAccount(database, done);
  };
}
