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

export const refreshTokensShape = group("RefreshTokenConfig", "Refresh tokens, or the cookies of sessions.", {
  lifetimeInDays: option(
    count(365).default(14),
    "Days after which an unused refresh token, or an unused cookie, expires.",
  ),
  sessionLifetimeInDays: option(
    count(3650).default(90),
    "Days after a log-in until its refresh tokens, or its cookie, expire.",
  ),
  table: option(
    text().default("data_api_refresh"),
    "The name of the table of sessions. It stores hashes of the tokens.",
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

const apiKeysShape = group("ApiKeysConfig", "Keys for programs.", {
  maxLifetimeInDays: option(count(3650).default(365), "Days after which a key expires at the latest."),
  maxPerUser: option(count(1000).default(20), "Maximum number of keys that a user has.", {
    answer: "403 `forbidden`",
  }),
});

/** A message to a user. */
export interface AccountMessage {
  readonly kind: "reset-password" | "verify-email" | "change-email" | "email-changed" | "password-changed";
  /** The e-mail address. */
  readonly to: string;
  /** The page that continues, with the token behind `#token=`. `undefined` for a message that only informs. */
  readonly link: string | undefined;
  readonly user: {
    readonly id: Exclude<UserId, null>;
    readonly username: string;
    readonly firstname: string | null;
    readonly lastname: string | null;
  };
}

/** Brings a message to a user, such as by e-mail. It is tried again if it throws or takes more than ten seconds. */
export type SendMessage = (message: AccountMessage) => unknown;

const messagesShape = group(
  "MessagesConfig",
  "Messages to users: forgotten passwords and e-mail addresses.",
  {
    sendMessage: option(
      z.custom<SendMessage>((value) => typeof value === "function", "must be a function"),
      "Brings a message to a user, such as by e-mail.",
      { typescript: "SendMessage", isCode: true },
    ),
    resetLifetimeInMins: option(
      z.int().min(15).max(60).default(30),
      "Minutes until a link to reset a password expires.",
    ),
    verifyLifetimeInMins: option(
      z.int().min(15).max(10_080).default(1_440),
      "Minutes until a link to verify or to change an e-mail address expires.",
    ),
  },
);

const secondFactorShape = group("SecondFactorConfig", "Codes of an authenticator app (TOTP).", {
  issuer: option(text().default("data-api"), "The name of the application in authenticator apps."),
});

const passkeysShape = group("PasskeysConfig", "Passkeys (WebAuthn).", {
  rpId: option(
    text(),
    "The domain that passkeys belong to, such as `example.com`. Passkeys end with a change of it.",
  ),
  rpName: option(text().default("data-api"), "The name of the application that browsers show."),
  origins: option(
    z.array(text()).min(1),
    "The origins of the pages that use passkeys, such as `https://app.example.com`.",
    { uniqueItems: true },
  ),
});

const providerShape = group(
  "LogInProviderConfig",
  "A provider that users can log in with (OpenID Connect).",
  {
    issuer: option(
      text(),
      "Its address. The discovery document is at `<issuer>/.well-known/openid-configuration`.",
    ),
    clientId: option(text(), "The id of this application at the provider."),
    clientSecret: option(optionalText(), "Its secret.", { isSecret: true, usually: "none: a public client" }),
    scopes: option(z.array(text()).default(["openid", "profile", "email"]), "The scopes that are asked for."),
  },
);

/** A variable that is not set makes a key without a value, which a rule explains. */
const secretList = z
  .array(option(optionalText(), "A key.", { isSecret: true }))
  .min(1)
  .max(5);

export const authShape = group(
  "AuthConfig",
  "How callers are identified: as users of this server (`secretKey`), as users of an identity provider (`jwt`), or by a function (`identify`).",
  {
    secretKey: option(
      z.union([z.string(), secretList], "must be a text, or a list of texts").optional(),
      "Signs the tokens (HS256) and switches on the entity `user` and `POST /api/auth/token`. At least 32 bytes in UTF-8. Of a list, the first signs, and tokens signed by the others stay valid.",
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
      'Issue refresh tokens, each of which gives new tokens once, without a password. With `sessions: "cookie"` there are none, and the options are those of cookies.',
    ),
    passwordReqs: passwordShape.prefault({}),
    sessions: option(
      z.enum(["bearer", "cookie"]).default("bearer"),
      "What a log-in gives: `bearer`, tokens for the header `Authorization`, or `cookie`, a cookie that no script can read and that needs HTTPS. The header is accepted in both cases.",
    ),
    apiKeys: offByDefault(apiKeysShape, "Let users make keys for their programs."),
    messages: messagesShape.optional(),
    secondFactor: offByDefault(secondFactorShape, "Let users secure their log-in with an authenticator app."),
    passkeys: passkeysShape.optional(),
    providers: option(
      z.record(z.string(), providerShape).default({}),
      "Providers that users of this server can log in with, by name (OpenID Connect).",
      { usually: "none" },
    ),
    pagesUrl: option(
      text().optional(),
      "Where your pages are that messages and providers lead to, such as `https://app.example.com`.",
    ),
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

/** The options that only apply to users of this server. */
export const ownTokenOptions = [
  "tokenLifetimeInMins",
  "issuer",
  "audience",
  "userCheckInSecs",
  "sessions",
  "apiKeys",
  "messages",
  "secondFactor",
  "passkeys",
  "providers",
  "pagesUrl",
] as const;

/** Tokens that this server issues: HS256. */
export interface OwnTokens extends Pick<AuthOptions, (typeof ownTokenOptions)[number]> {
  readonly kind: "own";
  /** The first signs tokens. All verify them. */
  readonly secretKeys: readonly [string, ...string[]];
  /** The fields of users that tokens contain as claims, because permissions use them. */
  readonly claims: readonly string[];
}

/** Where passkeys are used. */
export type PasskeysSettings = NonNullable<AuthOptions["passkeys"]>;

/** Tokens of an identity provider (OpenID Connect). */
export type ProviderTokens = { readonly kind: "provider" } & NonNullable<AuthOptions["jwt"]>;

/** A provider that users of this server can log in with. */
export type LogInProvider = Settings<typeof providerShape>;

/** Requirements for passwords. Lengths are in characters, after NFC. */
export type PasswordRules = AuthOptions["passwordReqs"];
