import type { SurfaceContext } from "../surface.js";

/** How callers get a token: not at all, from elsewhere, or with a user name and password. */
export type TokenSource = "none" | "token" | "log-in";

export function tokenSource({ model, users }: Pick<SurfaceContext, "model" | "users">): TokenSource {
  if (model.auth === undefined) return "none";
  return users === undefined ? "token" : "log-in";
}
