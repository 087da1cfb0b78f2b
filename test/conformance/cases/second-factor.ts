import { sql, type Kysely } from "kysely";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { hotp, TOTP_STEP } from "../../../runtime/access/totp.js";
import { addUser, inFlight, ownUsers, PASSWORD, sender, type Send } from "../callers.js";
import { expectJson, expectProblem } from "../expectations.js";
import { field } from "../fields.js";
import type { Harness } from "../harness.js";
import type { Reply } from "../http-client.js";
import { fromBase32 } from "../from-base32.js";
import { paths } from "../paths.js";
import { expectReports, takeLines } from "../reports.js";
import type { TestServer } from "../start-server.js";
import { problemCodes } from "../../../runtime/errors/codes.js";

const NEW_PASSWORD = "another horse battery";
const unlimited = { rateLimit: { addresses: false, callers: false, logins: false } } as const;
const inner = { fields: { title: field("string") }, permissions: { read: ["member"] } };
const PATH = "/api/auth/second-factor";

interface Tokens {
  readonly token: string;
  readonly refreshToken: string;
}

/** A user with an authenticator app. */
interface Owner {
  readonly id: number;
  readonly username: string;
  readonly tokens: Tokens;
  readonly send: Send;
  /** The code that the app shows at this time. */
  readonly code: () => string;
  readonly recoveryCodes: readonly string[];
}

export function secondFactorCases({ serve, createDatabase, startOn }: Harness): void {
  let users = 0;
  // The time only moves when a test says so. Each code works once, and waiting for the next one takes 30 seconds.
  beforeEach(() => {
    const now = Math.floor(Date.now() / TOTP_STEP) * TOTP_STEP + TOTP_STEP / 2;
    vi.useFakeTimers({ toFake: ["Date"], now });
  });
  afterEach(() => {
    vi.useRealTimers();
  });
  const wait = (ms: number) => vi.setSystemTime(Date.now() + ms);
  const nextStep = () => wait(TOTP_STEP);

  const logIn = (server: TestServer, username: string, password = PASSWORD): Promise<Reply> =>
    server.post("/api/auth/token", { username, password });
  const withToken = (server: TestServer, { token }: Tokens): Send =>
    sender(server, { Authorization: `Bearer ${token}` });
  const answer = (server: TestServer, challenge: string, code: string) =>
    server.post(PATH, { challenge, code });
  const read = (send: Send) => send("GET", paths.findAll("inner"));

  const newUser = async (server: TestServer) => {
    const username = `user ${users++}`;
    const id = await addUser(server, username);
    const tokens = (await logIn(server, username)).json as Tokens;
    return { id, username, tokens, send: withToken(server, tokens) };
  };
  const begin = async (send: Send, password = PASSWORD) => {
    const reply = await send("POST", `${PATH}/begin`, { password });
    expect(reply.status, reply.text).toBe(200);
    const { secret, uri } = reply.json as { readonly secret: string; readonly uri: string };
    const code = () => hotp(fromBase32(secret), Math.floor(Date.now() / TOTP_STEP));
    return { secret, uri, code };
  };
  const newOwner = async (server: TestServer): Promise<Owner> => {
    const user = await newUser(server);
    const { code } = await begin(user.send);
    const reply = await user.send("POST", `${PATH}/confirm`, { code: code() });
    expect(reply.status, reply.text).toBe(200);
    const tokens = reply.json as Tokens & { readonly recoveryCodes: readonly string[] };
    nextStep();
    return { ...user, tokens, send: withToken(server, tokens), code, recoveryCodes: tokens.recoveryCodes };
  };
  /** Logs in with the password, and returns the challenge. */
  const challengeOf = async (
    server: TestServer,
    { username }: Pick<Owner, "username">,
    password = PASSWORD,
  ) => {
    const reply = await logIn(server, username, password);
    const { status, title } = problemCodes["second-factor-required"];
    expect(reply.status, reply.text).toBe(status);
    expect(reply.text).not.toContain('"token"');
    const problem = reply.json as { readonly challenge: string };
    expect(problem).toMatchObject({ code: "second-factor-required", title, status });
    expect(Object.keys(problem)).toEqual([
      ...["type", "title", "status", "detail", "instance", "code", "challenge"],
    ]);
    return problem.challenge;
  };
  const statusesOf = (replies: readonly Reply[]) => replies.map(({ status }) => status).toSorted();
  const stored = (server: TestServer) =>
    (
      server.api.repository("user") as unknown as {
        db: Kysely<{ data_api_token: Record<string, string | number | null> }>;
      }
    ).db;

  describe("with messages", () => {
    const messages = { sendMessage: () => undefined };
    const server = serve({
      auth: { ...ownUsers, secondFactor: true, pagesUrl: "https://app.example.com", messages },
      server: unlimited,
      entities: { inner },
    });

    it("a change of the e-mail address needs a code of the second factor beside the password", async () => {
      const { send, code, recoveryCodes } = await newOwner(server);
      const change = (proof: object) =>
        send("POST", "/api/auth/email/change", { email: "new@example.com", ...proof });
      for (const wrong of [{}, { code: "000000" }, { code: recoveryCodes[0], password: "wrong" }])
        expectProblem(await change({ password: PASSWORD, ...wrong }), "invalid-credentials");
      expectJson(await change({ password: PASSWORD, code: code() }), 202, {});
      expectProblem(await change({ password: PASSWORD, code: code() }), "invalid-credentials");
      expectJson(await change({ password: PASSWORD, code: recoveryCodes[0] }), 202, {});
    });
  });

  describe("with refresh tokens", () => {
    const server = serve({
      auth: { ...ownUsers, refreshTokens: true, userCheckInSecs: 0, secondFactor: { issuer: "My shop" } },
      server: { ...unlimited, audit: true },
      entities: { inner },
    });

    it("a second factor changes no log-in until its first code has confirmed it", async () => {
      const { username, send } = await newUser(server);
      expectJson(await send("GET", PATH), 200, { isActive: false, recoveryCodesLeft: 0 });
      const { secret, uri, code } = await begin(send);
      expect(secret).toMatch(/^[A-Z2-7]{32}$/);
      const label = `My%20shop:${encodeURIComponent(username)}`;
      expect(uri).toBe(`otpauth://totp/${label}?secret=${secret}&issuer=My%20shop`);
      expect((await logIn(server, username)).status).toBe(200);
      expectProblem(await send("POST", `${PATH}/confirm`, { code: "000000" }), "invalid-credentials");
      expect((await logIn(server, username)).status).toBe(200);
      const reply = await send("POST", `${PATH}/confirm`, { code: code() });
      const { recoveryCodes, ...tokens } = reply.json as Tokens & { readonly recoveryCodes: string[] };
      expect(Object.keys(tokens)).toEqual(["token", "refreshToken", "id", "firstname", "lastname"]);
      expect(new Set(recoveryCodes).size).toBe(10);
      for (const each of recoveryCodes) expect(each).toMatch(/^(?:[A-Z2-7]{4}-){3}[A-Z2-7]{4}$/);
      const status = await withToken(server, tokens)("GET", PATH);
      expectJson(status, 200, { isActive: true, recoveryCodesLeft: 10 });
      await challengeOf(server, { username });
    });

    it("a second factor is asked for after the right password only, and its code gives the tokens", async () => {
      const owner = await newOwner(server);
      expectProblem(await logIn(server, owner.username, "wrong"), "invalid-credentials");
      const challenge = await challengeOf(server, owner);
      expectProblem(await answer(server, challenge, "000000"), "invalid-credentials");
      const reply = await answer(server, challenge, owner.code());
      expect(reply.status, reply.text).toBe(200);
      expect(reply.headers["cache-control"]).toBe("no-store");
      expect(reply.json).toMatchObject({ id: owner.id, firstname: null, lastname: null });
      expect((await read(withToken(server, reply.json as Tokens))).status).toBe(200);
      expectProblem(await answer(server, challenge, owner.code()), "invalid-token");
    });

    it("a second factor takes codes with blanks, and recovery codes without hyphens and in lower case", async () => {
      const owner = await newOwner(server);
      const spaced = owner.code().replace(/^(...)/, " $1 ");
      expect((await answer(server, await challengeOf(server, owner), spaced)).status).toBe(200);
      const [first = "", second = ""] = owner.recoveryCodes;
      for (const code of [first.toLowerCase(), second.replaceAll("-", "")])
        expect((await answer(server, await challengeOf(server, owner), code)).status).toBe(200);
    });

    it("a second factor takes the code of one step earlier or later, each once, and none older than the last", async () => {
      const owner = await newOwner(server);
      const codeAt = (steps: number) => {
        wait(steps * TOTP_STEP);
        const code = owner.code();
        wait(-steps * TOTP_STEP);
        return code;
      };
      wait(5 * TOTP_STEP);
      const logInWith = async (code: string) =>
        (await answer(server, await challengeOf(server, owner), code)).status;
      for (const steps of [-2, 2]) expect(await logInWith(codeAt(steps)), String(steps)).toBe(401);
      for (const steps of [-1, 0, 1]) {
        const code = codeAt(steps);
        expect(await logInWith(code), String(steps)).toBe(200);
        expect(await logInWith(code), String(steps)).toBe(401);
      }
      wait(5 * TOTP_STEP);
      const unused = codeAt(-1);
      expect(await logInWith(owner.code())).toBe(200);
      expect(await logInWith(unused)).toBe(401);
    });

    it("a second factor's challenge takes the right code after four wrong ones, and none after five", async () => {
      const owner = await newOwner(server);
      for (const wrong of [4, 5]) {
        const challenge = await challengeOf(server, owner);
        for (let tries = 0; tries < wrong; tries++)
          expectProblem(await answer(server, challenge, "000000"), "invalid-credentials");
        const reply = await answer(server, challenge, owner.code());
        if (wrong === 4) expect(reply.status).toBe(200);
        else expectProblem(reply, "invalid-token");
        nextStep();
      }
    });

    it("50 tries with one second-factor code at the same time give tokens once, in one challenge or many", async () => {
      const owner = await newOwner(server);
      const tries = Array.from({ length: 50 }, (_, index) => index);
      const many = await inFlight(tries, () => challengeOf(server, owner));
      const code = owner.code();
      const replies = await Promise.all(many.map((challenge) => answer(server, challenge, code)));
      expect(statusesOf(replies)).toEqual([200, ...Array.from({ length: 49 }, () => 401)]);
      const one = await challengeOf(server, owner);
      const [recoveryCode = ""] = owner.recoveryCodes;
      const others = await Promise.all(many.slice(0, 49).map((each) => answer(server, each, recoveryCode)));
      const last = await answer(server, one, recoveryCode);
      expect(statusesOf([...others, last])).toEqual([200, ...Array.from({ length: 49 }, () => 401)]);
      nextStep();
      const challenge = await challengeOf(server, owner);
      const same = await Promise.all(tries.map(() => answer(server, challenge, owner.code())));
      expect(statusesOf(same).filter((status) => status === 200)).toHaveLength(1);
    });

    it("a second factor's challenge ends after many wrong codes at once, even for the right code", async () => {
      const owner = await newOwner(server);
      const challenge = await challengeOf(server, owner);
      const tries = Array.from({ length: 20 }, (_, index) => String(index).padStart(6, "0"));
      await Promise.all(tries.map((code) => answer(server, challenge, code)));
      expectProblem(await answer(server, challenge, owner.code()), "invalid-token");
      expect((await answer(server, await challengeOf(server, owner), owner.code())).status).toBe(200);
    });

    it("a second factor's challenge ends after five minutes, with a changed password and with a log-out", async () => {
      const owner = await newOwner(server);
      const late = await challengeOf(server, owner);
      wait(5 * 60_000 - 1_000);
      const [early, code] = [await challengeOf(server, owner), owner.code()];
      wait(1_000);
      expectProblem(await answer(server, late, code), "invalid-token");
      expect((await answer(server, early, owner.code())).status).toBe(200);
      nextStep();
      const challenge = await challengeOf(server, owner);
      const change = { password: PASSWORD, newPassword: NEW_PASSWORD, confirmPassword: NEW_PASSWORD };
      const changed = await owner.send("POST", "/api/auth/password", change);
      expect(changed.status).toBe(200);
      expectProblem(await answer(server, challenge, owner.code()), "invalid-token");
      const next = await challengeOf(server, owner, NEW_PASSWORD);
      await withToken(server, changed.json as Tokens)("POST", "/api/auth/logout");
      expectProblem(await answer(server, next, owner.code()), "invalid-token");
    });

    it("a second factor takes no other text for a challenge, and no code of another user", async () => {
      const owner = await newOwner(server);
      const challenge = await challengeOf(server, owner);
      const [id = "", secret = ""] = challenge.split(".");
      const other = await challengeOf(server, await newOwner(server));
      for (const wrong of [
        ...["", "x", id, `${id}.`, `${id}.${"A".repeat(43)}`, `${id}.${other.split(".")[1]}`],
        ...[`${secret}.${id}`, owner.tokens.token, owner.tokens.refreshToken, ` ${challenge}`],
      ])
        expectProblem(await answer(server, wrong, owner.code()), "invalid-token");
      // The code of one user does not answer the challenge of another.
      expectProblem(await answer(server, other, owner.code()), "invalid-credentials");
      expectProblem(await answer(server, other, owner.recoveryCodes[0] ?? ""), "invalid-credentials");
      await stored(server)
        .updateTable("data_api_token")
        .set({ purpose: "log-in" })
        .where("purpose", "=", "recovery-code")
        .execute();
      expect((await answer(server, challenge, owner.code())).status).toBe(200);
    });

    it("a second factor is not asked for by a refresh or a change of the password", async () => {
      const owner = await newOwner(server);
      const { refreshToken } = owner.tokens;
      const refreshed = await server.post("/api/auth/refresh", { refreshToken });
      expect(refreshed.status).toBe(200);
      const change = { password: PASSWORD, newPassword: NEW_PASSWORD, confirmPassword: NEW_PASSWORD };
      expect((await owner.send("POST", "/api/auth/password", change)).status).toBe(200);
      await challengeOf(server, owner, NEW_PASSWORD);
    });

    it("a second factor ends all other tokens when it is confirmed and when it is removed", async () => {
      const user = await newUser(server);
      const { code } = await begin(user.send);
      const confirmed = await user.send("POST", `${PATH}/confirm`, { code: code() });
      expectProblem(await read(user.send), "invalid-token");
      const { refreshToken } = user.tokens;
      expectProblem(await server.post("/api/auth/refresh", { refreshToken }), "invalid-token");
      const send = withToken(server, confirmed.json as Tokens);
      expect((await read(send)).status).toBe(200);
      nextStep();
      const removed = await send("DELETE", PATH, { password: PASSWORD, code: code() });
      expect(removed.status).toBe(200);
      expectProblem(await read(send), "invalid-token");
      expect((await read(withToken(server, removed.json as Tokens))).status).toBe(200);
      expect((await logIn(server, user.username)).status).toBe(200);
    });

    it("a second factor is begun with the password, and changed or removed with the password and a code", async () => {
      const user = await newUser(server);
      expectProblem(await user.send("POST", `${PATH}/begin`, { password: "wrong" }), "invalid-credentials");
      expectProblem(await user.send("POST", `${PATH}/confirm`, { code: "123456" }), "invalid-credentials");
      const proof = { password: PASSWORD, code: "123456" };
      expectProblem(await user.send("POST", `${PATH}/recovery-codes`, proof), "forbidden");
      expectProblem(await user.send("DELETE", PATH, proof), "forbidden");
      const { send, code } = await newOwner(server);
      expectProblem(await send("POST", `${PATH}/begin`, { password: PASSWORD }), "forbidden");
      expectProblem(await send("POST", `${PATH}/confirm`, { code: code() }), "invalid-credentials");
      for (const [method, path] of [
        ["POST", `${PATH}/recovery-codes`],
        ["DELETE", PATH],
      ] as const) {
        expectProblem(await send(method, path, { password: "wrong", code: code() }), "invalid-credentials");
        expectProblem(
          await send(method, path, { password: PASSWORD, code: "000000" }),
          "invalid-credentials",
        );
        expectProblem(await send(method, path, { password: PASSWORD }), "invalid-fields");
      }
      expect((await send("DELETE", PATH, { password: PASSWORD, code: code() })).status).toBe(200);
    });

    it("a second factor is for known callers only", async () => {
      for (const [method, path] of [
        ["GET", PATH],
        ["DELETE", PATH],
        ["POST", `${PATH}/begin`],
        ["POST", `${PATH}/confirm`],
        ["POST", `${PATH}/recovery-codes`],
      ] as const)
        expectProblem(await server.request(method, path), "authentication-required");
    });

    it("renewed recovery codes are ten new ones, and the former ones end", async () => {
      const owner = await newOwner(server);
      const [used = "", former = "", forProof = ""] = owner.recoveryCodes;
      expect((await answer(server, await challengeOf(server, owner), used)).status).toBe(200);
      expectProblem(await answer(server, await challengeOf(server, owner), used), "invalid-credentials");
      expect((await owner.send("GET", PATH)).json).toEqual({ isActive: true, recoveryCodesLeft: 9 });
      const proof = { password: PASSWORD, code: forProof };
      const renewed = await owner.send("POST", `${PATH}/recovery-codes`, proof);
      const { recoveryCodes } = renewed.json as { readonly recoveryCodes: readonly string[] };
      expect(recoveryCodes).toHaveLength(10);
      expectProblem(await answer(server, await challengeOf(server, owner), former), "invalid-credentials");
      const code = recoveryCodes[3] ?? "";
      expect((await answer(server, await challengeOf(server, owner), code)).status).toBe(200);
    });

    it("a second factor has ten recovery codes, also if they are renewed several times at once", async () => {
      const { send, recoveryCodes } = await newOwner(server);
      const replies = await Promise.all(
        recoveryCodes
          .slice(0, 3)
          .map((code) => send("POST", `${PATH}/recovery-codes`, { password: PASSWORD, code })),
      );
      expect(replies.filter(({ status }) => status === 200)).not.toHaveLength(0);
      expectJson(await send("GET", PATH), 200, { isActive: true, recoveryCodesLeft: 10 });
    });

    it("a second factor is not confirmed after a change of the password", async () => {
      const { username, send } = await newUser(server);
      const { code } = await begin(send);
      const newPassword = "another horse battery";
      const passwords = { password: PASSWORD, newPassword, confirmPassword: newPassword };
      const changed = await send("POST", "/api/auth/password", passwords);
      expect(changed.status, changed.text).toBe(200);
      const self = withToken(server, changed.json as Tokens);
      expectProblem(await self("POST", `${PATH}/confirm`, { code: code() }), "invalid-credentials");
      expect((await logIn(server, username, newPassword)).status).toBe(200);
    });

    it("a second factor is confirmed with the secret that was begun last, and once", async () => {
      const { send } = await newUser(server);
      const first = await begin(send);
      const second = await begin(send);
      expectProblem(await send("POST", `${PATH}/confirm`, { code: first.code() }), "invalid-credentials");
      const confirmed = await Promise.all(
        Array.from({ length: 20 }, () => send("POST", `${PATH}/confirm`, { code: second.code() })),
      );
      expect(statusesOf(confirmed).filter((status) => status === 200)).toHaveLength(1);
      const other = await newUser(server);
      const begun = await Promise.all(
        Array.from({ length: 10 }, () => other.send("POST", `${PATH}/begin`, { password: PASSWORD })),
      );
      for (const { status } of begun) expect([200, 409]).toContain(status);
      expect(begun.some(({ status }) => status === 200)).toBe(true);
    });

    it("a second factor is not confirmed by guesses: ten wrong codes end the secret", async () => {
      const { send } = await newUser(server);
      const { code } = await begin(send);
      for (let n = 0; n < 10; n++)
        expectProblem(await send("POST", `${PATH}/confirm`, { code: "000000" }), "invalid-credentials");
      expectProblem(await send("POST", `${PATH}/confirm`, { code: code() }), "invalid-credentials");
      const again = await begin(send);
      expect((await send("POST", `${PATH}/confirm`, { code: again.code() })).status).toBe(200);
    });

    it("a second factor takes no code of the app after a hundred wrong ones in a row, until a recovery code is used", async () => {
      const owner = await newOwner(server);
      await stored(server)
        .updateTable("data_api_token")
        .set({ tries: 99 })
        .where("purpose", "=", "second-factor")
        .where("userid", "=", String(owner.id))
        .execute();
      expectProblem(await answer(server, await challengeOf(server, owner), "000000"), "invalid-credentials");
      const code = owner.code();
      expectProblem(await answer(server, await challengeOf(server, owner), code), "invalid-credentials");
      const [recoveryCode = ""] = owner.recoveryCodes;
      expect((await answer(server, await challengeOf(server, owner), recoveryCode)).status).toBe(200);
      expect((await answer(server, await challengeOf(server, owner), code)).status).toBe(200);
    });

    it("the audit has entries of log-ins with a second factor, and of its changes", async () => {
      const owner = await newOwner(server);
      const challenge = await challengeOf(server, owner);
      expectProblem(await answer(server, challenge, "000000"), "invalid-credentials");
      expect((await answer(server, challenge, owner.code())).status).toBe(200);
      nextStep();
      const proof = { password: PASSWORD, code: owner.code() };
      expectProblem(await owner.send("DELETE", PATH, { ...proof, password: "wrong" }), "invalid-credentials");
      expect((await owner.send("DELETE", PATH, proof)).status).toBe(200);
      const { db } = server.api.repository("user");
      const entries = async () => {
        const { rows } = await sql<{ operation: string; outcome: string }>`
          select operation, outcome from data_api_audit
          where recordid = ${String(owner.id)} or userid = ${String(owner.id)}`.execute(db);
        return rows.map(({ operation, outcome }) => `${operation} ${outcome}`).toSorted();
      };
      await expect
        .poll(entries)
        .toEqual([
          "create done",
          "log-in done",
          "log-in done",
          "second-factor done",
          "second-factor done",
          "second-factor invalid-credentials",
        ]);
    });

    it("a second factor stores and logs no secret and no code", async () => {
      takeLines();
      const user = await newUser(server);
      const { secret, code } = await begin(user.send);
      const used = code();
      const confirmed = await user.send("POST", `${PATH}/confirm`, { code: used });
      const { recoveryCodes } = confirmed.json as { readonly recoveryCodes: readonly string[] };
      nextStep();
      const challenge = await challengeOf(server, user);
      const rows = JSON.stringify(await stored(server).selectFrom("data_api_token").selectAll().execute());
      const raw = fromBase32(secret);
      const log = takeLines().join("\n");
      for (const hidden of [
        ...[secret, raw.toString("base64url"), raw.toString("base64"), raw.toString("hex")],
        ...[...recoveryCodes, ...recoveryCodes.map((each) => each.replaceAll("-", ""))],
        challenge.split(".")[1] ?? "",
      ]) {
        expect(rows).not.toContain(hidden);
        expect(log).not.toContain(hidden);
      }
    });
  });

  describe("with a limit of failed log-ins", () => {
    const window = 3_600_000;
    const server = serve({
      auth: { ...ownUsers, secondFactor: true },
      server: {
        rateLimit: { addresses: false, callers: false, logins: { limit: 4, window } },
        trustProxy: 1,
      },
      entities: { inner },
    });
    let address = 0;
    const from = () => ({ "X-Forwarded-For": `203.0.113.${address++}` });

    it("wrong codes of a second factor are counted for the name, so that new challenges give no new tries", async () => {
      const owner = await newOwner(server);
      for (let n = 0; n < 4; n++) {
        const headers = from();
        const body = { challenge: await challengeOf(server, owner), code: "000000" };
        expectProblem(await server.post(PATH, body, headers), "invalid-credentials");
      }
      expectProblem(await logIn(server, owner.username), "too-many-requests");
    });

    it.each([
      ["POST", "/begin", { password: "wrong" }],
      ["POST", "/confirm", { code: "000000" }],
    ] as const)("a second factor counts failures of %s %s as failed log-ins", async (method, below, body) => {
      const { send, username } = await newUser(server);
      for (let n = 0; n < 4; n++)
        expectProblem(await send(method, `${PATH}${below}`, body, from()), "invalid-credentials");
      expectProblem(await send(method, `${PATH}${below}`, body, from()), "too-many-requests");
      expectProblem(await logIn(server, username), "too-many-requests");
    });
  });

  describe("of servers with other keys", () => {
    const config = (secretKey: string | readonly string[]) => ({
      auth: { secretKey, secondFactor: true },
      server: unlimited,
      entities: { inner },
    });
    const [former, next] = [
      "a former key of at least 32 bytes",
      "the next key of at least 32 bytes",
    ] as const;

    it("a second factor's secret is read with a former key, then stored with the current key; without its key, a recovery code is needed", async () => {
      const database = await createDatabase();
      const run = async <T>(
        secretKey: string | readonly string[],
        work: (server: TestServer) => Promise<T>,
      ) => {
        const server = await startOn(database, config(secretKey));
        const result = await work(server);
        await server.stop();
        return result;
      };
      const owner = await run(former, newOwner);
      const logInOn = (secretKey: string | readonly string[], code: string) =>
        run(
          secretKey,
          async (server) => (await answer(server, await challengeOf(server, owner), code)).status,
        );
      expect(await logInOn(next, owner.code())).toBe(500);
      expectReports(1);
      expect(await logInOn(next, owner.recoveryCodes[0] ?? "")).toBe(200);
      expect(await logInOn([next, former], owner.code())).toBe(200);
      nextStep();
      expect(await logInOn(next, owner.code())).toBe(200);
    });
  });

  describe("that is off", () => {
    const server = serve({ auth: ownUsers, server: unlimited, entities: { inner } });

    it("a second factor that is off has no endpoints and no table", async () => {
      expectProblem(await server.get(PATH), "unknown-path");
      expectProblem(await server.post(`${PATH}/begin`), "unknown-path");
      const { db } = server.api.repository("user");
      await expect(sql`select * from data_api_token`.execute(db)).rejects.toThrow("data_api_token");
    });
  });
}
