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
    { secretKey, refreshTokens: { lifetimeInDays: 1, sessionLifetimeInDays: 3650, table: "sessions" } },
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
  ])("may be %o", (auth) => {
    expect(mistakes(auth)).toEqual([]);
  });

  const kinds =
    'must have "secretKey" for users of this server, "jwt" for those of a provider, or "identify".';
  const users = 'applies to users of this server, which need "secretKey": remove it.';
  const url = (mistake: string) => `the address ${mistake}.`;
  const https = url("must begin with https://, but on this machine");
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
  ])("must not be %o", (auth, expected) => {
    expect(mistakes(auth)).toEqual(expected);
  });

  it("cannot have cookies if a function identifies the callers", () => {
    expect(mistakes({ secretKey, identify, sessions: "cookie" })).toEqual([
      'auth.sessions: callers come from "identify", which knows no cookies of this server: remove one of the two.',
    ]);
  });

  it("never prints the secret", () => {
    for (const secret of ["sesame", ["sesame"], { sesame: 1 }])
      expect(JSON.stringify(mistakes({ secretKey: secret, salt: secret }))).not.toContain("sesame");
  });
});

describe("the users of a configuration", () => {
  const user = (fields: EntityConfig["fields"], options: Partial<EntityConfig> = {}): Config["entities"] => ({
    user: { fields, permissions: {}, ...options },
  });
  const ofUser = (entities: Config["entities"]) => mistakes({ secretKey }, entities);
  const required = (type: FieldConfig["type"], options: Partial<FieldConfig> = {}) =>
    field(type, { isRequired: true, ...options });

  it("may add options to built-in fields", () => {
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
  ])("cannot change the built-in field %s", (name, is, expected) => {
    expect(ofUser(user({ [name]: is }))).toEqual(expected);
  });

  it("have no foreign keys in built-in fields", () => {
    const foreignKey = { targetEntityName: "user", resolvedEntityName: "boss" };
    expect(ofUser(user({ email: field("string", { foreignKey }) }))).toContain(
      place("email.foreignKey: every user has this field: it refers to nothing."),
    );
  });

  it("must have a key of one field, and must be writable", () => {
    const keys = { a: required("int", { isEditable: false }), b: required("int", { isEditable: false }) };
    expect(ofUser(user(keys, { primaryKey: ["a", "b"] }))).toContain(
      "entities.user.primaryKey: tokens and owners refer to a user by one field: give a key of one field.",
    );
    expect(ofUser(user(keys, { primaryKey: "a", isReadOnly: true }))).toContain(
      "entities.user.isReadOnly: users must be writable: remove it.",
    );
    expect(ofUser(user(keys, { primaryKey: "a" }))).toEqual([]);
  });

  it("cannot have fields named like registered claims that permissions use", () => {
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

  it("are an entity like any other if a provider has the users", () => {
    const anything = user({ username: field("int"), confirmPassword: field("int") }, { table: "people" });
    expect(mistakes({ jwt }, anything)).toEqual([]);
    expect(mistakes({ identify }, anything)).toEqual([]);
  });
});

describe("an option without effect", () => {
  afterEach(() => {
    vi.restoreAllMocks();
  });

  it("gives a warning when a server is created", () => {
    const warned = vi.spyOn(process, "emitWarning").mockImplementation(() => undefined);
    new DataApi({ database, entities: {}, auth: { secretKey, salt: "pepper" } });
    expect(warned.mock.calls).toEqual([
      ['"auth.salt" has no effect: each secret has a salt of its own. Remove it.', "ConfigWarning"],
    ]);
    new DataApi({ database, entities: {}, auth: { secretKey } });
    expect(warned).toHaveBeenCalledTimes(1);
  });
});
