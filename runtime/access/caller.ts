import type { IncomingMessage } from "node:http";
import type { CallerInfo } from "../model/auth-settings.js";
import type { UserId } from "../model/model.js";

/** Who sent a request, as far as permissions are concerned. */
export interface Caller {
  readonly roles: readonly string[];
  /** null for a caller who is not known. */
  readonly userId: UserId;
  readonly isAuthenticated: boolean;
  /** What permissions may ask for as `@user.<claim>`. */
  readonly claims: Readonly<Record<string, unknown>>;
}

/** The role that every caller has. */
export const GUEST_ROLE = "guest";
/** The role that every known caller has. */
export const MEMBER_ROLE = "member";
/** The role that alone may give roles. */
export const ADMIN_ROLE = "admin";
/** The role of whoever a record belongs to: it is never carried along, but found out for each record. */
export const OWNER_ROLE = "owner";

/** A caller of whom nothing is known. */
export const guest: Caller = Object.freeze({
  roles: Object.freeze([GUEST_ROLE]),
  userId: null,
  isAuthenticated: false,
  claims: Object.freeze({}),
});

/** A caller who is known, or a guest where nobody says who it is. */
export function toCaller(info: CallerInfo | null | undefined): Caller {
  if (info === null || info === undefined) return guest;
  const { userId, roles = [], claims = {} } = info;
  const carried = roles.filter((role) => typeof role === "string" && role !== OWNER_ROLE);
  return Object.freeze({
    roles: Object.freeze([...new Set([GUEST_ROLE, MEMBER_ROLE, ...carried])]),
    userId,
    isAuthenticated: true,
    claims: Object.freeze({ ...claims }),
  });
}

/** Finds out who sent a request; throws an `ApiError` for credentials that are no good. */
export type Identify = (req: IncomingMessage) => Caller | Promise<Caller>;

/** Without users every caller is a guest, whatever the request carries. */
export const identifyAsGuest: Identify = () => guest;
