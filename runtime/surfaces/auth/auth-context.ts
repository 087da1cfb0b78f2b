import type * as webauthnServer from "@simplewebauthn/server";
import type { Request } from "express";
import { denied } from "../../access/authorize.js";
import type { Caller, Identify } from "../../access/caller.js";
import { ApiError } from "../../errors/api-error.js";
import type { UserId } from "../../model/model.js";
import { forgetUser } from "../../repository/users/current-users.js";
import type { UserRow } from "../../repository/users/user-rows.js";
import type { Users } from "../../repository/users/users.js";
import type { SurfaceContext } from "../surface.js";
import type { OpenIdProvider } from "./open-id-provider.js";

/** The checks of passkeys. */
export type Webauthn = typeof webauthnServer;

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

/** A caller with a token or a cookie. */
export interface KnownCaller extends Caller {
  readonly userId: Exclude<UserId, null>;
}

/**
 * Who may call an endpoint. `anyone`: a token does not matter. `logging-in`: anyone without a bad token. `caller`:
 * anyone with a token. `looked-up`: the same, and the user is not cached. `user`: a caller with a record.
 */
export type MayCall = "anyone" | "logging-in" | "caller" | "looked-up" | "user";

/** The caller of an endpoint, and the record of a `user`. @throws {ApiError} if the caller may not call it. */
export async function callerFor(
  mayCall: MayCall,
  req: Request,
  { identify, identifyUncounted, find, cookies, database }: AuthContext,
): Promise<{ readonly caller?: KnownCaller; readonly user?: UserRow }> {
  // A cookie that has ended does not keep its browser from a log-in, which replaces it.
  if (mayCall === "logging-in" && (cookies === undefined || req.headers.authorization !== undefined))
    await identify(req);
  if (mayCall === "anyone" || mayCall === "logging-in") return {};
  const caller = await identifyKnown(req, identify);
  if (mayCall === "caller") return { caller };
  if (mayCall === "looked-up") {
    forgetUser(database, caller.userId);
    return { caller: await identifyKnown(req, identifyUncounted) };
  }
  const user = await find.byId(caller.userId);
  if (user === undefined) throw new ApiError("forbidden", "The caller is not a user of this server.");
  return { caller, user };
}

/** @throws {ApiError} 401 for an anonymous caller. */
async function identifyKnown(req: Request, identify: Identify): Promise<KnownCaller> {
  const caller = await identify(req);
  if (caller.userId === null) throw denied(caller, "This requires a token.");
  return caller as KnownCaller;
}

export function wrongCredentials(detail: string): ApiError {
  return new ApiError("invalid-credentials", detail);
}
