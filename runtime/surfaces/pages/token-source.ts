import type { SurfaceContext } from "../surface.js";

/**
 * How callers get a token: not at all, from elsewhere, or with a user name and password. With `cookie`, a log-in sets a
 * cookie, and there is no token.
 */
export type TokenSource = "none" | "token" | "log-in" | "cookie";

export function tokenSource({ model, users }: Pick<SurfaceContext, "model" | "users">): TokenSource {
  if (model.auth === undefined) return "none";
  if (users === undefined) return "token";
  return users.cookies === undefined ? "log-in" : "cookie";
}
