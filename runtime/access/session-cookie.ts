import type { IncomingMessage } from "node:http";

/**
 * The name of the cookie. Browsers accept a cookie of this prefix only from the host itself, over HTTPS, for all paths
 * (RFC 6265bis, 4.1.3.2): no other host of the domain can set it.
 */
export const SESSION_COOKIE = "__Host-data-api";

const ATTRIBUTES = "Path=/; Secure; HttpOnly; SameSite=Lax";

/** A `Set-Cookie` that ends the cookie. */
export const CLEARED_COOKIE = `${SESSION_COOKIE}=; Max-Age=0; ${ATTRIBUTES}`;

/** @param lifetime In milliseconds. */
export function setCookie(value: string, lifetime: number): string {
  return `${SESSION_COOKIE}=${value}; Max-Age=${Math.floor(lifetime / 1000)}; ${ATTRIBUTES}`;
}

/** The values of all cookies of this name. A browser sends one at most. */
export function sentCookies({ headers: { cookie = "" } }: IncomingMessage): readonly string[] {
  return cookie.split(";").flatMap((pair) => {
    const [name = "", ...value] = pair.split("=");
    return name.trim() === SESSION_COOKIE ? [value.join("=").trim()] : [];
  });
}
