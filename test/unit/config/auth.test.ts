import { afterEach, describe, expect, it, vi } from "vitest";
import { DataApi, type AuthConfig, type Config, type EntityConfig, type FieldConfig } from "data-api";
import { checkConfig } from "../../../runtime/config/check-config.js";
import { field } from "../../conformance/fields.js";

const database = { dialect: "sqlite", name: ":memory:" } as const;
const secretKey = "0123456789abcdef0123456789abcdef";
const jwt = { issuer: "https://login.example.com/", audience: "api" };
const identify = () => null;

/** The mistakes, each as a line: its place and what is wrong. */
function mistakes(auth: unknown, entities: Config["entities"] = {}): readonly string[] {
  return checkConfig({ database, auth, entities }).map(({ path, message }) => `${path}: ${message}`);
}

describe("auth", () => {
  it.each<AuthConfig>([
    { secretKey },
    { secretKey: "é".repeat(16) },
    { secretKey: [secretKey] },
    { secretKey: [secretKey, `former ${secretKey}`] },
    {
      ...{ secretKey, tokenLifetimeInMins: 5, issuer: "i", audience: "a", salt: "x" },
      passwordReqs: { minLength: 128, digitChar: true },
    },
    { secretKey, userCheckInSecs: 0, refreshTokens: true },
    { secretKey, userCheckInSecs: 300, refreshTokens: false },
    { secretKey, secondFactor: true },
    { secretKey, secondFactor: { issuer: "My shop" } },
    ...[
      ["example.com", "https://example.com", "https://app.example.com:8443"],
      ["xn--bcher-kva.example", "https://xn--bcher-kva.example"],
      ["localhost", "http://localhost", "http://localhost:5173", "https://app.localhost"],
    ].map(([rpId = "", ...origins]) => ({ secretKey, passkeys: { rpId, origins } })),
    { secretKey, refreshTokens: { lifetimeInDays: 1, sessionLifetimeInDays: 3650, table: "sessions" } },
    ...["https://app.example.com", "https://x/a/b/", "http://localhost:5173"].map((pagesUrl) => ({
      ...{ secretKey, pagesUrl },
      messages: { sendMessage: () => undefined, resetLifetimeInMins: 15, verifyLifetimeInMins: 10_080 },
    })),
    { secretKey, sessions: "cookie" },
    { secretKey, sessions: "cookie", refreshTokens: { lifetimeInDays: 1 } },
    { secretKey, identify, sessions: "bearer" },
    { secretKey, identify },
    { identify },
    { jwt },
    { jwt: { ...jwt, jwksUri: "https://login.example.com/keys?v=2", algorithms: ["ES256"] } },
    ...["http://localhost:8080", "http://127.0.0.1/x", "http://[::1]:1", "http://idp.localhost/realms/x"].map(
      (issuer) => ({ jwt: { ...jwt, issuer, jwksUri: issuer } }),
    ),
  ])("the option auth may be %o", (auth) => {
    expect(mistakes(auth)).toEqual([]);
  });

  const kinds =
    'must have "secretKey" for users of this server, "jwt" for those of a provider, or "identify".';
  const users = 'applies to users of this server, which need "secretKey": remove it.';
  const url = (mistake: string) => `the address ${mistake}.`;
  const https = url("must begin with https://, except on this machine");
  const messages = { sendMessage: () => undefined };
  const make = "Make one with node -p \"crypto.randomBytes(32).toString('base64url')\".";
  const missing = `has no value: set the variable that it comes from, or remove it. ${make} Commands read ".env", a script of your own with "node --env-file=.env".`;
  const short = `is too short: it must have at least 32 random bytes in UTF-8. ${make}`;
  it.each<readonly [auth: unknown, mistakes: readonly string[]]>([
    [{}, [`auth: ${kinds}`]],
    ...[{}, { identify }, { passwordReqs: {} }].map(
      (others) => [{ ...others, secretKey: undefined }, [`auth.secretKey: ${missing}`]] as const,
    ),
    [{ salt: "x" }, [`auth: ${kinds}`]],
    [{ secretKey: "" }, [`auth.secretKey: ${short}`]],
    [{ secretKey: "0123456789abcdef0123456789abcde" }, [`auth.secretKey: ${short}`]],
    [{ secretKey: "é".repeat(15) }, [`auth.secretKey: ${short}`]],
    [{ secretKey: [] }, ["auth.secretKey: found a list; must have at least one item."]],
    [{ secretKey: [secretKey, "short"] }, [`auth.secretKey.1: ${short}`]],
    [{ secretKey: [secretKey, secretKey] }, ["auth.secretKey.1: this key is there already."]],
    [{ secretKey: [secretKey, undefined] }, [`auth.secretKey.1: ${missing}`]],
    [{ secretKey: 5 }, ["auth.secretKey: found something else; must be a text, or a list of texts."]],
    [{ secretKey, jwt }, ['auth.jwt: callers come from "secretKey" already: remove one of the two.']],
    [
      { secretKey, identify, apiKeys: true },
      ['auth.apiKeys: callers come from "identify", which no key reaches: remove one of the two.'],
    ],
    [{ jwt, apiKeys: true }, [`auth.apiKeys: ${users}`]],
    [{ identify, apiKeys: {} }, [`auth.apiKeys: ${users}`]],
    [{ identify, jwt }, ['auth.jwt: callers come from "identify" already: remove one of the two.']],
    [
      {
        ...{ jwt, tokenLifetimeInMins: 5, issuer: "i", audience: "a", passwordReqs: {} },
        ...{ userCheckInSecs: 5, refreshTokens: true },
      },
      [
        ...["tokenLifetimeInMins", "issuer", "audience", "userCheckInSecs", "refreshTokens"],
        "passwordReqs",
      ].map((option) => `auth.${option}: ${users}`),
    ],
    [{ identify, audience: "a" }, [`auth.audience: ${users}`]],
    [{ jwt: { ...jwt, issuer: "http://login.example.com" } }, [`auth.jwt.issuer: ${https}`]],
    [{ jwt: { ...jwt, issuer: "http://localhost.example.com" } }, [`auth.jwt.issuer: ${https}`]],
    [{ jwt: { ...jwt, issuer: "ftp://localhost" } }, [`auth.jwt.issuer: ${https}`]],
    [{ jwt: { ...jwt, issuer: "login.example.com" } }, [`auth.jwt.issuer: ${url("must be a URL")}`]],
    [{ jwt: { ...jwt, issuer: "https://x/?a=b" } }, [`auth.jwt.issuer: ${url("must have no query")}`]],
    ...["https://u:p@login.example.com", "https://login.example.com/#x"].map(
      (issuer) =>
        [
          { jwt: { ...jwt, issuer } },
          [`auth.jwt.issuer: ${url("must have neither credentials nor a fragment")}`],
        ] as const,
    ),
    [{ jwt: { ...jwt, jwksUri: "http://10.0.0.1/keys" } }, [`auth.jwt.jwksUri: ${https}`]],
    [{ jwt: { ...jwt, jwksUri: "keys" } }, [`auth.jwt.jwksUri: ${url("must be a URL")}`]],
    [
      { jwt: { ...jwt, algorithms: ["HS256"] } },
      [
        'auth.jwt.algorithms.0: found "HS256"; allowed: "RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA".',
      ],
    ],
    [
      { secretKey, passwordReqs: { minLength: 7 } },
      ["auth.passwordReqs.minLength: found 7; must be at least 8."],
    ],
    [{ secretKey, tokenLifetimeInMins: 0 }, ["auth.tokenLifetimeInMins: found 0; must be at least 1."]],
    [{ secretKey, userCheckInSecs: -1 }, ["auth.userCheckInSecs: found -1; must be at least 0."]],
    [{ secretKey, userCheckInSecs: 301 }, ["auth.userCheckInSecs: found 301; must be at most 300."]],
    [
      { secretKey, refreshTokens: { lifetimeInDays: 366 } },
      ["auth.refreshTokens.lifetimeInDays: found 366; must be at most 365."],
    ],
    [{ secretKey, messages }, ['auth.pagesUrl: is required with "messages": links lead to pages below it.']],
    ...(
      [
        ["app.example.com", "must be a URL"],
        ["http://app.example.com", "must begin with https://, except on this machine"],
        ["https://app.example.com/?a", "must have no query"],
        ["https://app.example.com/?", "must have no query"],
        ["https://app.example.com/#a", "must have neither credentials nor a fragment"],
        ["https://app.example.com/#", "must have no query"],
        ["https://a:b@app.example.com", "must have neither credentials nor a fragment"],
      ] as const
    ).map(
      ([pagesUrl, mistake]) =>
        [{ secretKey, messages, pagesUrl }, [`auth.pagesUrl: ${url(mistake)}`]] as const,
    ),
    [
      { identify, messages, pagesUrl: "https://x" },
      ["messages", "pagesUrl"].map((at) => `auth.${at}: ${users}`),
    ],
    [
      { secretKey, messages: { ...messages, resetLifetimeInMins: 61 }, pagesUrl: "https://x" },
      ["auth.messages.resetLifetimeInMins: found 61; must be at most 60."],
    ],
    [
      { secretKey, messages: { sendMessage: "mail" }, pagesUrl: "https://x" },
      ['auth.messages.sendMessage: found "mail"; must be a function.'],
    ],
    [
      { secretKey, secondFactor: { issuer: "My: shop" } },
      ["auth.secondFactor.issuer: must have no colon: it would separate the name from that of the user."],
    ],
    [{ identify, secondFactor: true }, [`auth.secondFactor: ${users}`]],
    ...["com", "https://example.com", "Example.com", "example.com:443", "127.0.0.1", "bücher.example"].map(
      (rpId) =>
        [
          { secretKey, passkeys: { rpId, origins: ["https://example.com"] } },
          ['auth.passkeys.rpId: must be a domain in lower case, such as "example.com", or "localhost".'],
        ] as const,
    ),
    ...(
      [
        ["https://example.com/", 'must be an origin without a path: "https://example.com".'],
        ["https://example.com:443", 'must be an origin without a path: "https://example.com".'],
        ["https://EXAMPLE.com", 'must be an origin without a path: "https://example.com".'],
        ["https://example.com/app?x", 'must be an origin without a path: "https://example.com".'],
        ["http://example.com", https],
        ["example.com", url("must be a URL")],
        ["https://badexample.com", 'is not on the domain "example.com" of "rpId", so browsers refuse it.'],
        [
          "https://example.com.evil.org",
          'is not on the domain "example.com" of "rpId", so browsers refuse it.',
        ],
      ] as const
    ).map(
      ([origin, mistake]) =>
        [
          { secretKey, passkeys: { rpId: "example.com", origins: ["https://app.example.com", origin] } },
          [`auth.passkeys.origins.1: ${mistake}`],
        ] as const,
    ),
    [
      { secretKey, passkeys: { rpId: "example.com", origins: [] } },
      ["auth.passkeys.origins: found a list; must have at least one item."],
    ],
  ])("the option auth must not be %o", (auth, expected) => {
    expect(mistakes(auth)).toEqual(expected);
  });

  it("auth cannot have sessions in cookies if a function identifies the callers", () => {
    expect(mistakes({ secretKey, identify, sessions: "cookie" })).toEqual([
      'auth.sessions: callers come from "identify", which knows no cookies of this server: remove one of the two.',
    ]);
  });

  it("a mistake in auth never prints the secret", () => {
    for (const secret of ["sesame", ["sesame"], { sesame: 1 }])
      expect(JSON.stringify(mistakes({ secretKey: secret, salt: secret }))).not.toContain("sesame");
  });
});

describe("log-in with providers", () => {
  const google = { issuer: "https://accounts.google.com", clientId: "shop" };
  const pagesUrl = "https://shop.example.com";
  const publicUrl = "https://shop.example.com";
  const wrong = (auth: object, server: object | undefined) =>
    checkConfig({
      database,
      server: server ?? { publicUrl },
      auth: { secretKey, ...auth },
      entities: {},
    }).map(({ path, message }) => `${path}: ${message}`);

  it.each<readonly [auth: object, server: object | undefined]>([
    [{ providers: { google }, pagesUrl }, undefined],
    [
      { providers: { google, "entra-2": { ...google, clientSecret: "x", scopes: ["openid"] } }, pagesUrl },
      undefined,
    ],
    [{ providers: { google }, pagesUrl: "https://shop.example.com/app/" }, { publicUrl: `${publicUrl}/api` }],
    [
      {
        providers: { google: { ...google, issuer: "http://127.0.0.1:3000" } },
        pagesUrl: "http://localhost:5173",
      },
      {
        publicUrl: "http://localhost:1337",
        cors: { origins: ["http://localhost:5173"], credentials: true },
      },
    ],
    [{ providers: {} }, {}],
    [{ pagesUrl }, {}],
  ])("log-in with providers may be configured as %j", (auth, server) => {
    expect(wrong(auth, server)).toEqual([]);
  });

  const https = "must begin with https://, except on this machine";
  const noUrl = (what: string) =>
    `auth.providers: needs "server.publicUrl", to which providers send browsers back: it ${what}.`;
  it.each<readonly [auth: object, server: object, mistakes: readonly string[]]>([
    [
      { providers: { google } },
      { publicUrl },
      ['auth.providers: needs "pagesUrl": where browsers land after a log-in.'],
    ],
    [{ providers: { google }, pagesUrl }, {}, [noUrl("must be a URL")]],
    [{ providers: { google }, pagesUrl }, { publicUrl: "/shop" }, [noUrl("must be a URL")]],
    [{ providers: { google }, pagesUrl }, { publicUrl: "http://shop.example.com" }, [noUrl(https)]],
    [
      { providers: { google }, pagesUrl: "https://app.example.com" },
      { publicUrl, cors: { origins: ["https://app.example.com"] } },
      [
        'auth.providers: pages of https://app.example.com need "server.cors" with this origin and "credentials": a log-in ends with a cookie.',
      ],
    ],
    ...["http://shop.example.com", "https://shop.example.com/#a"].map(
      (pages) =>
        [
          { pagesUrl: pages },
          {},
          [
            `auth.pagesUrl: the address ${pages.includes("#") ? "must have neither credentials nor a fragment" : https}.`,
          ],
        ] as const,
    ),
    [{ pagesUrl: "https://shop.example.com/?a" }, {}, ["auth.pagesUrl: the address must have no query."]],
    ...["Google", "a b", "a/b", "", "x".repeat(33)].map(
      (name) =>
        [
          { providers: { [name]: google }, pagesUrl },
          { publicUrl },
          [expect.stringMatching(/^auth\.providers.*a name has 1 to 32 of the characters a to z/)],
        ] as const,
    ),
    [
      {
        providers: { google: { issuer: "http://accounts.google.com", clientId: "x", scopes: ["email"] } },
        pagesUrl,
      },
      { publicUrl },
      [
        `auth.providers.google.issuer: the address ${https}.`,
        'auth.providers.google.scopes: must contain "openid": without it, the provider does not say who the user is.',
      ],
    ],
  ])("log-in with providers must not be configured as %j with the server %j", (auth, server, expected) => {
    expect(wrong(auth, server)).toEqual(expected);
  });

  it("a provider's client secret must have a value if it is given", () => {
    expect(
      wrong({ providers: { google: { ...google, clientSecret: undefined } }, pagesUrl }, undefined),
    ).toEqual([
      "auth.providers.google.clientSecret: has no value: set the variable that it comes from, or remove it.",
    ]);
  });

  it("providers for log-in need users of this server", () => {
    expect(mistakes({ jwt, providers: { google }, pagesUrl })).toContain(
      'auth.providers: applies to users of this server, which need "secretKey": remove it.',
    );
  });
});

describe("the users of a configuration", () => {
  const user = (fields: EntityConfig["fields"], options: Partial<EntityConfig> = {}): Config["entities"] => ({
    user: { fields, permissions: {}, ...options },
  });
  const ofUser = (entities: Config["entities"]) => mistakes({ secretKey }, entities);
  const required = (type: FieldConfig["type"], options: Partial<FieldConfig> = {}) =>
    field(type, { isRequired: true, ...options });

  it("an entity of users cannot have a field of the name emailverified if messages are configured", () => {
    const own = user({ EmailVerified: field("boolean") });
    expect(ofUser(own)).toEqual([]);
    const auth = { secretKey, pagesUrl: "https://x", messages: { sendMessage: () => undefined } };
    expect(mistakes(auth, own)).toEqual([
      'entities.user.fields.EmailVerified: every user has "emailverified", set by the server: give it another name.',
    ]);
  });

  it("an entity of users may add options to built-in fields", () => {
    expect(
      ofUser(
        user({
          username: required("string", { maxLength: 20, description: "to log in with", column: "login" }),
          password: required("secret", { isEditable: false, foreignKey: null }),
          email: required("string", { isUnique: true, maxLength: 100, default: "nobody@example.com" }),
          firstname: field("string", { values: ["Anna", "Bob"] }),
          roles: required("json", { default: ["author"], isIgnoredOnCreate: true }),
          exp: field("int"),
        }),
      ),
    ).toEqual([]);
  });

  const place = (rest: string) => `entities.user.fields.${rest}`;
  const notSet = (name: string) => `cannot be set for the field "${name}" of users: remove it.`;
  const notRoles = 'must be a list of role names without blanks, and none of "guest", "member", "owner".';
  it.each<readonly [name: string, is: FieldConfig, mistakes: readonly string[]]>([
    [
      "username",
      required("text"),
      [place('username.type: every user has this field: its type is "string", not "text".')],
    ],
    [
      "password",
      required("string"),
      [place('password.type: every user has this field: its type is "secret", not "string".')],
    ],
    [
      "roles",
      required("string"),
      [
        place('roles.type: every user has this field: its type is "json", not "string".'),
        place("roles.default: found []; it must be text."),
      ],
    ],
    [
      "username",
      field("string"),
      [place("username.isRequired: every user has this field: it must be required.")],
    ],
    [
      "password",
      field("secret"),
      [place("password.isRequired: every user has this field: it must be required.")],
    ],
    ["roles", field("json"), [place("roles.isRequired: every user has this field: it must be required.")]],
    ["username", required("string", { default: "anna" }), [place(`username.default: ${notSet("username")}`)]],
    ["username", required("string", { values: ["anna"] }), [place(`username.values: ${notSet("username")}`)]],
    ["password", required("secret", { maxLength: 4 }), [place(`password.maxLength: ${notSet("password")}`)]],
    [
      "username",
      required("string", { maxLength: 129 }),
      [place("username.maxLength: found 129; must be at most 128.")],
    ],
    ["roles", required("json", { default: ["owner"] }), [place(`roles.default: ${notRoles}`)]],
    ["roles", required("json", { default: "admin" }), [place(`roles.default: ${notRoles}`)]],
    ["Email", field("string"), [place('Email: every user has this field: write its name "email".')]],
    [
      "ConfirmPassword",
      field("string"),
      [place("ConfirmPassword: a registration uses this name: give the field another one.")],
    ],
  ])("an entity of users cannot change the built-in field %s", (name, is, expected) => {
    expect(ofUser(user({ [name]: is }))).toEqual(expected);
  });

  it("a built-in field of users cannot have a foreign key", () => {
    const foreignKey = { targetEntityName: "user", resolvedEntityName: "boss" };
    expect(ofUser(user({ email: field("string", { foreignKey }) }))).toContain(
      place("email.foreignKey: every user has this field: it refers to nothing."),
    );
  });

  it("an entity of users must have a key of one field, and must be writable", () => {
    const keys = { a: required("int", { isEditable: false }), b: required("int", { isEditable: false }) };
    expect(ofUser(user(keys, { primaryKey: ["a", "b"] }))).toContain(
      "entities.user.primaryKey: tokens and owners refer to a user by one field: give a key of one field.",
    );
    expect(ofUser(user(keys, { primaryKey: "a", isReadOnly: true }))).toContain(
      "entities.user.isReadOnly: users must be writable: remove it.",
    );
    expect(ofUser(user(keys, { primaryKey: "a" }))).toEqual([]);
  });

  it("users cannot have fields named like registered claims that permissions use", () => {
    const asks = (claim: string) => ({
      ...user({ exp: field("int"), rank: field("int") }),
      note: {
        fields: { rank: field("int") },
        permissions: { read: [{ role: "member", where: `rank=@user.${claim}` }] },
      },
    });
    expect(ofUser(asks("rank"))).toEqual([]);
    expect(ofUser(asks("exp"))).toEqual([
      place(
        'exp: "exp" is a registered claim of tokens, and permissions refer to it: give the field another name.',
      ),
    ]);
  });

  it("an entity named user is like any other if a provider or a function has the users", () => {
    const anything = user({ username: field("int"), confirmPassword: field("int") }, { table: "people" });
    expect(mistakes({ jwt }, anything)).toEqual([]);
    expect(mistakes({ identify }, anything)).toEqual([]);
  });
});

describe("an option without effect", () => {
  afterEach(() => {
    vi.restoreAllMocks();
  });

  it("an option of auth without effect gives a warning when a server is created", () => {
    const warned = vi.spyOn(process, "emitWarning").mockImplementation(() => undefined);
    new DataApi({ database, entities: {}, auth: { secretKey, salt: "pepper" } });
    expect(warned.mock.calls).toEqual([
      ['"auth.salt" has no effect: each secret has a salt of its own. Remove it.', "ConfigWarning"],
    ]);
    new DataApi({ database, entities: {}, auth: { secretKey } });
    expect(warned).toHaveBeenCalledTimes(1);
  });
});
