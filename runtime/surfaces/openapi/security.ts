import { roleOf } from "../../access/authorize.js";
import { GUEST_ROLE } from "../../access/caller.js";
import { SESSION_COOKIE } from "../../access/session-cookie.js";
import type { ProblemCode } from "../../errors/codes.js";
import type { AuthSettings } from "../../model/settings/auth-settings.js";
import type { Entity, Model, Operation } from "../../model/model.js";
import type { Security } from "./openapi-types.js";

const SCHEME = "bearer";
const COOKIE_SCHEME = "cookie";

type SecurityModel = Pick<Model, "auth" | "sessions">;

/** A token or, if log-ins set one, a cookie is needed. */
function withToken({ sessions }: SecurityModel): Security {
  return [{ [SCHEME]: [] }, ...(sessions?.isByCookie ? [{ [COOKIE_SCHEME]: [] }] : [])];
}

/** A token may be sent. */
export function withOrWithoutToken(model: SecurityModel): Security {
  return [{}, ...withToken(model)];
}

/** A token has no meaning. */
export const withoutToken: Security = [];

/** How callers say who they are. */
export function securitySchemes(
  { identify, tokens }: AuthSettings,
  { sessions }: Pick<Model, "sessions">,
): Readonly<Record<string, object>> {
  const isByCookie = sessions?.isByCookie === true;
  const orKey = tokens?.kind === "own" && tokens.apiKeys !== false ? ", or an API key" : "";
  const description =
    identify !== undefined
      ? "The credentials that this server's own function checks."
      : tokens?.kind === "provider"
        ? "A token of the identity provider."
        : isByCookie
          ? `A token of this server${orKey}.`
          : `A token that \`POST /api/auth/token\` answers with${orKey}.`;
  const format = identify === undefined ? { bearerFormat: "JWT" } : {};
  const cookie = {
    ...{ type: "apiKey", in: "cookie", name: SESSION_COOKIE },
    description: "The cookie that `POST /api/auth/token` sets.",
  };
  return {
    [SCHEME]: { type: "http", scheme: "bearer", ...format, description },
    ...(isByCookie && { [COOKIE_SCHEME]: cookie }),
  };
}

/** The default requirement of operations. Without authentication, there is none. */
export function usualSecurity(model: SecurityModel): Security {
  return model.auth === undefined ? withoutToken : withToken(model);
}

/** The requirement of an operation of an entity. `undefined`: the default. */
export function securityOf({ policy }: Entity, operation: Operation, model: Model): Security | undefined {
  const isOpen = policy[operation].some((entry) => roleOf(entry) === GUEST_ROLE);
  return model.auth !== undefined && isOpen ? withOrWithoutToken(model) : undefined;
}

export function accessProblems(
  { policy, readValidator, writeValidator }: Entity,
  operation: Operation,
  { auth }: Model,
): readonly ProblemCode[] {
  if (auth !== undefined) return ["authentication-required", "invalid-token", "forbidden"];
  const isLimited =
    policy[operation].some((entry) => typeof entry === "object") ||
    (operation !== "read" && (readValidator ?? writeValidator) !== undefined);
  return isLimited ? ["forbidden"] : [];
}
