import type { IncomingMessage } from "node:http";
import type { Request } from "express";
import { guest, GUEST_ROLE, toCaller, type Caller, type Identify } from "../../access/caller.js";
import type { DatabaseSession } from "../../database/database-session.js";
import { faultToError } from "../../database/fault-to-error.js";
import { ApiError } from "../../errors/api-error.js";
import { requestIdOf } from "../../http/headers/request-id.js";
import { quoteAll, quoteName } from "../../model/names.js";
import type { Logger } from "../../observe/logger.js";
import type { Routes } from "../../observe/observation.js";
import { auditView } from "../../write/steps/audit.js";
import { mayViewAs, viewableRoles } from "./viewable-roles.js";

export interface ViewContext {
  readonly database: DatabaseSession;
  readonly log: Logger;
  readonly routes: Pick<Routes, "templateOf">;
}

/** The requests that have been logged: code of users may identify the caller of a request once more. */
const noted = new WeakSet<IncomingMessage>();

/**
 * The caller of a request with the header `View-As`: anyone with that role, and nothing of the administrator who sent
 * the request. Each such request is logged and audited, because an administrator thereby reads what the rights of
 * `admin` may not include.
 * @throws {ApiError} 403 if the caller is no administrator or the request may write, 400 for a role that is not named.
 */
export async function viewAs(
  req: IncomingMessage,
  identify: Identify,
  { database, log, routes }: ViewContext,
): Promise<Caller> {
  const caller = await identify(req);
  if (!mayViewAs(caller))
    throw new ApiError("forbidden", 'Only an "admin" may view the data as another role.');
  const { model } = database;
  const role = parseRole(req, viewableRoles(model, caller));
  if (!isRead(req)) throw new ApiError("forbidden", 'A request with the header "View-As" may only read.');
  if (!noted.has(req)) {
    const requestId = requestIdOf(req);
    const route = routes.templateOf(req);
    const { userId } = caller;
    log.warn({ requestId, userId, viewedAs: role, method: req.method, route }, "viewed as another role");
    try {
      await auditView(database, { caller, requestId }, { route, role });
    } catch (error) {
      throw await faultToError(error, undefined, database);
    }
    noted.add(req);
  }
  const viewed = role === GUEST_ROLE ? guest : toCaller({ userId: "", roles: [role] });
  return Object.freeze({ ...viewed, userId: null, seen: caller.seen, viewedAs: role });
}

function parseRole({ headersDistinct }: IncomingMessage, roles: readonly string[]): string {
  const [role = "", ...more] = headersDistinct["view-as"] ?? [];
  if (more.length > 0) throw new ApiError("invalid-header", 'The header "View-As" must be there once.');
  if (roles.includes(role)) return role;
  throw new ApiError(
    "invalid-header",
    `"View-As" is ${quoteName(role)}; the roles of this server: ${quoteAll(roles)}.`,
  );
}

/** A POST reads only at the path `query` of an entity. */
function isRead(req: IncomingMessage): boolean {
  const { method, url, baseUrl } = req as Request;
  if (method === "GET" || method === "HEAD") return true;
  return method === "POST" && /\/api\/data\/[^/]+$/i.test(baseUrl) && /^\/query\/?(?:\?|$)/i.test(url);
}
