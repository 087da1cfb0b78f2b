import type { Endpoint } from "../../http/endpoint.js";
import type { Model } from "../../model/model.js";

interface AuthEndpoint extends Endpoint {
  /** Whether the configuration switches it on. Default: every server with users has it. */
  readonly isOn?: (model: Pick<Model, "auth" | "refreshTokens">) => boolean;
}

/** The table of the user endpoints. */
const endpoints = [
  { name: "logIn", methods: ["post"], path: "/token" },
  { name: "logOut", methods: ["post"], path: "/logout" },
  { name: "changePassword", methods: ["post"], path: "/password" },
  {
    name: "refresh",
    methods: ["post"],
    path: "/refresh",
    isOn: ({ refreshTokens }) => refreshTokens !== undefined,
  },
  { name: "createKey", methods: ["post"], path: "/keys", isOn: hasKeys },
  { name: "listKeys", methods: ["get"], path: "/keys", isOn: hasKeys },
  { name: "revokeAllKeys", methods: ["delete"], path: "/keys", isOn: hasKeys },
  { name: "revokeKey", methods: ["delete"], path: "/keys/:id", isOn: hasKeys },
] as const satisfies readonly AuthEndpoint[];

function hasKeys({ auth }: Pick<Model, "auth">): boolean {
  return auth?.tokens?.kind === "own" && auth.tokens.apiKeys !== false;
}

type NamedAuthEndpoint = (typeof endpoints)[number];
export type AuthEndpointName = NamedAuthEndpoint["name"];

/** The user endpoints of a server. None if it has no users of its own. */
export function authEndpointsOf(model: Pick<Model, "auth" | "refreshTokens">): readonly NamedAuthEndpoint[] {
  if (model.auth?.hasUsers !== true) return [];
  return endpoints.filter((endpoint: AuthEndpoint) => endpoint.isOn?.(model) ?? true);
}
