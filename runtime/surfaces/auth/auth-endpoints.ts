import type { Endpoint } from "../../http/endpoint.js";
import type { Model } from "../../model/model.js";
import type { AccountOperation } from "../../write/steps/audit.js";

interface AuthEndpoint extends Endpoint {
  /** What the audit calls it. Default: it leaves no entry of its own. */
  readonly audit?: AccountOperation;
  /** Whether the configuration switches it on. Default: every server with users has it. */
  readonly isOn?: (model: Pick<Model, "auth" | "sessions">) => boolean;
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
    isOn: ({ sessions }) => sessions?.isByCookie === false,
  },
  { name: "listSessions", methods: ["get"], path: "/sessions", isOn: hasSessions },
  {
    name: "endOtherSessions",
    methods: ["delete"],
    path: "/sessions",
    audit: "end-session",
    isOn: hasSessions,
  },
  { name: "endSession", methods: ["delete"], path: "/sessions/:id", audit: "end-session", isOn: hasSessions },
] as const satisfies readonly AuthEndpoint[];

function hasSessions({ sessions }: Pick<Model, "sessions">): boolean {
  return sessions !== undefined;
}

type NamedAuthEndpoint = (typeof endpoints)[number];
export type AuthEndpointName = NamedAuthEndpoint["name"];

/** The user endpoints of a server. None if it has no users of its own. */
export function authEndpointsOf(
  model: Pick<Model, "auth" | "sessions">,
): readonly (AuthEndpoint & Pick<NamedAuthEndpoint, "name">)[] {
  if (model.auth?.hasUsers !== true) return [];
  return endpoints.filter((endpoint: AuthEndpoint) => endpoint.isOn?.(model) ?? true);
}
