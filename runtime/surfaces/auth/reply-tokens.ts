import type { Request, Response } from "express";
import { isLockedOut } from "../../access/current-user.js";
import { createToken } from "../../access/own-tokens.js";
import { CLEARED_COOKIE, sentCookies, setCookie } from "../../access/session-cookie.js";
import { ApiError } from "../../errors/api-error.js";
import { addHeaders } from "../../http/headers/header-list.js";
import { sendJson } from "../../http/send.js";
import type { RefreshableSession } from "../../repository/users/refresh-tokens.js";
import type { UserRow } from "../../repository/users/user-rows.js";
import { noteProven } from "./audited.js";
import { wrongCredentials, type AuthContext } from "./auth-context.js";

/**
 * Answers a log-in of any kind with the user's tokens or, if the server has them, with a cookie.
 * @throws {ApiError} `invalid-credentials` for a user whom an operator has locked, as for a wrong password.
 * @param running A session that goes on. Default: a new session begins.
 * @param more Further members of the answer.
 */
export async function replyTokens(
  res: Response,
  user: UserRow,
  context: AuthContext,
  running?: RefreshableSession,
  more: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  if (isLockedOut(user)) throw wrongCredentials("The user name or the password is wrong.");
  noteProven(res, user);
  const { id, firstname, lastname } = user;
  if (context.cookies !== undefined) {
    const cookie = await replaceCookie(res.req, user, context);
    sendJson(res, 200, JSON.stringify({ id, firstname, lastname, ...more }), ["Set-Cookie", cookie]);
    return;
  }
  const { tokens, refreshTokens } = context;
  const session = running ?? (await refreshTokens?.begin(user, res.req.headers["user-agent"]));
  const token = await createToken(user, tokens, session?.sessionId);
  const { refreshToken } = session ?? {};
  sendJson(res, 200, JSON.stringify({ token, refreshToken, id, firstname, lastname, ...more }));
}

/**
 * Ends a log-in by one factor, such as a password or a provider: with tokens, or with a challenge if the user has a
 * second factor.
 * @throws {ApiError} `second-factor-required`
 */
export async function finishLogIn(res: Response, user: UserRow, context: AuthContext): Promise<void> {
  const { secondFactors } = context;
  if (secondFactors !== undefined && (await secondFactors.isActive(user.id)))
    throw new ApiError("second-factor-required", "Send a code of the second factor with this challenge.", {
      challenge: await secondFactors.challenge(user),
    });
  await replyTokens(res, user, context);
}

/** Begins a session. A cookie that the browser had before ends: others may know it. */
async function replaceCookie(
  req: Request,
  user: UserRow,
  { cookies, sessions, model }: AuthContext,
): Promise<string> {
  const [sent] = sentCookies(req);
  const former = sent === undefined ? undefined : await cookies?.find(sent);
  const cookie = await cookies?.begin(user, req.headers["user-agent"]);
  if (former !== undefined) await sessions?.end(former.userId, former.id);
  return setCookie(cookie ?? "", model.sessions?.sessionLifetime ?? 0);
}

/** Ends the caller's cookie, if the request was sent with it and not with a token. */
export function clearCookie(res: Response, { cookies }: AuthContext): void {
  if (cookies !== undefined && res.req.headers.authorization === undefined)
    addHeaders(res, ["Set-Cookie", CLEARED_COOKIE]);
}
