import { createServer } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { DataApi } from "data-api";
import type { CDPSession, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { useCheapHashes } from "../conformance/cheap-hashes.js";
import { freePort } from "../replicas/processes.js";
import { describeInChromium } from "./describe-in-chromium.js";

useCheapHashes();

const PASSWORD = "correct horse battery";
const PATH = "/api/auth/passkeys";

interface Answer {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

describeInChromium("passkeys in a browser", (openPage) => {
  let api: DataApi;
  let url: string;
  /** A page on another port: the same domain and another origin. */
  const elsewhere = createServer((_req, res) =>
    res.setHeader("Content-Type", "text/html").end("<title>x</title>"),
  );
  let elsewhereUrl: string;
  beforeAll(async () => {
    await once(elsewhere.listen(0), "listening");
    elsewhereUrl = `http://localhost:${(elsewhere.address() as AddressInfo).port}`;
    const port = await freePort();
    url = `http://localhost:${port}`;
    api = new DataApi({
      database: { dialect: "sqlite", name: ":memory:" },
      auth: {
        secretKey: "a secret of at least 32 bytes, for tests",
        secondFactor: true,
        passkeys: { rpId: "localhost", origins: [url] },
      },
      server: {
        host: "127.0.0.1",
        maxEventLoopDelay: 0,
        log: { level: "silent" },
        rateLimit: { logins: false },
      },
      entities: {},
    });
    api.app.get(
      "/page",
      (_req, res) => void res.type("html").send('<title>x</title><link rel="icon" href="data:,">'),
    );
    api.setupApiEndpoints();
    await api.startAsync(port);
    await api.repository("user").create({ username: "anna", password: PASSWORD });
    await api.repository("user").create({ username: "bob", password: PASSWORD });
  });
  afterAll(async () => {
    await api.stopAsync();
    elsewhere.close();
    elsewhere.closeAllConnections();
  });

  const ask = async (method: string, path: string, body?: object, token?: string): Promise<Answer> => {
    const reply = await fetch(`${url.replace("localhost", "127.0.0.1")}${path}`, {
      method,
      headers: {
        "Content-Type": "application/json",
        ...(token !== undefined && { Authorization: `Bearer ${token}` }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await reply.text();
    return { status: reply.status, body: (text === "" ? {} : JSON.parse(text)) as Answer["body"] };
  };
  const tokenOf = async (username: string) => {
    const { body } = await ask("POST", "/api/auth/token", { username, password: PASSWORD });
    return String(body["token"]);
  };

  /** A page with a device of its own. */
  const openWithDevice = async (address: string, more: object = {}) => {
    const { page } = await openPage();
    const device = await page.context().newCDPSession(page);
    await device.send("WebAuthn.enable");
    const options = { protocol: "ctap2", transport: "internal", hasResidentKey: true } as const;
    const user = {
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    } as const;
    const { authenticatorId } = await device.send("WebAuthn.addVirtualAuthenticator", {
      options: { ...options, ...user, ...more },
    });
    await page.goto(address);
    return { page, device, authenticatorId };
  };
  // As texts, because the DOM types are not available here.
  const create = (page: Page, options: unknown) =>
    page.evaluate<object>(`(async () => (await navigator.credentials.create({
      publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(${JSON.stringify(options)}) })).toJSON())()`);
  const get = (page: Page, options: unknown) =>
    page.evaluate<object>(`(async () => (await navigator.credentials.get({
      publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(${JSON.stringify(options)}) })).toJSON())()`);
  const logInOptions = async () => (await ask("POST", `${PATH}/log-in/options`)).body;
  const logIn = (response: object) => ask("POST", `${PATH}/log-in`, { response });
  const newPasskey = async (page: Page, username = "anna") => {
    const token = await tokenOf(username);
    const { body: options } = await ask("POST", `${PATH}/options`, { password: PASSWORD }, token);
    const added = await ask("POST", PATH, { name: "my phone", response: await create(page, options) }, token);
    expect(added, JSON.stringify(added)).toMatchObject({ status: 201, body: { name: "my phone" } });
    return { token, id: String(added.body["id"]) };
  };
  const credentials = async (device: CDPSession, authenticatorId: string) =>
    (await device.send("WebAuthn.getCredentials", { authenticatorId })).credentials;

  test("a passkey is created and logs in, each answer once, until it is removed", async () => {
    const { page } = await openWithDevice(`${url}/page`);
    const { token, id } = await newPasskey(page);
    const response = await get(page, await logInOptions());
    const { status, body } = await logIn(response);
    expect(status, JSON.stringify(body)).toBe(200);
    const mine = await ask("GET", PATH, undefined, String(body["token"]));
    expect(mine.body).toMatchObject({
      items: expect.arrayContaining([expect.objectContaining({ id })]) as unknown,
    });
    expect(await logIn(response)).toMatchObject({ status: 401, body: { code: "invalid-credentials" } });
    expect(await ask("DELETE", `${PATH}/${id}`, undefined, await tokenOf("bob"))).toMatchObject({
      status: 404,
    });
    expect(await ask("DELETE", `${PATH}/${id}`, undefined, token)).toMatchObject({ status: 204 });
    expect(await logIn(await get(page, await logInOptions()))).toMatchObject({ status: 401 });
  });

  test("a passkey is created once for each device", async () => {
    const { page } = await openWithDevice(`${url}/page`);
    const { token } = await newPasskey(page, "bob");
    const { body: options } = await ask("POST", `${PATH}/options`, { password: PASSWORD }, token);
    await expect(create(page, options)).rejects.toThrow("InvalidStateError");
  });

  test("a passkey on a page of another origin neither logs in nor can be added", async () => {
    const here = await openWithDevice(`${url}/page`);
    await newPasskey(here.page);
    const there = await openWithDevice(elsewhereUrl);
    for (const credential of await credentials(here.device, here.authenticatorId))
      await there.device.send("WebAuthn.addCredential", {
        authenticatorId: there.authenticatorId,
        credential,
      });
    expect(await logIn(await get(there.page, await logInOptions()))).toMatchObject({ status: 401 });
    const token = await tokenOf("bob");
    const { body: options } = await ask("POST", `${PATH}/options`, { password: PASSWORD }, token);
    const response = await create(there.page, options);
    expect(await ask("POST", PATH, { name: "x", response }, token)).toMatchObject({ status: 400 });
  });

  test("a passkey of a device that does not verify its user does not log in", async () => {
    const { page, device, authenticatorId } = await openWithDevice(`${url}/page`);
    await newPasskey(page);
    await device.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified: false });
    await expect(get(page, { ...(await logInOptions()), timeout: 1_000 })).rejects.toThrow("NotAllowedError");
    const options = { ...(await logInOptions()), userVerification: "discouraged" };
    expect(await logIn(await get(page, options))).toMatchObject({ status: 401 });
  });

  test("a passkey of a copied device is refused while its counter is behind", async () => {
    const { page, device, authenticatorId } = await openWithDevice(`${url}/page`);
    await newPasskey(page);
    const [copy] = await credentials(device, authenticatorId);
    if (copy === undefined) throw new Error("There is no credential.");
    for (let n = 0; n < 2; n++)
      expect(await logIn(await get(page, await logInOptions()))).toMatchObject({ status: 200 });
    await device.send("WebAuthn.clearCredentials", { authenticatorId });
    await device.send("WebAuthn.addCredential", { authenticatorId, credential: copy });
    expect(await logIn(await get(page, await logInOptions()))).toMatchObject({ status: 401 });
    // It catches up, which no server can notice.
    expect(await logIn(await get(page, await logInOptions()))).toMatchObject({ status: 401 });
    expect(await logIn(await get(page, await logInOptions()))).toMatchObject({ status: 200 });
  });
});
