import { roleOf } from "../../access/authorize.js";
import { GUEST_ROLE } from "../../access/caller.js";
import type { ProblemCode } from "../../errors/codes.js";
import type { AuthSettings } from "../../model/settings/auth-settings.js";
import type { Entity, Model, Operation } from "../../model/model.js";
import type { Security } from "./openapi-types.js";

const SCHEME = "bearer";

/** A token is needed. */
export const withToken: Security = [{ [SCHEME]: [] }];
/** A token may be sent. */
export const withOrWithoutToken: Security = [{}, ...withToken];
/** A token has no meaning. */
export const withoutToken: Security = [];

/** How callers say who they are. */
export function securitySchemes({ identify, tokens }: AuthSettings): Readonly<Record<string, object>> {
  const description =
    identify !== undefined
      ? "The credentials that this server's own function checks."
      : tokens?.kind === "provider"
        ? "A token of the identity provider."
        : `A token that \`POST /api/auth/token\` answers with${tokens === undefined || tokens.apiKeys === false ? "" : ", or an API key"}.`;
  const format = identify === undefined ? { bearerFormat: "JWT" } : {};
  return { [SCHEME]: { type: "http", scheme: "bearer", ...format, description } };
}

/** The default requirement of operations. Without authentication, there is none. */
export function usualSecurity({ auth }: Pick<Model, "auth">): Security {
  return auth === undefined ? withoutToken : withToken;
}

/** The requirement of an operation of an entity. `undefined`: the default. */
export function securityOf({ policy }: Entity, operation: Operation, { auth }: Model): Security | undefined {
  const isOpen = policy[operation].some((entry) => roleOf(entry) === GUEST_ROLE);
  return auth !== undefined && isOpen ? withOrWithoutToken : undefined;
}

/** The possible problems with the caller. */
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
