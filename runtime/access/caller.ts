import type { IncomingMessage } from "node:http";
import type { UserId } from "../model/model.js";

/** Who sent a request, as far as permissions are concerned. */
export interface Caller {
  readonly roles: readonly string[];
  /** null for a caller who is not known. */
  readonly userId: UserId;
  readonly isAuthenticated: boolean;
}

/** The role that every caller has. */
export const GUEST_ROLE = "guest";

/** A caller of whom nothing is known. */
export const guest: Caller = Object.freeze({
  roles: Object.freeze([GUEST_ROLE]),
  userId: null,
  isAuthenticated: false,
});

/** Finds out who sent a request; throws an `ApiError` for credentials that are no good. */
export type Identify = (req: IncomingMessage) => Caller | Promise<Caller>;

/** Without users every caller is a guest, whatever the request carries. */
export const identifyAsGuest: Identify = () => guest;
