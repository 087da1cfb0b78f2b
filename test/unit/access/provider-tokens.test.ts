import { createHmac, generateKeyPairSync, sign } from "node:crypto";
import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { SignJWT } from "jose";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { ApiError, type Caller, type JwtConfig } from "data-api";
import { createIdentify } from "../../../runtime/access/identify.js";
import { resolveModel } from "../../../runtime/config/resolve-model.js";
import { createKey, Provider, sendJson, type ProviderKey } from "./provider.js";

const DISCOVERY = "/realm/.well-known/openid-configuration";
const KEYS = "/realm/keys";
/** The caller of the provider's usual token. */
const anna = { userId: "auth0|anna" };
let rsa: ProviderKey;
let provider: Provider;

beforeAll(() => {
  rsa = createKey();
});
beforeEach(async () => {
  provider = await Provider.start(rsa);
});
afterEach(async () => {
  vi.useRealTimers();
  await provider.stop();
});

/** Finds the caller of a token, like a server with this configuration. */
function createReader(
  options: Partial<JwtConfig> = {},
  warn: (message: string) => void = () => undefined,
): (token: string) => Promise<Caller> {
  const jwt = { issuer: provider.issuer, audience: "api", ...options };
  const database = { dialect: "sqlite", name: ":memory:" } as const;
  const identify = createIdentify(resolveModel({ database, entities: {}, auth: { jwt } }), undefined, warn);
  return async (token) => {
    const req = new IncomingMessage(new Socket());
    req.headers.authorization = `Bearer ${token}`;
    return identify(req);
  };
}

async function expectError(answer: Promise<Caller>, code: string): Promise<ApiError> {
  const error: unknown = await answer.catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(ApiError);
  expect((error as ApiError).code).toBe(code);
  return error as ApiError;
}

describe("a provider's token", () => {
  it("a provider's token is verified with the keys of the discovery document, which is fetched once", async () => {
    const read = createReader();
    expect(provider.asked).toEqual([]);
    const claims = { roles: ["editor", "owner"], email: "anna@example.com" };
    expect(await read(await provider.sign(claims))).toMatchObject({
      ...{ userId: "auth0|anna", roles: ["guest", "member", "editor"], isAuthenticated: true },
      claims: { ...claims, iss: provider.issuer },
    });
    await Promise.all(["a", "b", "c"].map(async (sub) => read(await provider.sign({ sub }))));
    expect(provider.asked).toEqual([DISCOVERY, KEYS]);
  });

  it("a provider's token is verified with the keys of the configured address, without the discovery document", async () => {
    const read = createReader({ jwksUri: `${provider.issuer}/keys` });
    expect((await read(await provider.sign())).userId).toBe("auth0|anna");
    expect(provider.asked).toEqual([KEYS]);
  });

  it.each(["RS256", "PS256", "ES256", "EdDSA"] as const)(
    "a provider's token may be signed with %s",
    async (alg) => {
      provider.keys = [createKey("ES256"), createKey(alg), rsa];
      expect(await createReader()(await provider.sign({}, provider.keys[1]))).toMatchObject({
        userId: "auth0|anna",
      });
    },
  );

  it("a provider's token must be signed with an allowed algorithm", async () => {
    const rs512 = createKey("RS512");
    provider.keys = [rsa, rs512];
    await expectError(createReader()(await provider.sign({}, rs512)), "invalid-token");
    expect(await createReader({ algorithms: ["RS512"] })(await provider.sign({}, rs512))).toMatchObject(anna);
    await expectError(createReader({ algorithms: ["RS512"] })(await provider.sign()), "invalid-token");
  });

  it("a provider's token that is signed with its public key as a secret, or not at all, is rejected", async () => {
    const read = createReader();
    const publicKey = JSON.stringify(rsa.jwk);
    const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
    const now = Math.floor(Date.now() / 1000);
    const payload = encode({ iss: provider.issuer, aud: "api", sub: "x", exp: now + 600 });
    const secrets = [publicKey, rsa.kid, "", (rsa.jwk as { n: string }).n];
    for (const secret of secrets) {
      const text = `${encode({ alg: "HS256", kid: rsa.kid })}.${payload}`;
      const signature = createHmac("sha256", secret).update(text).digest("base64url");
      await expectError(read(`${text}.${signature}`), "invalid-token");
    }
    await expectError(read(`${encode({ alg: "none" })}.${payload}.`), "invalid-token");
    expect(provider.asked).toEqual([]);
  });

  it("a provider's token that brings or points to its own key is rejected, and no address in it is fetched", async () => {
    const mine = createKey();
    const read = createReader();
    for (const header of [
      { jwk: mine.jwk, kid: undefined },
      { jwk: mine.jwk, kid: rsa.kid },
      { jku: "http://127.0.0.1:1/keys", kid: rsa.kid },
      { x5u: "http://127.0.0.1:1/keys", kid: mine.kid },
      { kid: "../../etc/passwd" },
    ])
      await expectError(read(await provider.sign({}, mine, header)), "invalid-token");
    expect(provider.asked.filter((path) => path !== DISCOVERY && path !== KEYS)).toEqual([]);
  });

  const now = () => Math.floor(Date.now() / 1000);
  it.each<readonly [string, () => Readonly<Record<string, unknown>>]>([
    ["of another issuer", () => ({ iss: "https://login.example.com" })],
    ["of the issuer with a slash at the end", () => ({ iss: `${provider.issuer}/` })],
    ["without an issuer", () => ({ iss: undefined })],
    ["for another audience", () => ({ aud: "other" })],
    ["without an audience", () => ({ aud: undefined })],
    ["that has expired", () => ({ exp: now() - 31 })],
    ["that never expires", () => ({ exp: undefined })],
    ["that is not valid yet", () => ({ nbf: now() + 60 })],
    ["without a user", () => ({ sub: undefined })],
    ["with an empty user", () => ({ sub: "" })],
    ["with an object as the user", () => ({ sub: { id: 1 } })],
    ["with true as the user", () => ({ sub: true })],
    ["with a user id that is too long", () => ({ sub: "x".repeat(256) })],
    ["with a user id that databases cannot store", () => ({ sub: "a\0" })],
  ])("a provider's token %s is rejected", async (_what, claims) => {
    await expectError(createReader()(await provider.sign(claims())), "invalid-token");
  });

  it("a provider's token may be used half a minute before or after its time", async () => {
    const read = createReader();
    expect(await read(await provider.sign({ exp: now() - 20 }))).toMatchObject(anna);
    expect(await read(await provider.sign({ nbf: now() + 20 }))).toMatchObject(anna);
    expect(await read(await provider.sign({ aud: ["x", "api"] }))).toMatchObject(anna);
  });
});

describe("a token that names no key", () => {
  const unnamed = (key?: ProviderKey, claims = {}) => provider.sign(claims, key, { kid: undefined });

  it("a provider's token that names no key is verified with each key that fits", async () => {
    const [second, third] = [createKey(), createKey("ES256")];
    provider.keys = [rsa, second, third];
    const read = createReader();
    for (const key of provider.keys)
      expect(await read(await unnamed(key))).toMatchObject({ userId: "auth0|anna" });
    await expectError(read(await unnamed(createKey())), "invalid-token");
    await expectError(read(await unnamed(second, { aud: "other" })), "invalid-token");
    expect(await read(await unnamed(second, { sub: "b" }))).toMatchObject({ userId: "b" });
    expect(provider.asked).toEqual([DISCOVERY, KEYS]);
  });

  it.each([1, 2])(
    "a token that names no key fetches the provider's keys again if none of %d fits, at most twice a minute",
    async (count) => {
      vi.useFakeTimers({ toFake: ["Date", "performance"] });
      provider.keys = Array.from({ length: count }, () => createKey());
      const read = createReader();
      await read(await unnamed(provider.keys[0]));
      provider.keys = [createKey()];
      await expectError(read(await unnamed()), "invalid-token");
      vi.advanceTimersByTime(31_000);
      expect(await read(await unnamed())).toMatchObject(anna);
      for (let index = 0; index < 5; index++)
        await expectError(read(await unnamed(createKey())), "invalid-token");
      expect(provider.asked).toEqual([DISCOVERY, KEYS, KEYS]);
    },
  );
});

describe("a key that cannot be used", () => {
  const shortRsa = generateKeyPairSync("rsa", { modulusLength: 1024 });
  const short: ProviderKey = {
    alg: "RS256",
    kid: "short",
    privateKey: shortRsa.privateKey,
    jwk: { ...shortRsa.publicKey.export({ format: "jwk" }), kid: "short", alg: "RS256" },
  };
  const others: readonly unknown[] = [
    short.jwk,
    { kty: "RSA", kid: "broken", alg: "RS256", n: "AQAB" },
    { kty: "OKP", crv: "Ed999", kid: "curve", x: "AA" },
    { kty: "NEW", kid: "kind" },
    { kty: "oct", kid: "secret", k: "c2VjcmV0" },
    5,
    null,
  ];

  it("a provider's key that cannot be used is skipped with a line in the log, and tokens of the others are verified", async () => {
    vi.useFakeTimers({ toFake: ["Date", "performance"] });
    provider.answers[KEYS] = (_req, res) => {
      sendJson(res, { keys: [...others, { ...short.jwk, kid: "for encryption", use: "enc" }, rsa.jwk] });
    };
    const lines: string[] = [];
    const read = createReader({}, (line) => lines.push(line));
    expect(await read(await provider.sign())).toMatchObject(anna);
    expect(await read(await provider.sign({ sub: "b" }, rsa, { kid: undefined }))).toMatchObject({
      userId: "b",
    });
    const weak = await new SignJWT({ iss: provider.issuer, aud: "api", sub: "x" })
      .setProtectedHeader({ alg: "HS256", kid: "secret" })
      .setExpirationTime("1h")
      .sign(Buffer.from("secret"));
    await expectError(read(weak), "invalid-token");
    vi.advanceTimersByTime(601_000);
    expect(
      await read(await provider.sign({ sub: "c", exp: Math.floor(Date.now() / 1000) + 60 })),
    ).toMatchObject({ userId: "c" });
    expect(provider.asked.filter((path) => path === KEYS)).toHaveLength(2);
    expect(lines).toEqual([
      `The identity provider's key "short" is not used: it has 1024 bits, and at least 2048 are required.`,
      ...["broken", "curve", "kind", "secret"].map(
        (kid) => `The identity provider's key "${kid}" is not used: it is of an unknown kind, or broken.`,
      ),
      `The identity provider's key 6 is not used: it is not an object.`,
      `The identity provider's key 7 is not used: it is not an object.`,
    ]);
  });

  it("a provider's RSA key of 1024 bits does not verify tokens", async () => {
    provider.answers[KEYS] = (_req, res) => {
      sendJson(res, { keys: [short.jwk, rsa.jwk] });
    };
    const header = (kid: string | undefined) =>
      Buffer.from(JSON.stringify({ alg: "RS256", kid })).toString("base64url");
    const now = Math.floor(Date.now() / 1000);
    const payload = Buffer.from(
      JSON.stringify({ iss: provider.issuer, aud: "api", sub: "x", exp: now + 600 }),
    ).toString("base64url");
    for (const kid of ["short", undefined]) {
      const text = `${header(kid)}.${payload}`;
      const signature = sign("sha256", Buffer.from(text), shortRsa.privateKey).toString("base64url");
      await expectError(createReader()(`${text}.${signature}`), "invalid-token");
    }
  });
});

describe("the claims", () => {
  it.each<
    readonly [claim: string | undefined, said: Readonly<Record<string, unknown>>, roles: readonly string[]]
  >([
    [undefined, { roles: ["a", "b"] }, ["a", "b"]],
    [undefined, { roles: "a b" }, ["a", "b"]],
    [undefined, {}, []],
    [undefined, { roles: { a: true } }, []],
    [undefined, { roles: ["a", 5, null, ["b"]] }, ["a"]],
    ["https://example.com/roles", { "https://example.com/roles": ["a"], roles: ["x"] }, ["a"]],
    ["realm_access.roles", { realm_access: { roles: ["a"] }, roles: ["x"] }, ["a"]],
    ["realm_access.roles", { "realm_access.roles": ["a"], realm_access: { roles: ["x"] } }, ["a"]],
    ["realm_access.roles", { realm_access: "x" }, []],
    ["scope", { scope: "  read\twrite " }, ["read", "write"]],
    ["constructor.name", {}, []],
    ["__proto__.x", {}, []],
  ])("a caller's roles are read from the claim %s in %j", async (rolesClaim, said, roles) => {
    const read = createReader(rolesClaim === undefined ? {} : { rolesClaim });
    expect((await read(await provider.sign(said))).roles).toEqual(["guest", "member", ...roles]);
  });

  it.each<readonly [claim: string, said: Readonly<Record<string, unknown>>, id: string]>([
    ["oid", { oid: "f00d" }, "f00d"],
    ["https://example.com/id", { "https://example.com/id": 17 }, "17"],
    ["user.id", { user: { id: "7" } }, "7"],
  ])(
    "a caller's user id is read from the claim %s, and a token without it is rejected",
    async (userIdClaim, said, id) => {
      expect((await createReader({ userIdClaim })(await provider.sign(said))).userId).toBe(id);
      await expectError(createReader({ userIdClaim })(await provider.sign()), "invalid-token");
    },
  );
});

describe("a new key of a provider", () => {
  it("a provider's new key is fetched when a token names it, but not for every token with an unknown key", async () => {
    vi.useFakeTimers({ toFake: ["Date", "performance"] });
    const read = createReader();
    await read(await provider.sign());
    const next = createKey("ES256");
    provider.keys = [next, rsa];
    await expectError(read(await provider.sign({}, next)), "invalid-token");
    expect(provider.asked).toEqual([DISCOVERY, KEYS]);
    vi.advanceTimersByTime(31_000);
    expect(await read(await provider.sign({}, next))).toMatchObject(anna);
    expect(await read(await provider.sign({ sub: "b" }, rsa))).toMatchObject({ userId: "b" });
    expect(provider.asked).toEqual([DISCOVERY, KEYS, KEYS]);
    for (let index = 0; index < 5; index++)
      await expectError(read(await provider.sign({}, createKey("ES256"))), "invalid-token");
    expect(provider.asked).toHaveLength(3);
  });

  it("a key that the provider removed verifies no token ten minutes later", async () => {
    vi.useFakeTimers({ toFake: ["Date", "performance"] });
    const read = createReader();
    await read(await provider.sign());
    provider.keys = [createKey()];
    vi.advanceTimersByTime(601_000);
    await expectError(read(await provider.sign({}, rsa)), "invalid-token");
  });
});

describe("a provider that cannot answer", () => {
  const unavailable = async (read: (token: string) => Promise<Caller>, token?: string) => {
    const error = await expectError(read(token ?? (await provider.sign())), "identity-provider-unavailable");
    expect(error.status).toBe(503);
    expect(Number(error.headers["Retry-After"])).toBeGreaterThanOrEqual(1);
    expect(Number(error.headers["Retry-After"])).toBeLessThanOrEqual(60);
    expect(error.message).not.toContain("127.0.0.1");
    expect(error.cause).toBeInstanceOf(Error);
  };

  it("a provider that cannot be reached gives a 503 with Retry-After, until it can be reached again", async () => {
    vi.useFakeTimers({ toFake: ["Date", "performance"] });
    const token = await provider.sign();
    const readers = [createReader(), createReader({ jwksUri: `${provider.issuer}/keys` })];
    await provider.stop();
    for (const read of readers) await unavailable(read, token);
    await provider.resume();
    vi.advanceTimersByTime(2_000);
    for (const read of readers) expect(await read(token)).toMatchObject({ userId: "auth0|anna" });
  });

  const fails: Provider["answers"][string] = (_req, res) => res.writeHead(503).end();
  const signMany = (count: number, key?: ProviderKey) =>
    Promise.all(Array.from({ length: count }, (_, n) => provider.sign({ sub: `u${n}` }, key)));

  it("a provider that fails is asked again after a delay, and known keys stay valid meanwhile", async () => {
    vi.useFakeTimers({ toFake: ["Date", "performance"] });
    const read = createReader();
    const whole = { ...provider.answers };
    provider.answers[DISCOVERY] = fails;
    await unavailable(read);
    vi.advanceTimersByTime(1_000);
    await unavailable(read);
    Object.assign(provider.answers, whole);
    provider.answers[KEYS] = fails;
    vi.advanceTimersByTime(2_000);
    await unavailable(read);
    Object.assign(provider.answers, whole);
    vi.advanceTimersByTime(4_000);
    expect(await read(await provider.sign())).toMatchObject(anna);
    // Known keys stay valid during the outage, also when other tokens name unknown keys.
    vi.advanceTimersByTime(31_000);
    provider.answers[KEYS] = (_req, res) => res.destroy();
    await unavailable(read, await provider.sign({}, createKey("ES256")));
    expect(await read(await provider.sign({ sub: "b" }))).toMatchObject({ userId: "b" });
  });

  it("a provider that fails gets one request for all waiting callers, with growing delays", async () => {
    vi.useFakeTimers({ toFake: ["Date", "performance"] });
    const read = createReader();
    provider.answers[DISCOVERY] = fails;
    const tokens = await signMany(40);
    const begin = Date.now();
    let asked = 0;
    const gaps: number[] = [];
    for (let last = begin; Date.now() - begin < 600_000; vi.advanceTimersByTime(250)) {
      await Promise.all(
        tokens.slice(0, Date.now() === begin ? 40 : 1).map((token) => unavailable(read, token)),
      );
      expect(provider.asked.length - asked).toBeLessThanOrEqual(1);
      if (provider.asked.length === asked) continue;
      asked = provider.asked.length;
      if (asked > 1) gaps.push(Date.now() - last);
      last = Date.now();
    }
    // Each delay is between half of 1, 2, 4 … s and all of it, give or take one step of the clock.
    gaps.forEach((gap, index) => {
      const most = Math.min(1_000 * 2 ** index, 60_000);
      expect(gap).toBeGreaterThanOrEqual(most / 2);
      expect(gap).toBeLessThanOrEqual(most + 250);
    });
    expect(gaps.length).toBeGreaterThan(9);
    expect(gaps.length).toBeLessThan(30);
  });

  it("tokens with many unknown keys cause one request to the provider a minute", async () => {
    vi.useFakeTimers({ toFake: ["Date", "performance"] });
    const read = createReader();
    await read(await provider.sign());
    const tokens = await signMany(40, createKey("ES256"));
    for (let minute = 0; minute < 5; minute++) {
      vi.advanceTimersByTime(60_000);
      await Promise.all(tokens.map((token) => expectError(read(token), "invalid-token")));
    }
    expect(provider.asked).toEqual([DISCOVERY, KEYS, KEYS, KEYS, KEYS, KEYS, KEYS]);
  });

  it("a provider's outage does not invalidate known keys; they are replaced when it answers again", async () => {
    vi.useFakeTimers({ toFake: ["Date", "performance"] });
    const read = createReader();
    await read(await provider.sign());
    const whole = { ...provider.answers };
    const [known, later, last] = await Promise.all(
      ["a", "b", "c"].map((sub) => provider.sign({ sub, exp: Math.floor(Date.now() / 1000) + 86_400 })),
    );
    provider.answers[KEYS] = fails;
    vi.advanceTimersByTime(601_000);
    expect(await read(known ?? "")).toMatchObject({ userId: "a" });
    let refuse: (() => void) | undefined;
    provider.answers[DISCOVERY] = (_req, res) => {
      refuse = () => res.writeHead(503).end();
    };
    vi.advanceTimersByTime(5_000);
    // Up to here, the provider has not answered.
    expect(await read(later ?? "")).toMatchObject({ userId: "b" });
    await expect.poll(() => refuse).toBeDefined();
    refuse?.();
    Object.assign(provider.answers, whole);
    provider.keys = [createKey()];
    await vi.waitFor(
      () => {
        vi.advanceTimersByTime(61_000);
        return expectError(read(last ?? ""), "invalid-token");
      },
      { timeout: 60_000 },
    );
  });

  it.each<readonly [string, () => unknown]>([
    [
      "has a different issuer",
      () => ({ issuer: "https://login.example.com", jwks_uri: `${provider.issuer}/keys` }),
    ],
    [
      "has the issuer with a slash at the end",
      () => ({ issuer: `${provider.issuer}/`, jwks_uri: `${provider.issuer}/keys` }),
    ],
    ["has no issuer", () => ({ jwks_uri: `${provider.issuer}/keys` })],
    ["has no address of keys", () => ({ issuer: provider.issuer })],
    ["has a list as the address of its keys", () => ({ issuer: provider.issuer, jwks_uri: ["x"] })],
    [
      "has the address of its keys without HTTPS",
      () => ({ issuer: provider.issuer, jwks_uri: "http://example.com/" }),
    ],
    ["has keys in a file", () => ({ issuer: provider.issuer, jwks_uri: "file:///etc/passwd" })],
    ["is null", () => null],
    ["is a text", () => "x"],
  ])("a provider gives a 503 if its discovery document %s", async (_what, document) => {
    provider.answers[DISCOVERY] = (_req, res) => {
      sendJson(res, document());
    };
    await unavailable(createReader());
    expect(provider.asked).toEqual([DISCOVERY]);
  });

  it("a provider that redirects gives a 503, and no redirect is followed", async () => {
    const other = await Provider.start(createKey());
    const token = await other.sign({ iss: provider.issuer });
    provider.answers[DISCOVERY] = (_req, res) => {
      res.writeHead(302, { Location: `${other.issuer}/.well-known/openid-configuration` }).end();
    };
    await unavailable(createReader(), token);
    provider.answers[KEYS] = (_req, res) => res.writeHead(302, { Location: `${other.issuer}/keys` }).end();
    await unavailable(createReader({ jwksUri: `${provider.issuer}/keys` }), token);
    expect(other.asked).toEqual([]);
    await other.stop();
  });

  it.each<readonly [string, unknown]>([
    ["not a list", {}],
    ["a list without a key", { keys: [5] }],
    ["not JSON", undefined],
  ])("a provider gives a 503 if its keys are %s", async (_what, keys) => {
    provider.answers[KEYS] = (_req, res) => {
      if (keys === undefined) res.end("<html>");
      else sendJson(res, keys);
    };
    await unavailable(createReader());
  });

  it("a provider gives a 503 if its only key is broken", async () => {
    provider.answers[KEYS] = (_req, res) => {
      sendJson(res, { keys: [{ ...rsa.jwk, n: "AQAB" }] });
    };
    const token = await provider.sign();
    await unavailable(createReader(), token);
    provider.answers[KEYS] = (_req, res) => {
      sendJson(res, { keys: [{ ...rsa.jwk, n: undefined }] });
    };
    await unavailable(createReader(), token);
  });

  it("a provider gives a 503 if its only key is too short", async () => {
    const short = generateKeyPairSync("rsa", { modulusLength: 1024 }).publicKey.export({ format: "jwk" });
    provider.answers[KEYS] = (_req, res) => {
      sendJson(res, { keys: [{ ...rsa.jwk, ...short }] });
    };
    await unavailable(createReader());
  });

  it("a provider is asked again after half a minute, when its broken key may be corrected", async () => {
    vi.useFakeTimers({ toFake: ["Date", "performance"] });
    const read = createReader();
    const token = await provider.sign();
    const whole = { ...provider.answers };
    provider.answers[KEYS] = (_req, res) => {
      sendJson(res, { keys: [{ ...rsa.jwk, n: undefined }] });
    };
    await unavailable(read, token);
    Object.assign(provider.answers, whole);
    await unavailable(read, token);
    expect(provider.asked).toEqual([DISCOVERY, KEYS]);
    vi.advanceTimersByTime(31_000);
    expect(await read(token)).toMatchObject(anna);
    expect(provider.asked).toEqual([DISCOVERY, KEYS, KEYS]);
  });

  it("a provider that takes longer than five seconds gives a 503, after one request for all callers", async () => {
    provider.answers[DISCOVERY] = () => undefined;
    const begin = performance.now();
    const read = createReader();
    const token = await provider.sign();
    await Promise.all([unavailable(read, token), unavailable(read, token)]);
    expect(performance.now() - begin).toBeGreaterThan(4000);
    expect(performance.now() - begin).toBeLessThan(60_000);
    expect(provider.asked).toEqual([DISCOVERY]);
  });

  it("a token that is malformed or of a wrong algorithm is a 401 also while the provider is away", async () => {
    const { issuer } = provider;
    const read = createReader();
    await provider.stop();
    const hs256 = await new SignJWT({ iss: issuer, aud: "api", sub: "x" })
      .setProtectedHeader({ alg: "HS256" })
      .setExpirationTime("1h")
      .sign(Buffer.from("x".repeat(32)));
    for (const token of ["x", "a.b.c", "..", hs256]) await expectError(read(token), "invalid-token");
  });
});
