import type { Endpoint } from "../../http/endpoint.js";
import type { Model } from "../../model/model.js";

interface AuthEndpoint extends Endpoint {
  /** Whether the configuration switches it on. Default: every server with users has it. */
  readonly isOn?: (model: Pick<Model, "auth" | "sessions">) => boolean;
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
    isOn: ({ sessions }) => sessions?.isByCookie === false,
  },
  { name: "listSessions", methods: ["get"], path: "/sessions", isOn: hasSessions },
  { name: "endOtherSessions", methods: ["delete"], path: "/sessions", isOn: hasSessions },
  { name: "endSession", methods: ["delete"], path: "/sessions/:id", isOn: hasSessions },
] as const satisfies readonly AuthEndpoint[];

function hasSessions({ sessions }: Pick<Model, "sessions">): boolean {
  return sessions !== undefined;
}

type NamedAuthEndpoint = (typeof endpoints)[number];
export type AuthEndpointName = NamedAuthEndpoint["name"];

/** The user endpoints of a server. None if it has no users of its own. */
export function authEndpointsOf(model: Pick<Model, "auth" | "sessions">): readonly NamedAuthEndpoint[] {
  if (model.auth?.hasUsers !== true) return [];
  return endpoints.filter((endpoint: AuthEndpoint) => endpoint.isOn?.(model) ?? true);
}
