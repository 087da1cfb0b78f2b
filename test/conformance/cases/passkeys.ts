import { generateKeyPairSync, randomBytes } from "node:crypto";
import type { Kysely } from "kysely";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { hotp, TOTP_STEP } from "../../../runtime/access/totp.js";
import { TestAuthenticator, type Deviation } from "../authenticator.js";
import { addUser, ownUsers, PASSWORD, sender, type Send } from "../callers.js";
import { expectJson, expectProblem } from "../expectations.js";
import { field } from "../fields.js";
import { fromBase32 } from "../from-base32.js";
import type { Harness } from "../harness.js";
import type { Reply } from "../http-client.js";
import { paths } from "../paths.js";
import type { TestServer } from "../start-server.js";

const unlimited = { rateLimit: { addresses: false, callers: false, logins: false } } as const;
const inner = { fields: { title: field("string") }, permissions: { read: ["member"] } };
const PATH = "/api/auth/passkeys";
const origin = "https://app.example.com";
const settings = { rpId: "example.com", rpName: "My shop", origins: ["https://example.com", origin] };

interface Options {
  readonly challenge: string;
  readonly [member: string]: unknown;
}

export function passkeyCases({ serve }: Harness): void {
  let users = 0;
  const newUser = async (server: TestServer) => {
    const username = `user ${users++}`;
    const id = await addUser(server, username);
    const { json } = await server.post("/api/auth/token", { username, password: PASSWORD });
    const { token } = json as { readonly token: string };
    return { id, username, send: sender(server, { Authorization: `Bearer ${token}` }) };
  };
  const optionsFor = async (send: Send, proof: object = { password: PASSWORD }): Promise<Options> => {
    const reply = await send("POST", `${PATH}/options`, proof);
    expect(reply.status, reply.text).toBe(200);
    return reply.json as Options;
  };
  const newOwner = async (server: TestServer, counter = 0) => {
    const user = await newUser(server);
    const device = new TestAuthenticator(origin);
    const response = device.create(await optionsFor(user.send), { counter });
    const reply = await user.send("POST", PATH, { name: "my phone", response });
    expect(reply.status, reply.text).toBe(201);
    return { ...user, device, passkeyId: (reply.json as { readonly id: string }).id };
  };
  const logInOptions = async (server: TestServer) => {
    const reply = await server.post(`${PATH}/log-in/options`);
    expect(reply.status, reply.text).toBe(200);
    return reply.json as Options;
  };
  const answer = (server: TestServer, response: unknown): Promise<Reply> =>
    server.post(`${PATH}/log-in`, { response });
  const logIn = async (server: TestServer, device: TestAuthenticator, deviation: Deviation = {}) =>
    answer(server, device.get(await logInOptions(server), deviation));
  const stored = (server: TestServer) =>
    (
      server.api.repository("user") as unknown as {
        db: Kysely<{ data_api_token: Record<string, string | number | null> }>;
      }
    ).db;

  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
  });
  afterEach(() => {
    vi.useRealTimers();
  });
  const wait = (ms: number) => vi.setSystemTime(Date.now() + ms);

  describe("alone", () => {
    const server = serve({
      auth: { ...ownUsers, userCheckInSecs: 0, passkeys: settings },
      server: unlimited,
      entities: { inner },
    });

    it("the options of a new passkey name the user by a hash, and demand a stored key and a verified user", async () => {
      const { send, username } = await newUser(server);
      const { challenge, user, ...options } = await optionsFor(send);
      expect(Buffer.from(challenge, "base64url").toString()).toMatch(/^[\w-]{22}\.[\w-]{43}$/);
      expect(user).toEqual({
        id: expect.stringMatching(/^[\w-]{43}$/) as string,
        name: username,
        displayName: username,
      });
      expect(options).toMatchObject({
        rp: { id: "example.com", name: "My shop" },
        attestation: "none",
        excludeCredentials: [],
        pubKeyCredParams: [-8, -7, -257].map((alg) => ({ alg, type: "public-key" })),
        authenticatorSelection: {
          residentKey: "required",
          requireResidentKey: true,
          userVerification: "required",
        },
      });
      expect((await optionsFor(send))["user"]).toEqual(user);
      const other = await newUser(server);
      expect((await optionsFor(other.send))["user"]).not.toMatchObject({ id: (user as { id: string }).id });
    });

    it("a passkey logs in without a name or a password", async () => {
      const { id, device } = await newOwner(server);
      const options = await logInOptions(server);
      expect(Object.keys(options).toSorted()).toEqual(["challenge", "rpId", "timeout", "userVerification"]);
      expect(options).toMatchObject({ rpId: "example.com", userVerification: "required" });
      const reply = await answer(server, device.get(options));
      expect(reply.json, reply.text).toMatchObject({ id, firstname: null, lastname: null });
      const { token } = reply.json as { readonly token: string };
      const read = sender(server, { Authorization: `Bearer ${token}` });
      expect((await read("GET", paths.findAll("inner"))).status).toBe(200);
    });

    it("passkeys are listed and removed by their user only", async () => {
      const owner = await newOwner(server);
      const { createdAt } = ((await owner.send("GET", PATH)).json as { items: { createdAt: string }[] })
        .items[0] ?? {
        createdAt: "",
      };
      expect(createdAt).toBe(new Date().toISOString());
      const item = { id: owner.passkeyId, name: "my phone", isBackedUp: false, createdAt, usedAt: null };
      expectJson(await owner.send("GET", PATH), 200, { count: 1, items: [item] });
      wait(60_000);
      expect((await logIn(server, owner.device)).status).toBe(200);
      const used = { ...item, usedAt: new Date().toISOString() };
      expectJson(await owner.send("GET", PATH), 200, { count: 1, items: [used] });
      expect((await optionsFor(owner.send))["excludeCredentials"]).toEqual([
        { id: owner.device.credentialId.toString("base64url"), type: "public-key" },
      ]);
      const other = await newUser(server);
      expectJson(await other.send("GET", PATH), 200, { count: 0, items: [] });
      expectProblem(await other.send("DELETE", `${PATH}/${owner.passkeyId}`), "unknown-record");
      expectProblem(await other.send("DELETE", `${PATH}/nothing`), "unknown-record");
      expect((await owner.send("DELETE", `${PATH}/${owner.passkeyId}`)).status).toBe(204);
      expectProblem(await owner.send("DELETE", `${PATH}/${owner.passkeyId}`), "unknown-record");
      expectProblem(await logIn(server, owner.device), "invalid-credentials");
    });

    it("passkeys need a token, and a new passkey needs the password of its user", async () => {
      for (const [method, path] of [
        ["POST", `${PATH}/options`],
        ["POST", PATH],
        ["GET", PATH],
        ["DELETE", `${PATH}/x`],
      ] as const)
        expectProblem(await server.request(method, path), "authentication-required");
      const { send } = await newUser(server);
      expectProblem(await send("POST", `${PATH}/options`, { password: "wrong" }), "invalid-credentials");
      expectProblem(await send("POST", `${PATH}/options`, {}), "invalid-fields");
    });

    it("a passkey ends with its user", async () => {
      const { id, device } = await newOwner(server);
      await server.api.repository("user").delete(id);
      expectProblem(await logIn(server, device), "invalid-credentials");
    });

    const foreign = generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey;
    it.each<readonly [string, Deviation]>([
      ["of another page", { origin: "https://evil.example.com" }],
      ["of a subdomain that is not listed", { origin: "https://x.app.example.com" }],
      ["of the page without TLS", { origin: "http://app.example.com" }],
      ["for another domain", { rpId: "app.example.com" }],
      ["without a verified user", { isUserVerified: false }],
      ["with another signature", { signWith: foreign }],
      ["of another type", { type: "webauthn.create" }],
      ["for another user", { userHandle: randomBytes(32).toString("base64url") }],
      ["without a user", { userHandle: null }],
      ["for another credential", { credentialId: randomBytes(32) }],
      ["to a challenge of their own", { challenge: randomBytes(66).toString("base64url") }],
    ])("a log-in with a passkey takes no answer %s", async (_what, deviation) => {
      const { device } = await newOwner(server);
      expectProblem(await logIn(server, device, deviation), "invalid-credentials");
      expect((await logIn(server, device)).status).toBe(200);
    });

    it.each<readonly [string, Deviation]>([
      ["of another page", { origin: "https://evil.example.com" }],
      ["for another domain", { rpId: "evil.example.com" }],
      ["without a verified user", { isUserVerified: false }],
      ["of another type", { type: "webauthn.get" }],
      ["to a challenge of their own", { challenge: randomBytes(66).toString("base64url") }],
    ])("a passkey is not created by an answer %s", async (_what, deviation) => {
      const { send } = await newUser(server);
      const response = new TestAuthenticator(origin).create(await optionsFor(send), deviation);
      const problem = expectProblem(await send("POST", PATH, { name: "x", response }), "invalid-fields");
      expect(problem.errors).toMatchObject([{ path: "response", code: "invalid" }]);
      expect((await send("GET", PATH)).json).toMatchObject({ count: 0 });
    });

    it("a log-in with a passkey and the creation of one reject malformed answers", async () => {
      const { send, device } = await newOwner(server);
      const good = device.get(await logInOptions(server));
      const response = good["response"] as object;
      const challenged = async () => {
        const { clientDataJSON } = device.get(await logInOptions(server))["response"] as {
          readonly clientDataJSON: string;
        };
        return clientDataJSON;
      };
      for (const wrong of [
        ...[1, "x", [], {}, { response: null }, { response: {} }, { response: { clientDataJSON: 1 } }],
        ...["", "!", "bnVsbA", Buffer.from('{"challenge":1}').toString("base64url")].map(
          (clientDataJSON) => ({
            ...good,
            response: { ...response, clientDataJSON },
          }),
        ),
        { response: { clientDataJSON: await challenged() } },
        { ...good, id: 1, response: { ...response, clientDataJSON: await challenged() } },
        { ...good, id: "x", response: { ...response, clientDataJSON: await challenged() } },
        { ...good, type: "password", response: { ...response, clientDataJSON: await challenged() } },
        { ...good, response: { ...response, clientDataJSON: await challenged(), authenticatorData: "AA" } },
        { ...good, response: { ...response, clientDataJSON: await challenged(), signature: "AA" } },
        { ...good, response: { ...response, clientDataJSON: await challenged(), authenticatorData: 1 } },
      ]) {
        const reply = await answer(server, wrong);
        expect(reply.status, `${JSON.stringify(wrong)} ${reply.text}`).toBe(401);
        const added = await send("POST", PATH, { name: "x", response: wrong });
        expect(added.status, `${JSON.stringify(wrong)} ${added.text}`).toBe(400);
      }
      expect((await answer(server, good)).status).toBe(200);
      expectProblem(await server.post(`${PATH}/log-in`, {}), "invalid-fields");
    });

    it("an answer of a passkey logs in once, or creates one passkey, of 50 at the same time", async () => {
      const { device } = await newOwner(server);
      const response = device.get(await logInOptions(server));
      const replies = await Promise.all(Array.from({ length: 50 }, () => answer(server, response)));
      expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
      expectProblem(await answer(server, response), "invalid-credentials");
      const { send } = await newUser(server);
      const created = new TestAuthenticator(origin).create(await optionsFor(send));
      const added = await Promise.all(
        Array.from({ length: 50 }, () => send("POST", PATH, { name: "x", response: created })),
      );
      expect(added.filter(({ status }) => status === 201)).toHaveLength(1);
      expect((await send("GET", PATH)).json).toMatchObject({ count: 1 });
    });

    it("a passkey's challenge is rejected after five minutes, after its use, for another purpose and for another user", async () => {
      const { send, device } = await newOwner(server);
      const other = await newUser(server);
      const fresh = new TestAuthenticator(origin);
      const late = await logInOptions(server);
      const lateCreation = await optionsFor(send);
      wait(5 * 60_000);
      expectProblem(await answer(server, device.get(late)), "invalid-credentials");
      const refused = (from: Send, options: Options) =>
        from("POST", PATH, {
          name: "x",
          response: fresh.create({ ...options, rp: { id: "example.com" }, user: { id: "" } }),
        });
      expectProblem(await refused(send, lateCreation), "invalid-fields");
      // A log-in's for a creation, and a creation's for a log-in.
      expectProblem(await refused(send, await logInOptions(server)), "invalid-fields");
      const creation = { ...(await optionsFor(send)), rpId: "example.com" };
      expectProblem(await answer(server, device.get(creation)), "invalid-credentials");
      expectProblem(await refused(other.send, await optionsFor(send)), "invalid-fields");
      // Users from before token versions have none that could differ.
      const { db } = server.api.repository("user") as unknown as {
        db: Kysely<{ user: { id: number; tokenversion: string | null } }>;
      };
      const [first, second] = [await newUser(server), await newUser(server)];
      const ids = [first.id, second.id];
      await db.updateTable("user").set({ tokenversion: null }).where("id", "in", ids).execute();
      const without = async ({ username }: typeof first) => {
        const body = { username, password: PASSWORD };
        const { json } = await server.post("/api/auth/token", body);
        const { token } = json as { readonly token: string };
        return sender(server, { Authorization: `Bearer ${token}` });
      };
      const [ofFirst, ofSecond] = [await without(first), await without(second)];
      expectProblem(await refused(ofSecond, await optionsFor(ofFirst)), "invalid-fields");
      expectProblem(await refused(ofFirst, await logInOptions(server)), "invalid-fields");
      const ofCreation = { ...(await optionsFor(ofFirst)), rpId: "example.com" };
      expectProblem(await answer(server, device.get(ofCreation)), "invalid-credentials");
      // A failed answer has used its challenge.
      const options = await logInOptions(server);
      expectProblem(
        await answer(server, device.get(options, { origin: "https://x.example" })),
        "invalid-credentials",
      );
      expectProblem(await answer(server, device.get(options)), "invalid-credentials");
      const changed = await optionsFor(other.send);
      await server.api.repository("user").update(other.id, { password: "another horse battery" });
      const again = await server.post("/api/auth/token", {
        username: other.username,
        password: "another horse battery",
      });
      const { token } = again.json as { readonly token: string };
      expectProblem(
        await refused(sender(server, { Authorization: `Bearer ${token}` }), changed),
        "invalid-fields",
      );
    });

    it("a passkey's credential belongs to one user: to add it again is a conflict, for its user too", async () => {
      const { send, device } = await newOwner(server);
      const other = await newUser(server);
      for (const each of [send, other.send]) {
        const response = device.create(await optionsFor(each));
        expectProblem(await each("POST", PATH, { name: "x", response }), "unique-conflict");
      }
    });

    it("a passkey logs in with a growing counter only, so that a copied device is noticed", async () => {
      const { device } = await newOwner(server, 5);
      expect((await logIn(server, device, { counter: 6 })).status).toBe(200);
      for (const counter of [0, 5, 6])
        expectProblem(await logIn(server, device, { counter }), "invalid-credentials");
      const optionsOf = await Promise.all(Array.from({ length: 10 }, () => logInOptions(server)));
      const replies = await Promise.all(
        optionsOf.map((options) => answer(server, device.get(options, { counter: 9 }))),
      );
      expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
      expect((await logIn(server, device, { counter: 4_294_967_295 })).status).toBe(200);
    });

    it("a passkey of a device that does not count logs in several times at once", async () => {
      const { device } = await newOwner(server);
      const statuses = await Promise.all(
        Array.from({ length: 3 }, async () => (await logIn(server, device)).status),
      );
      expect(statuses).toEqual([200, 200, 200]);
    });

    it("passkeys have names of at most 100 characters", async () => {
      const { send } = await newUser(server);
      const response = new TestAuthenticator(origin).create(await optionsFor(send));
      expectProblem(await send("POST", PATH, { name: "x".repeat(101), response }), "invalid-fields");
      expectProblem(await send("POST", PATH, { response }), "invalid-fields");
      expect((await send("POST", PATH, { name: "😀 é", response })).json).toMatchObject({ name: "😀 é" });
    });

    it("the secret of a passkey's challenge is not stored as text", async () => {
      const { challenge } = await logInOptions(server);
      const [, secret = ""] = Buffer.from(challenge, "base64url").toString().split(".");
      const rows = JSON.stringify(await stored(server).selectFrom("data_api_token").selectAll().execute());
      expect(rows).not.toContain(secret);
    });
  });

  describe("with a second factor", () => {
    const server = serve({
      auth: { ...ownUsers, secondFactor: true, passkeys: settings },
      server: { rateLimit: { addresses: false, callers: false, logins: { limit: 4, window: 3_600_000 } } },
      entities: { inner },
    });

    it("a passkey counts as both factors, and is added with both", async () => {
      const user = await newUser(server);
      const begun = await user.send("POST", "/api/auth/second-factor/begin", { password: PASSWORD });
      const { secret } = begun.json as { readonly secret: string };
      const key = fromBase32(secret);
      const code = () => hotp(key, Math.floor(Date.now() / TOTP_STEP));
      const confirmed = await user.send("POST", "/api/auth/second-factor/confirm", { code: code() });
      const { token } = confirmed.json as { readonly token: string };
      const send = sender(server, { Authorization: `Bearer ${token}` });
      wait(TOTP_STEP);
      expectProblem(await send("POST", `${PATH}/options`, { password: PASSWORD }), "invalid-credentials");
      const options = await optionsFor(send, { password: PASSWORD, code: code() });
      const device = new TestAuthenticator(origin);
      const added = await send("POST", PATH, { name: "phone", response: device.create(options) });
      expect(added.status).toBe(201);
      expect((await logIn(server, device)).status).toBe(200);
    });

    it("failed log-ins with passkeys are counted for the address", async () => {
      const statuses: number[] = [];
      for (let n = 0; n < 5; n++) statuses.push((await answer(server, {})).status);
      expect(statuses[0]).toBe(401);
      expect(statuses.at(-1)).toBe(429);
    });
  });

  describe("that are off", () => {
    const server = serve({ auth: ownUsers, server: unlimited, entities: { inner } });

    it("passkeys that are off have no endpoints", async () => {
      for (const path of [`${PATH}/options`, `${PATH}/log-in`, `${PATH}/log-in/options`, PATH])
        expectProblem(await server.post(path), "unknown-path");
    });
  });
}
