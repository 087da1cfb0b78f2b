import { defineConfig } from "data-api";
import { ClientError, createClient } from "data-api/client";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { hotp, TOTP_STEP } from "../../runtime/access/totp.js";
import { TestAuthenticator } from "../conformance/authenticator.js";
import { addUser, ownUsers, PASSWORD } from "../conformance/callers.js";
import { useCheapHashes } from "../conformance/cheap-hashes.js";
import { fromBase32 } from "../conformance/from-base32.js";
import type { Reply } from "../conformance/http-client.js";
import { startServer, type TestServer } from "../conformance/start-server.js";
import { sqlite } from "../conformance/targets.js";
import { mistakesOfAnswer } from "./hold-answer.js";
import { lintDocument, parseDocument } from "./lint-document.js";
import { operationsOf, type OpenapiJson, type Operation } from "./openapi-document.js";
import { createSchemaCheck, type SchemaCheck } from "./schema-check.js";
import { servedDocument } from "./served-document.js";
import { unlimited } from "./worlds.js";

vi.setConfig({ testTimeout: 120_000 });
useCheapHashes();

// The typed client logs in with codes and passkeys. Each answer that it gets is as the document says.

const settings = {
  auth: {
    ...ownUsers,
    refreshTokens: true,
    secondFactor: true,
    passkeys: { rpId: "localhost", origins: ["http://localhost"] },
  },
  entities: {},
} as const;
const config = defineConfig({ database: { dialect: "sqlite", name: ":memory:" }, ...settings });

let server: TestServer;
let document: OpenapiJson;
let operations: readonly Operation[];
let check: SchemaCheck;
beforeAll(async () => {
  server = await startServer("dynamic", sqlite, {
    ...settings,
    openapi: true,
    server: unlimited,
  });
  document = await servedDocument(server);
  expect(await lintDocument(document)).toEqual([]);
  expect(await parseDocument(document)).toEqual([]);
  operations = operationsOf(document);
  check = createSchemaCheck(document);
});
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
});
afterEach(() => {
  vi.useRealTimers();
});

const mistakes: string[] = [];
const seen = new Set<string>();

/** Sends a request, and compares its body and its answer with the document. */
async function watchedFetch(input: unknown, init: RequestInit = {}): Promise<Response> {
  const { pathname } = new URL(String(input));
  const { method = "GET", body } = init;
  const operation = operations.find(
    ({ path, method: own }) =>
      own === method.toLowerCase() &&
      new RegExp(`^${path.replaceAll(/\{[^}]*\}/g, "[^/]+")}$`).test(pathname),
  );
  const answer = await fetch(String(input), init);
  const text = await answer.clone().text();
  if (operation === undefined) mistakes.push(`${method} ${pathname} is not in the document`);
  else {
    const reply: Reply = {
      status: answer.status,
      headers: Object.fromEntries(answer.headers),
      bytes: Buffer.from(text),
      text,
      json: text === "" ? undefined : (JSON.parse(text) as unknown),
    };
    const schema = operation.body?.media[0]?.schema;
    const ofBody =
      schema === undefined || typeof body !== "string" ? [] : check.mistakesOf(schema, JSON.parse(body));
    const all = [...(answer.ok ? ofBody : []), ...mistakesOfAnswer(operation, reply, check)];
    mistakes.push(...all.map((mistake) => `${method} ${pathname}: ${mistake}`));
    if (answer.ok) seen.add(operation.id);
  }
  return answer;
}

const connect = () => createClient<typeof config>(server.url, { fetch: watchedFetch });

async function newClient(username: string) {
  await addUser(server, username);
  const api = connect();
  await api.auth.logIn({ username, password: PASSWORD });
  return api;
}

async function challengeOf(username: string): Promise<string> {
  const error: unknown = await connect()
    .auth.logIn({ username, password: PASSWORD })
    .catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(ClientError);
  const { code, challenge = "" } = error as ClientError;
  expect(code).toBe("second-factor-required");
  return challenge;
}

test("no response of the OpenAPI document names a problem twice", () => {
  const descriptions = JSON.stringify(document).match(/"description":"- `[^"]*"/g) ?? [];
  expect(descriptions.length).toBeGreaterThan(10);
  for (const description of descriptions) {
    const codes = description.match(/`[a-z-]+`/g) ?? [];
    expect(codes).toEqual([...new Set(codes)]);
  }
});

test("the typed client logs in with codes, and keeps the tokens that a changed second factor gives", async () => {
  const api = await newClient("anna");
  const { secret, uri } = await api.auth.secondFactor.begin({ password: PASSWORD });
  expect(uri).toContain(secret);
  const key = fromBase32(secret);
  const nextCode = () => {
    vi.setSystemTime(Date.now() + TOTP_STEP);
    return hotp(key, Math.floor(Date.now() / TOTP_STEP));
  };
  await expect(api.auth.secondFactor.confirm({ code: "000000" })).rejects.toThrow("The code is wrong");
  const { recoveryCodes } = await api.auth.secondFactor.confirm({ code: nextCode() });
  expect(await api.auth.secondFactor.show()).toEqual({ isActive: true, recoveryCodesLeft: 10 });
  await api.auth.refresh();
  const other = connect();
  const challenge = await challengeOf("anna");
  await expect(other.auth.secondFactor.logIn({ challenge, code: "000000" })).rejects.toThrow("wrong");
  expect(other.auth.tokens).toBeUndefined();
  const loggedIn = await other.auth.secondFactor.logIn({ challenge, code: nextCode() });
  expect(other.auth.tokens).toEqual({ token: loggedIn["token"], refreshToken: loggedIn["refreshToken"] });
  const [code = ""] = recoveryCodes;
  const renewed = await api.auth.secondFactor.renewRecoveryCodes({ password: PASSWORD, code });
  expect(renewed.recoveryCodes).toHaveLength(10);
  await api.auth.secondFactor.remove({ password: PASSWORD, code: nextCode() });
  expect(await api.auth.secondFactor.show()).toEqual({ isActive: false, recoveryCodesLeft: 0 });
  await expect(other.auth.secondFactor.show()).rejects.toThrow();
});

test("the typed client adds passkeys, logs in with them and removes them", async () => {
  const api = await newClient("ben");
  const device = new TestAuthenticator("http://localhost");
  const options = await api.auth.passkeys.options({ password: PASSWORD });
  const added = await api.auth.passkeys.add({ name: "phone", response: device.create(options) });
  const again = await api.auth.passkeys.options({ password: PASSWORD });
  await expect(api.auth.passkeys.add({ name: "phone", response: device.create(again) })).rejects.toThrow();
  await expect(api.auth.passkeys.add({ name: "phone", response: {} })).rejects.toThrow("challenge");
  expect(await api.auth.passkeys.list()).toEqual({ count: 1, items: [added] });
  const other = connect();
  const response = device.get(await other.auth.passkeys.logInOptions());
  await other.auth.passkeys.logIn({ response });
  expect(other.auth.tokens).toBeDefined();
  expect(await other.auth.passkeys.list()).toMatchObject({ count: 1, items: [{ id: added.id }] });
  await expect(connect().auth.passkeys.logIn({ response })).rejects.toThrow("not valid");
  await other.auth.passkeys.remove(added.id);
  await expect(other.auth.passkeys.remove(added.id)).rejects.toThrow("no such passkey");
});

test("requests and answers of second factors and passkeys are as the OpenAPI document says, which has no others", () => {
  expect(mistakes).toEqual([]);
  const ids = operations.filter(({ path }) => /second-factor|passkeys/.test(path)).map(({ id }) => id);
  expect([...seen].filter((id) => ids.includes(id)).toSorted()).toEqual(ids.toSorted());
  expect(ids).toHaveLength(12);
});
