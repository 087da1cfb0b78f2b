import type { Endpoint } from "../../http/endpoint.js";
import type { Model } from "../../model/model.js";

/** The table of the user endpoints. */
const endpoints = [
  { name: "logIn", methods: ["post"], path: "/token" },
  { name: "logOut", methods: ["post"], path: "/logout" },
  { name: "changePassword", methods: ["post"], path: "/password" },
  { name: "refresh", methods: ["post"], path: "/refresh" },
] as const satisfies readonly Endpoint[];

type NamedAuthEndpoint = (typeof endpoints)[number];
export type AuthEndpointName = NamedAuthEndpoint["name"];

/** The user endpoints of a server. None if it has no users of its own. */
export function authEndpointsOf({
  auth,
  refreshTokens,
}: Pick<Model, "auth" | "refreshTokens">): readonly NamedAuthEndpoint[] {
  if (auth?.hasUsers !== true) return [];
  return endpoints.filter(({ name }) => name !== "refresh" || refreshTokens !== undefined);
}
