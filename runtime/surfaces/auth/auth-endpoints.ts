import type { Endpoint } from "../../http/endpoint.js";
import type { Model } from "../../model/model.js";

interface AuthEndpoint extends Endpoint {
  /** Whether the configuration switches it on. Default: every server with users has it. */
  readonly isOn?: (model: Pick<Model, "auth" | "refreshTokens">) => boolean;
}

type IsOn = NonNullable<AuthEndpoint["isOn"]>;

const hasSecondFactors: IsOn = ({ auth }) =>
  auth?.tokens?.kind === "own" && auth.tokens.secondFactor !== false;

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
  { name: "showSecondFactor", methods: ["get"], path: "/second-factor", isOn: hasSecondFactors },
  { name: "logInWithCode", methods: ["post"], path: "/second-factor", isOn: hasSecondFactors },
  { name: "removeSecondFactor", methods: ["delete"], path: "/second-factor", isOn: hasSecondFactors },
  { name: "beginSecondFactor", methods: ["post"], path: "/second-factor/begin", isOn: hasSecondFactors },
  { name: "confirmSecondFactor", methods: ["post"], path: "/second-factor/confirm", isOn: hasSecondFactors },
  {
    name: "renewRecoveryCodes",
    methods: ["post"],
    path: "/second-factor/recovery-codes",
    isOn: hasSecondFactors,
  },
] as const satisfies readonly AuthEndpoint[];

type NamedAuthEndpoint = (typeof endpoints)[number];
export type AuthEndpointName = NamedAuthEndpoint["name"];

/** The user endpoints of a server. None if it has no users of its own. */
export function authEndpointsOf(model: Pick<Model, "auth" | "refreshTokens">): readonly NamedAuthEndpoint[] {
  if (model.auth?.hasUsers !== true) return [];
  return endpoints.filter((endpoint: AuthEndpoint) => endpoint.isOn?.(model) ?? true);
}
