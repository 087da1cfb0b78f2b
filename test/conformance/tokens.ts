import { SignJWT } from "jose";

/** The secret of all servers of the suite that have users. */
export const secretKey = "a secret of the tests that nobody else has";
const key = new TextEncoder().encode(secretKey);

/** The default claims of tokens in the suite. */
const usual = { iss: "data-api", aud: "data-api" };

export type Claims = Readonly<Record<string, unknown>>;

/** The current time, in seconds since 1970. */
export function now(): number {
  return Math.floor(Date.now() / 1000);
}

/** A token with these claims. Claims that are `undefined` are left out. */
export function signToken(
  claims: Claims,
  { alg = "HS256", secret = key }: { readonly alg?: string; readonly secret?: Uint8Array } = {},
): Promise<string> {
  const all: Claims = { ...usual, iat: now(), exp: now() + 600, ...claims };
  const given = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
  return new SignJWT(given).setProtectedHeader({ alg }).sign(secret);
}
