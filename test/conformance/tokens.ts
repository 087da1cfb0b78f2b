import { SignJWT } from "jose";

/** The secret of every server of the suite that has users. */
export const secretKey = "a secret of the tests that nobody else has";
const key = new TextEncoder().encode(secretKey);

/** What a server of the suite says of its tokens, unless it is told otherwise. */
const usual = { iss: "data-api", aud: "data-api" };

export type Claims = Readonly<Record<string, unknown>>;

/** Now, in seconds since 1970. */
export function now(): number {
  return Math.floor(Date.now() / 1000);
}

/** A token with these claims; those that are undefined are left out. */
export function signToken(
  claims: Claims,
  { alg = "HS256", secret = key }: { readonly alg?: string; readonly secret?: Uint8Array } = {},
): Promise<string> {
  const all: Claims = { ...usual, iat: now(), exp: now() + 600, ...claims };
  const given = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
  return new SignJWT(given).setProtectedHeader({ alg }).sign(secret);
}
