import type { Response } from "express";
import { isLockedOut } from "../../access/current-user.js";
import { createToken } from "../../access/own-tokens.js";
import { sendJson } from "../../http/send.js";
import type { UserRow } from "../../repository/users/user-rows.js";
import { noteProven } from "./audited.js";
import { wrongCredentials, type AuthContext } from "./auth-handler.js";

/**
 * Answers a log-in of any kind with the user's tokens.
 * @throws {ApiError} `invalid-credentials` for a user whom an operator has locked, as for a wrong password.
 * @param refreshToken The next refresh token of a running session. Default: a new session begins.
 * @param more Further members of the answer.
 */
export async function replyTokens(
  res: Response,
  user: UserRow,
  { tokens, refreshTokens }: AuthContext,
  refreshToken?: string,
  more: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  if (isLockedOut(user)) throw wrongCredentials("The user name or the password is wrong.");
  noteProven(res, user);
  const { id, firstname, lastname } = user;
  const token = await createToken(user, tokens);
  const next = refreshToken ?? (await refreshTokens?.begin(user));
  sendJson(res, 200, JSON.stringify({ token, refreshToken: next, id, firstname, lastname, ...more }));
}
