import type { Caller } from "../../access/caller.js";
import { ApiError } from "../../errors/api-error.js";
import { sendJson } from "../../http/send.js";
import { findCaller } from "../../repository/users/change-password.js";
import { timeAt } from "../../write/steps/table-access.js";
import type { CallHandler } from "../surface.js";
import { identifyKnown, type AuthContext } from "./auth-handler.js";
import { clearedCookie } from "./reply-tokens.js";

/** Stands for the session of the request. */
const CURRENT = "current";

/** Lists the caller's own sessions. */
export function listSessions({ identify, users, find, sessions }: AuthContext): CallHandler {
  return async (req, res) => {
    const caller = await identifyKnown(req, identify);
    const user = await findCaller(users, caller, find);
    const found = user === undefined ? [] : ((await sessions?.ofUser(user)) ?? []);
    const items = found.map(({ id, device, createdAt, usedAt, expiresAt }) => ({
      id,
      device,
      createdAt: createdAt === null ? null : timeAt(createdAt),
      usedAt: timeAt(usedAt),
      expiresAt: timeAt(expiresAt),
      isCurrent: id === caller.sessionId,
    }));
    sendJson(res, 200, JSON.stringify({ count: items.length, items }));
  };
}

/** Ends one of the caller's own sessions. That of another user is as unknown as one that does not exist. */
export function endSession({ identify, sessions, cookies }: AuthContext): CallHandler {
  return async (req, res) => {
    const caller = await identifyKnown(req, identify);
    const asked = String(req.params["id"]);
    const id = asked === CURRENT ? caller.sessionId : asked;
    if (id === undefined || (await sessions?.end(knownId(caller), id)) !== true)
      throw new ApiError("unknown-record", "There is no such session.");
    const isOwn = id === caller.sessionId;
    res.writeHead(204, cookies && isOwn ? clearedCookie(req) : {}).end();
  };
}

/** Ends all sessions of the caller but that of the request. */
export function endOtherSessions({ identify, sessions }: AuthContext): CallHandler {
  return async (req, res) => {
    const caller = await identifyKnown(req, identify);
    await sessions?.endOthers(knownId(caller), caller.sessionId);
    res.writeHead(204).end();
  };
}

/** @throws {Error} for an anonymous caller, who does not come here. */
function knownId({ userId }: Caller): NonNullable<Caller["userId"]> {
  if (userId === null) throw new Error("The caller is anonymous.");
  return userId;
}
