import type { Endpoint } from "../../http/endpoint.js";
import type { Model } from "../../model/model.js";
import type { AccountOperation } from "../../write/steps/audit.js";

interface AuthEndpoint extends Endpoint {
  /** What the audit calls it. Default: it leaves no entry of its own. */
  readonly audit?: AccountOperation;
  /** Whether the configuration switches it on. Default: every server with users has it. */
  readonly isOn?: (model: Pick<Model, "auth" | "sessions">) => boolean;
}

type IsOn = NonNullable<AuthEndpoint["isOn"]>;

const hasSecondFactors: IsOn = ({ auth }) =>
  auth?.tokens?.kind === "own" && auth.tokens.secondFactor !== false;

const hasPasskeys: IsOn = ({ auth }) => auth?.tokens?.kind === "own" && auth.tokens.passkeys !== undefined;

const hasProviders: IsOn = ({ auth }) =>
  auth?.tokens?.kind === "own" && Object.keys(auth.tokens.providers).length > 0;

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
  { name: "forgotPassword", methods: ["post"], path: "/password/forgot", isOn: hasMessages },
  {
    name: "resetPassword",
    methods: ["post"],
    path: "/password/reset",
    audit: "reset-password",
    isOn: hasMessages,
  },
  { name: "verifyEmail", methods: ["post"], path: "/email/verify", audit: "verify-email", isOn: hasMessages },
  { name: "sendVerification", methods: ["post"], path: "/email/send", isOn: hasMessages },
  { name: "changeEmail", methods: ["post"], path: "/email/change", audit: "change-email", isOn: hasMessages },
  { name: "providers", methods: ["get"], path: "/providers", isOn: hasProviders },
  { name: "logInWithProvider", methods: ["get"], path: "/providers/:name/log-in", isOn: hasProviders },
  { name: "providerCallback", methods: ["get"], path: "/providers/:name/callback", isOn: hasProviders },
  { name: "providerToken", methods: ["post"], path: "/providers/token", audit: "log-in", isOn: hasProviders },
  { name: "linkProvider", methods: ["post"], path: "/providers/:name/link", isOn: hasProviders },
  { name: "providerAccounts", methods: ["get"], path: "/providers/accounts", isOn: hasProviders },
  {
    name: "unlinkProvider",
    methods: ["delete"],
    path: "/providers/accounts/:id",
    audit: "change-accounts",
    isOn: hasProviders,
  },
  { name: "showSecondFactor", methods: ["get"], path: "/second-factor", isOn: hasSecondFactors },
  {
    name: "logInWithCode",
    methods: ["post"],
    path: "/second-factor",
    audit: "log-in",
    isOn: hasSecondFactors,
  },
  {
    name: "removeSecondFactor",
    methods: ["delete"],
    path: "/second-factor",
    audit: "second-factor",
    isOn: hasSecondFactors,
  },
  { name: "beginSecondFactor", methods: ["post"], path: "/second-factor/begin", isOn: hasSecondFactors },
  {
    name: "confirmSecondFactor",
    methods: ["post"],
    path: "/second-factor/confirm",
    audit: "second-factor",
    isOn: hasSecondFactors,
  },
  {
    name: "renewRecoveryCodes",
    methods: ["post"],
    path: "/second-factor/recovery-codes",
    audit: "second-factor",
    isOn: hasSecondFactors,
  },
  { name: "showPasskeyOptions", methods: ["post"], path: "/passkeys/options", isOn: hasPasskeys },
  { name: "listPasskeys", methods: ["get"], path: "/passkeys", isOn: hasPasskeys },
  { name: "addPasskey", methods: ["post"], path: "/passkeys", audit: "passkeys", isOn: hasPasskeys },
  { name: "showPasskeyLogInOptions", methods: ["post"], path: "/passkeys/log-in/options", isOn: hasPasskeys },
  {
    name: "logInWithPasskey",
    methods: ["post"],
    path: "/passkeys/log-in",
    audit: "log-in",
    isOn: hasPasskeys,
  },
  // After the other paths of passkeys, because it matches them.
  {
    name: "removePasskey",
    methods: ["delete"],
    path: "/passkeys/:id",
    audit: "passkeys",
    isOn: hasPasskeys,
  },
  { name: "createKey", methods: ["post"], path: "/keys", isOn: hasKeys },
  { name: "listKeys", methods: ["get"], path: "/keys", isOn: hasKeys },
  { name: "revokeAllKeys", methods: ["delete"], path: "/keys", isOn: hasKeys },
  { name: "revokeKey", methods: ["delete"], path: "/keys/:id", isOn: hasKeys },
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

function hasMessages({ auth }: Pick<Model, "auth">): boolean {
  return auth?.tokens?.kind === "own" && auth.tokens.messages !== undefined;
}

function hasKeys({ auth }: Pick<Model, "auth">): boolean {
  return auth?.tokens?.kind === "own" && auth.tokens.apiKeys !== false;
}

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
