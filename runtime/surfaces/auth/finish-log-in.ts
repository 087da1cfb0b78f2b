import type { Response } from "express";
import { ApiError } from "../../errors/api-error.js";
import type { UserRow } from "../../repository/users/user-rows.js";
import type { AuthContext } from "./auth-context.js";
import { replyTokens } from "./reply-tokens.js";

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
