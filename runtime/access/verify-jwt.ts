import { errors, jwtVerify, type JWTPayload, type JWTVerifyGetKey } from "jose";
import type { KeyObject } from "node:crypto";
import { invalidToken } from "./bearer-token.js";
import type { Caller } from "./caller.js";

/** How much the clocks of two servers may differ, in seconds. */
const CLOCK_SKEW = 30;

/** A token that is good by itself. */
export interface VerifiedToken {
  /** The caller with the current roles and claims. @throws {ApiError} `invalid-token` if the token was revoked. */
  readonly caller: () => Caller | Promise<Caller>;
  /** In milliseconds since 1970. */
  readonly expiresAt: number;
}

/** @throws {ApiError} `invalid-token` */
export type VerifyToken = (token: string) => Promise<VerifiedToken>;

/** What a token must say of itself. */
export interface ExpectedToken {
  readonly algorithms: readonly string[];
  readonly issuer: string;
  readonly audience: string;
}

/**
 * Checks a token's algorithm, signature, issuer, audience and times, and gives what it says.
 * @throws {ApiError} `invalid-token`, or whatever `key` throws that is not about the token.
 */
export async function verifyJwt(
  token: string,
  key: KeyObject | JWTVerifyGetKey,
  { algorithms, issuer, audience }: ExpectedToken,
): Promise<JWTPayload & { readonly exp: number }> {
  const options = {
    algorithms: [...algorithms],
    issuer,
    audience,
    clockTolerance: CLOCK_SKEW,
    requiredClaims: ["exp"],
  };
  try {
    const { payload } = await jwtVerify(token, typeof key === "function" ? key : () => key, options);
    return payload as JWTPayload & { readonly exp: number };
  } catch (error) {
    if (error instanceof errors.JWTExpired)
      throw invalidToken("The token has expired: get another one.", error);
    if (error instanceof errors.JOSEError) throw invalidToken(undefined, error);
    throw error;
  }
}
