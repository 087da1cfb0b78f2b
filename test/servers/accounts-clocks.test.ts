import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import http from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { hotp, TOTP_STEP } from "../../runtime/access/totp.js";
import { PASSWORD } from "../conformance/callers.js";
import { describeDialect } from "../conformance/describe-dialects.js";
import { expectProblem } from "../conformance/expectations.js";
import { field } from "../conformance/fields.js";
import { fromBase32 } from "../conformance/from-base32.js";
import { sendRequest, type RequestOptions } from "../conformance/http-client.js";
import type { FreshDatabase } from "../conformance/targets.js";
import { secretKey } from "../conformance/tokens.js";
import { startProject, type ServedProcess } from "./served-process.js";

/** In milliseconds. */
const OFF = 600_000;

await describeDialect("accounts on servers whose clocks are ten minutes off", "postgres", (dialect) => {
  let database: FreshDatabase;
  let right: ServedProcess;
  let ahead: ServedProcess;
  let behind: ServedProcess;
  const agent = new http.Agent();
  const folder = mkdtempSync(join(tmpdir(), "data-api-mail-"));
  const mail = join(folder, "links");

  beforeAll(async () => {
    database = await dialect.createDatabase();
    const config = {
      database: database.database,
      auth: {
        secretKey,
        refreshTokens: true,
        apiKeys: true,
        secondFactor: true,
        userCheckInSecs: 1,
        pagesUrl: "https://app.example.com",
      },
      server: {
        host: "127.0.0.1",
        shutdownDelay: 0,
        maxEventLoopDelay: 0,
        log: { level: "silent" },
        rateLimit: { addresses: false, callers: false, logins: false },
      },
      entities: { note: { fields: { title: field("string") }, permissions: { read: ["member"] } } },
    } as const;
    const code = `import { appendFileSync } from "node:fs";
      const config = ${JSON.stringify(config)};
      config.auth.messages = {
        sendMessage: ({ kind, link }) => kind === "reset-password" && appendFileSync(${JSON.stringify(mail)}, link + "\\n"),
      };
      export default config;`;
    const started = (offset: number) =>
      startProject(
        { "data-api.config.mjs": code },
        {
          NODE_OPTIONS: `--import=${join(import.meta.dirname, "move-clock.mjs")}`,
          CLOCK_OFFSET: String(offset),
        },
      );
    right = await started(0);
    ahead = await started(OFF);
    behind = await started(-OFF);
  });
  afterAll(async () => {
    agent.destroy();
    await Promise.all([right, ahead, behind].map((server) => server.end("SIGKILL")));
    rmSync(folder, { recursive: true });
  });

  const send = ({ port }: ServedProcess, method: string, path: string, token = "", body?: unknown) => {
    const options: RequestOptions = {
      ...(token !== "" && { headers: { Authorization: `Bearer ${token}` } }),
      ...(body !== undefined && { body }),
    };
    return sendRequest(port, agent, method, path, options);
  };
  const read = (server: ServedProcess, token: string) => send(server, "GET", "/api/data/note", token);
  const logIn = (server: ServedProcess, username: string) =>
    send(server, "POST", "/api/auth/token", "", { username, password: PASSWORD });
  const tokenOf = async (server: ServedProcess, username: string) => {
    const reply = await logIn(server, username);
    expect(reply.status, reply.text).toBe(200);
    return (reply.json as { readonly token: string }).token;
  };
  const register = (username: string) =>
    send(right, "POST", "/api/data/user", "", {
      username,
      password: PASSWORD,
      confirmPassword: PASSWORD,
    });
  const expectEnded = async (token: string) => {
    for (const server of [right, ahead, behind])
      await expect.poll(async () => (await read(server, token)).status, { timeout: 30_000 }).toBe(401);
  };

  it("keys of any server work on all servers whose clocks differ, and are revoked on all", async () => {
    await register("anna");
    for (const maker of [right, ahead, behind]) {
      const token = await tokenOf(maker, "anna");
      const made = await send(maker, "POST", "/api/auth/keys", token, { name: "report" });
      const { id, key } = made.json as { readonly id: string; readonly key: string };
      for (const server of [right, ahead, behind]) expect((await read(server, key)).status).toBe(200);
      expect((await send(maker, "DELETE", `/api/auth/keys/${id}`, token)).status).toBe(204);
      await expectEnded(key);
    }
  });

  it("sessions of servers whose clocks differ are listed on the one that is behind, and end on all", async () => {
    await register("bela");
    for (const maker of [right, ahead, behind]) {
      const token = await tokenOf(maker, "bela");
      const own = await send(behind, "GET", "/api/auth/sessions", token);
      const { items } = own.json as { readonly items: readonly { readonly isCurrent: boolean }[] };
      expect(items.filter(({ isCurrent }) => isCurrent)).toHaveLength(1);
      const ender = maker === ahead ? behind : ahead;
      expect((await send(ender, "DELETE", "/api/auth/sessions/current", token)).status).toBe(204);
      await expectEnded(token);
    }
  });

  /** A new user who has begun a second factor, and the codes of the app at a time from now on. */
  const beginSecondFactor = async (username: string) => {
    await register(username);
    const token = await tokenOf(right, username);
    const begun = await send(right, "POST", "/api/auth/second-factor/begin", token, { password: PASSWORD });
    const { secret } = begun.json as { readonly secret: string };
    const codeAt = (offset: number) =>
      hotp(fromBase32(secret), Math.floor((Date.now() + offset) / TOTP_STEP));
    return { token, codeAt };
  };

  it("a code is accepted only by the server with the right time, and by no server a second time", async () => {
    const { token, codeAt } = await beginSecondFactor("cid");
    const confirm = { code: codeAt(0) };
    for (const server of [ahead, behind])
      expectProblem(
        await send(server, "POST", "/api/auth/second-factor/confirm", token, confirm),
        "invalid-credentials",
      );
    expect((await send(right, "POST", "/api/auth/second-factor/confirm", token, confirm)).status).toBe(200);

    const answer = async (server: ServedProcess, code: string) => {
      const { challenge } = (await logIn(server, "cid")).json as { readonly challenge: string };
      return send(server, "POST", "/api/auth/second-factor", "", { challenge, code });
    };
    // The code of its own time is older than the one that was used, so that it may have been seen.
    for (const code of [codeAt(0), codeAt(-OFF)])
      expectProblem(await answer(behind, code), "invalid-credentials");
    expectProblem(await answer(ahead, codeAt(0)), "invalid-credentials");
    const next = codeAt(TOTP_STEP);
    expect((await answer(right, next)).status).toBe(200);
    for (const server of [right, ahead, behind])
      expectProblem(await answer(server, next), "invalid-credentials");
  });

  it("a challenge of a server whose clock is behind has expired on others, and no token is given for it", async () => {
    const { token, codeAt } = await beginSecondFactor("emma");
    const code = codeAt(0);
    expect((await send(right, "POST", "/api/auth/second-factor/confirm", token, { code })).status).toBe(200);
    const { challenge } = (await logIn(behind, "emma")).json as { readonly challenge: string };
    for (const server of [right, ahead])
      expectProblem(
        await send(server, "POST", "/api/auth/second-factor", "", { challenge, code: "000000" }),
        "invalid-token",
      );
  });

  it("a link to reset the password is accepted by any server whose clock differs, and only once", async () => {
    const found = await send(right, "POST", "/api/data/user", "", {
      username: "dora",
      email: "dora@example.com",
      password: PASSWORD,
      confirmPassword: PASSWORD,
    });
    expect(found.status, found.text).toBe(201);
    let sent = 0;
    for (const [sender, receiver] of [
      [behind, ahead],
      [ahead, right],
      [right, behind],
    ] as const) {
      await send(sender, "POST", "/api/auth/password/forgot", "", { username: "dora" });
      const link = await vi.waitFor(
        () => {
          const links = readFileSync(mail, "utf8").split("\n").slice(sent, -1);
          expect(links).toHaveLength(1);
          return links[0];
        },
        { timeout: 60_000 },
      );
      sent++;
      const token = link?.split("#token=")[1];
      const body = { token, newPassword: PASSWORD, confirmPassword: PASSWORD };
      const reset = (server: ServedProcess) => send(server, "POST", "/api/auth/password/reset", "", body);
      expect((await reset(receiver)).status).toBe(204);
      for (const server of [right, ahead, behind]) expectProblem(await reset(server), "invalid-token");
    }
  });
});
