import { errors, jwtVerify, type JWTPayload, type JWTVerifyGetKey, type JWTVerifyOptions } from "jose";
import type { KeyObject } from "node:crypto";
import { invalidToken } from "./bearer-token.js";
import type { Caller } from "./caller.js";

/** The tolerated difference between the clocks of two servers, in seconds. */
const CLOCK_SKEW = 30;

/** A token with a valid signature, issuer, audience and time. */
export interface VerifiedToken {
  /** The caller with the current roles and claims. @throws {ApiError} `invalid-token` if the token was revoked. */
  readonly caller: () => Caller | Promise<Caller>;
  /** In milliseconds since 1970. */
  readonly expiresAt: number;
}

/** @throws {ApiError} `invalid-token` */
export type VerifyToken = (token: string) => Promise<VerifiedToken>;

/** The algorithms, issuer and audience that a token must have. */
export interface ExpectedToken {
  readonly algorithms: readonly string[];
  readonly issuer: string;
  readonly audience: string;
}

/**
 * Verifies a token's algorithm, signature, issuer, audience and times, and returns its claims.
 * @param keys One of them must have signed the token.
 * @throws {ApiError} `invalid-token`. Errors of `keys` that are not about the token pass through.
 */
export async function verifyJwt(
  token: string,
  keys: readonly KeyObject[] | JWTVerifyGetKey,
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
    const { payload } = await verifyWithAny(token, keys, options);
    return payload as JWTPayload & { readonly exp: number };
  } catch (error) {
    if (error instanceof errors.JWTExpired)
      throw invalidToken("The token has expired: get another one.", error);
    if (error instanceof errors.JOSEError) throw invalidToken(undefined, error);
    throw error;
  }
}

/** A token without a key id is verified with each key that fits its algorithm (RFC 7515, appendix D). */
async function verifyWithAny(
  token: string,
  keys: readonly KeyObject[] | JWTVerifyGetKey,
  options: JWTVerifyOptions,
) {
  if (typeof keys !== "function") return verifyWithEach(token, keys, options);
  try {
    return await jwtVerify(token, keys, options);
  } catch (error) {
    if (!(error instanceof errors.JWKSMultipleMatchingKeys)) throw error;
    return verifyWithEach(token, error, options);
  }
}

async function verifyWithEach(
  token: string,
  keys: readonly KeyObject[] | errors.JWKSMultipleMatchingKeys,
  options: JWTVerifyOptions,
) {
  for await (const key of keys) {
    try {
      return await jwtVerify(token, key, options);
    } catch (reason) {
      if (!(reason instanceof errors.JWSSignatureVerificationFailed)) throw reason;
    }
  }
  throw new errors.JWSSignatureVerificationFailed();
}
