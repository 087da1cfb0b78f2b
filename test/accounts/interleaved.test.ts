import crypto from "node:crypto";
import { syncBuiltinESMExports } from "node:module";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { hotp, TOTP_STEP } from "../../runtime/access/totp.js";
import { addUser, ownUsers, PASSWORD, sender } from "../conformance/callers.js";
import { describeDialects } from "../conformance/describe-dialects.js";
import { field } from "../conformance/fields.js";
import { fromBase32 } from "../conformance/from-base32.js";
import type { Reply } from "../conformance/http-client.js";
import { createTestApi, startServer, type TestServer } from "../conformance/start-server.js";
import type { AccountMessage } from "data-api";
import { interleave } from "./interleaved.js";

/** Lowers the cost of a hash: each of some hundred users has several passwords hashed. Returns how it is undone. */
function cheapHashes(): () => void {
  const { scrypt } = crypto;
  const replace = (other: typeof scrypt) => {
    crypto.scrypt = other;
    syncBuiltinESMExports();
  };
  replace(((...[secret, salt, length, options, done]: ScryptArguments) => {
    scrypt(secret, salt, length, { ...options, N: 2 }, done);
  }) as typeof scrypt);
  return () => {
    replace(scrypt);
  };
}

type ScryptArguments = [
  string,
  Buffer,
  number,
  crypto.ScryptOptions,
  (error: Error | null, key: Buffer) => void,
];

const NEW_PASSWORD = "another horse battery";
const NEW_KEY = "the new secret of servers that change their keys";

interface Tokens {
  readonly token: string;
  readonly refreshToken: string;
}

await describeDialects("requests of accounts that come between two statements of another", (dialect) => {
  let server: TestServer;
  let undo: () => void;
  let users = 0;
  const sent: AccountMessage[] = [];
  const config = {
    auth: {
      secretKey: [NEW_KEY, ownUsers.secretKey],
      refreshTokens: true,
      userCheckInSecs: 0,
      pagesUrl: "https://app.example.com/account",
      messages: { sendMessage: (message: AccountMessage) => void sent.push(message) },
      secondFactor: { issuer: "My shop" },
      apiKeys: true,
    },
    server: { rateLimit: { addresses: false, callers: false, logins: false } },
    entities: { inner: { fields: { title: field("string") }, permissions: { read: ["member"] } } },
  } as const;
  beforeAll(async () => {
    undo = cheapHashes();
    server = await startServer("dynamic", dialect, config);
  });
  afterAll(async () => {
    undo();
    await server.stop();
  });

  const post = (path: string, body: object, token?: string): Promise<Reply> =>
    server.request("POST", `/api/auth/${path}`, {
      body,
      headers: token === undefined ? {} : { Authorization: `Bearer ${token}` },
    });
  const remove = (path: string, token: string) =>
    server.request("DELETE", `/api/auth/${path}`, { headers: { Authorization: `Bearer ${token}` } });
  const tokensIn = ({ json }: Reply) => json as Tokens;
  const logIn = (username: string, password = PASSWORD) => post("token", { username, password });
  const refresh = ({ refreshToken }: Tokens) => post("refresh", { refreshToken });
  const changePassword = ({ token }: Tokens, newPassword = NEW_PASSWORD) =>
    post("password", { password: PASSWORD, newPassword, confirmPassword: newPassword }, token);
  const isIn = async ({ token }: Tokens) => {
    const { status } = await sender(server, { Authorization: `Bearer ${token}` })("GET", "/api/data/inner");
    return status === 200;
  };
  const newUser = async () => {
    const username = `user${users++}`;
    const id = await addUser(server, username, { email: `${username}@example.com` });
    return { id, username, tokens: tokensIn(await logIn(username)) };
  };
  const resetToken = async (username: string) => {
    await post("password/forgot", { username });
    for (;;) {
      const message = sent.find(({ kind, user }) => kind === "reset-password" && user.username === username);
      if (message !== undefined) return message.link?.split("#token=")[1] ?? "";
      await new Promise((resolve) => {
        setTimeout(resolve, 5);
      });
    }
  };
  const reset = (token: string, newPassword = NEW_PASSWORD) =>
    post("password/reset", { token, newPassword, confirmPassword: newPassword });
  const owner = async () => {
    const user = await newUser();
    const { secret } = (await post("second-factor/begin", { password: PASSWORD }, user.tokens.token))
      .json as {
      readonly secret: string;
    };
    const code = (step = 0) => hotp(fromBase32(secret), Math.floor(Date.now() / TOTP_STEP) + step);
    return { ...user, code };
  };
  const activeOwner = async () => {
    const user = await owner();
    const reply = await post("second-factor/confirm", { code: user.code(-1) }, user.tokens.token);
    expect(reply.status, reply.text).toBe(200);
    const { recoveryCodes } = reply.json as { readonly recoveryCodes: readonly string[] };
    const { challenge } = (await logIn(user.username)).json as { readonly challenge: string };
    return { ...user, tokens: tokensIn(reply), recoveryCodes, challenge };
  };
  const done = (reply: Reply) => reply.status < 300;

  /** Does it once for each statement of the first request, with a user of its own each time. */
  async function forEachPlace(meet: (number: number) => Promise<readonly [Reply, Reply] | undefined>) {
    let number = 1;
    while ((await meet(number)) !== undefined) number++;
    // It was met somewhere.
    expect(number).toBeGreaterThan(1);
  }

  describe("a refresh", () => {
    it("with the token of another refresh gives the same next token", () =>
      forEachPlace(async (number) => {
        const { tokens } = await newUser();
        const replies = await interleave(
          number,
          () => refresh(tokens),
          () => refresh(tokens),
        );
        if (replies === undefined) return undefined;
        expect(replies.map(({ status }) => status)).toEqual([200, 200]);
        expect(tokensIn(replies[0]).refreshToken).toBe(tokensIn(replies[1]).refreshToken);
        expect(done(await refresh(tokensIn(replies[0])))).toBe(true);
        return replies;
      }));

    it("of a session with the former key finds it, though another refresh gives it the new key", async () => {
      const former = await createTestApi("dynamic", server.config, {
        ...config,
        auth: { ...config.auth, secretKey: ownUsers.secretKey },
      });
      former.setupApiEndpoints();
      onTestFinished(() => former.stopAsync());
      const { port } = (await former.startAsync(0)).address() as AddressInfo;
      const logInThere = async (username: string) => {
        const answer = await fetch(`http://127.0.0.1:${port}/api/auth/token`, {
          method: "POST",
          headers: { "Content-Type": "application/json" },
          body: JSON.stringify({ username, password: PASSWORD }),
        });
        return (await answer.json()) as Tokens;
      };
      await forEachPlace(async (number) => {
        const { username } = await newUser();
        const tokens = await logInThere(username);
        const replies = await interleave(
          number,
          () => refresh(tokens),
          () => refresh(tokens),
        );
        if (replies === undefined) return undefined;
        expect(replies.map(({ status }) => status)).toEqual([200, 200]);
        expect(tokensIn(replies[0]).refreshToken).toBe(tokensIn(replies[1]).refreshToken);
        return replies;
      });
    });

    it.each([
      ["a log-out", ({ token }: Tokens) => post("logout", {}, token)],
      ["the end of its session", ({ token }: Tokens) => remove("sessions/current", token)],
      ["a new password", (tokens: Tokens) => changePassword(tokens)],
    ])("gives no token that outlives %s", (_, end) =>
      forEachPlace(async (number) => {
        const { tokens } = await newUser();
        const replies = await interleave(
          number,
          () => refresh(tokens),
          () => end(tokens),
        );
        if (replies === undefined) return undefined;
        const [refreshed, ended] = replies;
        expect(done(ended), ended.text).toBe(true);
        if (done(refreshed)) {
          expect(await isIn(tokensIn(refreshed))).toBe(false);
          expect(done(await refresh(tokensIn(refreshed)))).toBe(false);
        }
        expect(done(await refresh(tokens))).toBe(false);
        return replies;
      }),
    );
  });

  describe("a log-in", () => {
    it.each([
      ["changed", (_: string, tokens: Tokens) => changePassword(tokens)],
      ["reset", async (username: string) => reset(await resetToken(username))],
    ])("with a password that is %s meanwhile gives no token that works", (_, change) =>
      forEachPlace(async (number) => {
        const { username, tokens } = await newUser();
        const replies = await interleave(
          number,
          () => logIn(username),
          () => change(username, tokens),
        );
        if (replies === undefined) return undefined;
        const [loggedIn, changed] = replies;
        expect(done(changed), changed.text).toBe(true);
        if (done(loggedIn)) {
          expect(await isIn(tokensIn(loggedIn))).toBe(false);
          expect(done(await refresh(tokensIn(loggedIn)))).toBe(false);
        }
        expect(done(await logIn(username))).toBe(false);
        expect(done(await logIn(username, NEW_PASSWORD))).toBe(true);
        return replies;
      }),
    );
  });

  describe("what works once", () => {
    it("is a link that resets a password", () =>
      forEachPlace(async (number) => {
        const { username } = await newUser();
        const token = await resetToken(username);
        const replies = await interleave(
          number,
          () => reset(token),
          () => reset(token, `${NEW_PASSWORD}!`),
        );
        if (replies === undefined) return undefined;
        expect(replies.filter(done)).toHaveLength(1);
        const used = done(replies[0]) ? NEW_PASSWORD : `${NEW_PASSWORD}!`;
        expect(done(await logIn(username, used))).toBe(true);
        return replies;
      }));

    it("is the proof of a password that is changed", () =>
      forEachPlace(async (number) => {
        const { username, tokens } = await newUser();
        const replies = await interleave(
          number,
          () => changePassword(tokens),
          () => changePassword(tokens, `${NEW_PASSWORD}!`),
        );
        if (replies === undefined) return undefined;
        // The later one was asked for with a token that the other one has ended.
        const [won, ...others] = replies.filter(done);
        expect(others).toEqual([]);
        expect(won && (await isIn(tokensIn(won)))).toBe(true);
        expect(done(await logIn(username, won === replies[0] ? NEW_PASSWORD : `${NEW_PASSWORD}!`))).toBe(
          true,
        );
        return replies;
      }));

    it("is the code that confirms a second factor", () =>
      forEachPlace(async (number) => {
        const { tokens, code } = await owner();
        const confirm = () => post("second-factor/confirm", { code: code() }, tokens.token);
        const replies = await interleave(number, confirm, confirm);
        if (replies === undefined) return undefined;
        expect(replies.filter(done)).toHaveLength(1);
        expect(await isIn(tokensIn(replies.find(done) as Reply))).toBe(true);
        return replies;
      }));

    it("is the code of a log-in", () =>
      forEachPlace(async (number) => {
        const { challenge, code } = await activeOwner();
        const answer = () => post("second-factor", { challenge, code: code() });
        const replies = await interleave(number, answer, answer);
        if (replies === undefined) return undefined;
        expect(replies.filter(done)).toHaveLength(1);
        return replies;
      }));

    it("is a recovery code, with two challenges", () =>
      forEachPlace(async (number) => {
        const { username, challenge, recoveryCodes } = await activeOwner();
        const [code] = recoveryCodes;
        const second = (await logIn(username)).json as { readonly challenge: string };
        const replies = await interleave(
          number,
          () => post("second-factor", { challenge, code }),
          () => post("second-factor", { challenge: second.challenge, code }),
        );
        if (replies === undefined) return undefined;
        expect(replies.filter(done)).toHaveLength(1);
        return replies;
      }));
  });

  describe("a second factor", () => {
    it("that is confirmed while the password is changed leaves no token of before", () =>
      forEachPlace(async (number) => {
        const { tokens, code, username } = await owner();
        const replies = await interleave(
          number,
          () => post("second-factor/confirm", { code: code() }, tokens.token),
          () => changePassword(tokens),
        );
        if (replies === undefined) return undefined;
        // The later one was asked for with a token that the other one has ended.
        const [won, ...others] = replies.filter(done);
        expect(others).toEqual([]);
        expect(won && (await isIn(tokensIn(won)))).toBe(true);
        expect(await isIn(tokens)).toBe(false);
        // A confirmed factor is asked for, and one that is not is not.
        const asked = await logIn(username, done(replies[1]) ? NEW_PASSWORD : PASSWORD);
        expect(asked.status).toBe(done(replies[0]) ? 401 : 200);
        return replies;
      }));
  });
});
