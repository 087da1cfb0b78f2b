import type { IncomingMessage } from "node:http";
import { z } from "zod";
import {
  count,
  flag,
  functionOption,
  group,
  number,
  offByDefault,
  option,
  optionalText,
  text,
  type Settings,
} from "./option.js";

/** A user's id. `null` for a caller without one. */
export type UserId = number | string | null;

/** A caller, as a function for `auth.identify` returns it. */
export interface CallerInfo {
  readonly userId: Exclude<UserId, null>;
  /** Default: only the roles that every known caller has. */
  readonly roles?: readonly string[] | undefined;
  /** The values of `@user.<claim>` in permissions. */
  readonly claims?: Readonly<Record<string, unknown>> | undefined;
}

/**
 * Identifies the caller of a request: `undefined` or `null` for an anonymous caller. Throws an `ApiError` for
 * invalid credentials.
 */
export type IdentifyCaller = (
  req: IncomingMessage,
) => CallerInfo | null | undefined | Promise<CallerInfo | null | undefined>;

const refreshTokensShape = group("RefreshTokenConfig", "Refresh tokens.", {
  lifetimeInDays: option(count(365).default(14), "Days after which an unused refresh token expires."),
  sessionLifetimeInDays: option(
    count(3650).default(90),
    "Days after a log-in until its refresh tokens expire.",
  ),
  table: option(
    text().default("data_api_refresh"),
    "The name of the table that stores hashes of the tokens.",
  ),
});

const passwordShape = group("PasswordConfig", "Requirements for passwords.", {
  minLength: option(z.int().min(8).max(128).default(8), "Minimum number of characters."),
  uppercaseChar: option(flag(), "Require an upper-case letter."),
  lowercaseChar: option(flag(), "Require a lower-case letter."),
  digitChar: option(flag(), "Require a digit."),
  specialChar: option(flag(), "Require a character that is not a letter, a digit or a blank."),
});

const jwtShape = group("JwtConfig", "Tokens of an identity provider (OpenID Connect).", {
  issuer: option(
    text(),
    "The `iss` of its tokens. Its discovery document is at `<issuer>/.well-known/openid-configuration`.",
  ),
  audience: option(text(), "The `aud` of its tokens for this server."),
  jwksUri: option(text().optional(), "The address of its public keys.", {
    usually: "as its discovery document says",
  }),
  rolesClaim: option(
    text().default("roles"),
    "The claim with the roles: a name, or a path such as `realm_access.roles`. Its value is a list, or a text of names separated by blanks.",
  ),
  userIdClaim: option(text().default("sub"), "The claim with the user's id."),
  algorithms: option(
    z
      .array(
        option(
          z.enum(["RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA"]),
          "A signature algorithm of tokens.",
          { name: "JwtAlgorithm" },
        ),
      )
      .min(1)
      .default(["RS256", "PS256", "ES256", "EdDSA"]),
    "The accepted signature algorithms. `HS256` and `none` are never accepted.",
  ),
});

export const authShape = group(
  "AuthConfig",
  "How callers are identified: as users of this server (`secretKey`), as users of an identity provider (`jwt`), or by a function (`identify`).",
  {
    secretKey: option(
      optionalText(),
      "Signs the tokens (HS256) and switches on the entity `user` and `POST /api/auth/token`. At least 32 bytes in UTF-8.",
      { isSecret: true },
    ),
    tokenLifetimeInMins: option(count(525_600).default(60), "Minutes until a token expires."),
    issuer: option(text().default("data-api"), "The `iss` of the tokens."),
    audience: option(text().default("data-api"), "The `aud` of the tokens."),
    userCheckInSecs: option(
      number(300).default(5),
      "Seconds for which the user of a token is not looked up again. 0: look up the user for each request.",
    ),
    refreshTokens: offByDefault(
      refreshTokensShape,
      "Issue refresh tokens, each of which gives new tokens once, without a password.",
    ),
    passwordReqs: passwordShape.prefault({}),
    salt: option(optionalText(), "Deprecated, no effect: each secret has its own random salt.", {
      isSecret: true,
    }),
    jwt: jwtShape.optional(),
    identify: functionOption<IdentifyCaller>(
      "IdentifyCaller",
      "A function that identifies the caller of a request, instead of tokens.",
    ),
  },
);

type AuthOptions = Settings<typeof authShape>;

/** The authentication settings with all defaults. */
export interface AuthSettings {
  /** The accepted tokens. `undefined` if callers only come from `identify`. */
  readonly tokens: OwnTokens | ProviderTokens | undefined;
  readonly identify: IdentifyCaller | undefined;
  /** Whether this server has the entity `user` and issues tokens for its records. */
  readonly hasUsers: boolean;
}

/** Tokens that this server issues: HS256. */
export interface OwnTokens extends Pick<
  AuthOptions,
  "tokenLifetimeInMins" | "issuer" | "audience" | "userCheckInSecs"
> {
  readonly kind: "own";
  readonly secretKey: string;
  /** The fields of users that tokens contain as claims, because permissions use them. */
  readonly claims: readonly string[];
}

/** Tokens of an identity provider (OpenID Connect). */
export type ProviderTokens = { readonly kind: "provider" } & NonNullable<AuthOptions["jwt"]>;

/** Requirements for passwords. Lengths are in characters, after NFC. */
export type PasswordRules = AuthOptions["passwordReqs"];
