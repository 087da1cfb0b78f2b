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
  { name: "forgotPassword", methods: ["post"], path: "/password/forgot", isOn: hasMessages },
  { name: "resetPassword", methods: ["post"], path: "/password/reset", isOn: hasMessages },
  { name: "verifyEmail", methods: ["post"], path: "/email/verify", isOn: hasMessages },
  { name: "sendVerification", methods: ["post"], path: "/email/send", isOn: hasMessages },
  { name: "changeEmail", methods: ["post"], path: "/email/change", isOn: hasMessages },
] as const satisfies readonly AuthEndpoint[];

function hasMessages({ auth }: Pick<Model, "auth">): boolean {
  return auth?.tokens?.kind === "own" && auth.tokens.messages !== undefined;
}

type NamedAuthEndpoint = (typeof endpoints)[number];
export type AuthEndpointName = NamedAuthEndpoint["name"];

/** The user endpoints of a server. None if it has no users of its own. */
export function authEndpointsOf(model: Pick<Model, "auth" | "refreshTokens">): readonly NamedAuthEndpoint[] {
  if (model.auth?.hasUsers !== true) return [];
  return endpoints.filter((endpoint: AuthEndpoint) => endpoint.isOn?.(model) ?? true);
}
