import type { Request } from "express";
import type { z } from "zod";
import { denied } from "../../access/authorize.js";
import type { Caller, Identify } from "../../access/caller.js";
import { ApiError } from "../../errors/api-error.js";
import { parsePrefer } from "../../http/headers/parse-prefer.js";
import type { Entity } from "../../model/model.js";
import type { Users } from "../../repository/users/users.js";
import type { CallHandler, SurfaceContext } from "../surface.js";
import type { Webauthn } from "./load-webauthn.js";
import type { OpenIdProvider } from "./open-id-provider.js";
import { parsePlainBody } from "./parse-plain-body.js";

/** The dependencies of the user endpoints. */
export type AuthContext = Pick<
  SurfaceContext,
  "identify" | "identifyUncounted" | "database" | "rateLimits" | "model" | "entities"
> &
  Users & {
    /** The providers that users can log in with, by name. */
    readonly providers: ReadonlyMap<string, OpenIdProvider>;
    /** `undefined` if passkeys are off. */
    readonly webauthn: Webauthn | undefined;
  };

export type AuthHandler = (context: AuthContext) => CallHandler;

/** Enough for a name and a few passwords, however many escapes they need. */
const MAX_BODY_BYTES = 8 * 1024;

/** @throws {ApiError} 401 for an anonymous caller. */
export async function identifyKnown(req: Request, identify: Identify): Promise<Caller> {
  const caller = await identify(req);
  if (!caller.isAuthenticated) throw denied(caller, "This requires a token.");
  return caller;
}

/**
 * Refuses a log-in with a bad token. A cookie that has ended does not keep its browser from a log-in, which replaces it.
 * @throws {ApiError} `invalid-token`
 */
export async function refuseBadToken(req: Request, { identify, cookies }: AuthContext): Promise<void> {
  if (cookies === undefined || req.headers.authorization !== undefined) await identify(req);
}

/** A function that reads a body. @throws {ApiError} With every mistake, not only the first. */
export function bodyParser<S extends z.ZodType>(
  users: Entity,
  schema: S,
  maxBodyBytes = MAX_BODY_BYTES,
): (req: Request) => Promise<z.output<S>> {
  const { name, limits } = users;
  const body = { name, limits: { ...limits, maxBodyBytes } };
  return (req) => parsePlainBody(req, schema, body, parsePrefer(req, { mayRead: false }, users));
}

export function wrongCredentials(detail: string): ApiError {
  return new ApiError("invalid-credentials", detail);
}
