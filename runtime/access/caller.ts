import type { IncomingMessage } from "node:http";
import type { CallerInfo } from "../model/settings/auth-settings.js";
import type { SeenPositions } from "../model/seen-positions.js";
import type { UserId } from "../model/model.js";
import type { ApiKey } from "./api-key.js";

/** The sender of a request, as permissions see it. */
export interface Caller {
  readonly roles: readonly string[];
  /** `null` for an anonymous caller. */
  readonly userId: UserId;
  readonly isAuthenticated: boolean;
  /** The caller's own session. `undefined` for a caller whose token belongs to none. */
  readonly sessionId?: string | undefined;
  /** Set if the server has no `auth`: its callers cannot log in. */
  readonly hasNoLogIn?: true;
  /** Values that permissions can refer to as `@user.<claim>`. */
  readonly claims: Readonly<Record<string, unknown>>;
  /**
   * The positions of the database that the caller has seen, as the request names them. They travel with the caller,
   * so that reads need no async context.
   */
  readonly seen?: SeenPositions | undefined;
  /** The role that an administrator views the data as. This caller then has nothing of the administrator. */
  readonly viewedAs?: string;
  /** The key of a program. The caller then has the rights of its owner as far as the key allows. */
  readonly apiKey?: ApiKey;
}

export const GUEST_ROLE = "guest";
/** The role that every known caller has. */
export const MEMBER_ROLE = "member";
/** The only role that may assign roles. */
export const ADMIN_ROLE = "admin";
/** The role of a record's owner. Callers never have it themselves: it is decided for each record. */
export const OWNER_ROLE = "owner";

/** An anonymous caller. */
export const guest: Caller = Object.freeze({
  roles: Object.freeze([GUEST_ROLE]),
  userId: null,
  isAuthenticated: false,
  claims: Object.freeze({}),
});

/** Creates a known caller. Without `info`, the caller is anonymous. */
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

/** Identifies the caller of a request. Throws an `ApiError` for invalid credentials. */
export type Identify = (req: IncomingMessage) => Caller | Promise<Caller>;

/** A caller of a server without `auth`. */
export const onlyGuest: Caller = Object.freeze({ ...guest, hasNoLogIn: true });

/** Without authentication every caller is anonymous, whatever the request carries. */
export const identifyAsGuest: Identify = () => onlyGuest;
