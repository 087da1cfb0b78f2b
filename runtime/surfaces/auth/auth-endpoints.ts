import type { Endpoint } from "../../http/endpoint.js";
import type { Model } from "../../model/model.js";
import type { AccountOperation } from "../../write/steps/audit.js";

interface AuthEndpoint extends Endpoint {
  /** What the audit calls it. Default: it leaves no entry of its own. */
  readonly audit?: AccountOperation;
  /** Whether the configuration switches it on. Default: every server with users has it. */
  readonly isOn?: (model: Pick<Model, "auth" | "refreshTokens">) => boolean;
}

/** The table of the user endpoints. */
const endpoints = [
  { name: "logIn", methods: ["post"], path: "/token", audit: "log-in" },
  { name: "logOut", methods: ["post"], path: "/logout", audit: "log-out" },
  { name: "changePassword", methods: ["post"], path: "/password", audit: "change-password" },
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
export function authEndpointsOf(
  model: Pick<Model, "auth" | "refreshTokens">,
): readonly (AuthEndpoint & Pick<NamedAuthEndpoint, "name">)[] {
  if (model.auth?.hasUsers !== true) return [];
  return endpoints.filter((endpoint: AuthEndpoint) => endpoint.isOn?.(model) ?? true);
}
