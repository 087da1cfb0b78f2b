import type { IncomingMessage } from "node:http";
import type { UserId } from "./model.js";

/** Who the callers are, with all that is left out filled in. */
export interface AuthSettings {
  /** The tokens that are taken; undefined where only `identify` says who a caller is. */
  readonly tokens: OwnTokens | ProviderTokens | undefined;
  /** A function of the user's own that says who a caller is, instead of tokens. */
  readonly identify: IdentifyCaller | undefined;
  /** Whether users are here: the entity `user`, and tokens for its records. */
  readonly hasUsers: boolean;
}

/** Tokens that this server gives out: HS256. */
export interface OwnTokens {
  readonly kind: "own";
  readonly secretKey: string;
  readonly lifetimeInMins: number;
  readonly issuer: string;
  readonly audience: string;
  /** The fields of a user that its token carries as claims, because permissions ask for them. */
  readonly claims: readonly string[];
  /** How long what was last seen of a token's user is taken for true, in milliseconds. */
  readonly userCheckInterval: number;
}

/** Tokens of an identity provider (OpenID Connect). */
export interface ProviderTokens {
  readonly kind: "provider";
  readonly issuer: string;
  readonly audience: string;
  /** Where its keys are; undefined where its discovery document says so. */
  readonly jwksUri: string | undefined;
  readonly rolesClaim: string;
  readonly userIdClaim: string;
  /** The algorithms that are taken. */
  readonly algorithms: readonly string[];
}

/** What a password must have. */
export interface PasswordRules {
  /** In characters, after NFC. */
  readonly minLength: number;
  readonly uppercaseChar: boolean;
  readonly lowercaseChar: boolean;
  readonly digitChar: boolean;
  readonly specialChar: boolean;
}

/** Who a caller is, as a function of one's own says it. */
export interface CallerInfo {
  readonly userId: Exclude<UserId, null>;
  /** Default: none but those that every known caller has. */
  readonly roles?: readonly string[] | undefined;
  /** What permissions may ask for as `@user.<claim>`. */
  readonly claims?: Readonly<Record<string, unknown>> | undefined;
}

/** Says who sent a request: undefined or null for a caller who is not known. Throws an `ApiError` for bad credentials. */
export type IdentifyCaller = (
  req: IncomingMessage,
) => CallerInfo | null | undefined | Promise<CallerInfo | null | undefined>;
