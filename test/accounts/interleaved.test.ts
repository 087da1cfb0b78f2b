import crypto from "node:crypto";
import { syncBuiltinESMExports } from "node:module";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hotp, TOTP_STEP } from "../../runtime/access/totp.js";
import { addUser, ownUsers, PASSWORD, sender } from "../conformance/callers.js";
import { describeDialects } from "../conformance/describe-dialects.js";
import { field } from "../conformance/fields.js";
import { fromBase32 } from "../conformance/from-base32.js";
import type { Reply } from "../conformance/http-client.js";
import { createTestApi, startServer, type TestServer } from "../conformance/start-server.js";
import type { AccountMessage } from "data-api";
import { interleave } from "./interleaved.js";
import { serveApi } from "../conformance/start.js";

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

/** Two requests, and what must hold of their answers. */
interface Meeting {
  readonly first: () => Promise<Reply>;
  readonly other: () => Promise<Reply>;
  readonly check: (replies: readonly [Reply, Reply]) => unknown;
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
  afterAll(() => {
    undo();
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
    const find = () => sent.find(({ kind, user }) => kind === "reset-password" && user.username === username);
    await expect.poll(find, { interval: 5 }).toBeDefined();
    return find()?.link?.split("#token=")[1] ?? "";
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
    const reply = await post("second-factor/confirm", { code: user.code() }, user.tokens.token);
    expect(reply.status, reply.text).toBe(200);
    const { recoveryCodes } = reply.json as { readonly recoveryCodes: readonly string[] };
    const { challenge } = (await logIn(user.username)).json as { readonly challenge: string };
    return { ...user, tokens: tokensIn(reply), recoveryCodes, challenge };
  };
  const done = (reply: Reply) => reply.status < 300;

  /**
   * For each statement of the first request, with a user of its own each time: makes two requests, does the other one
   * after that statement, and checks the answers.
   */
  async function forEachPlace(meeting: () => Promise<Meeting>) {
    for (let number = 1; ; number++) {
      const { first, other, check } = await meeting();
      const replies = await interleave(number, first, other);
      if (replies === undefined) {
        // It was met somewhere.
        expect(number).toBeGreaterThan(1);
        return;
      }
      await check(replies);
    }
  }

  /** Two refreshes with the same token. */
  const refreshes = (tokens: Tokens): Meeting => ({
    first: () => refresh(tokens),
    other: () => refresh(tokens),
    check: async (replies) => {
      expect(replies.map(({ status }) => status)).toEqual([200, 200]);
      expect(tokensIn(replies[0]).refreshToken).toBe(tokensIn(replies[1]).refreshToken);
      expect(done(await refresh(tokensIn(replies[0])))).toBe(true);
    },
  });
  /** The one that was done: the later one was asked for with a token that the other one has ended. */
  const winner = async (replies: readonly Reply[]): Promise<Reply | undefined> => {
    const [won, ...others] = replies.filter(done);
    expect(others).toEqual([]);
    expect(won && (await isIn(tokensIn(won)))).toBe(true);
    return won;
  };

  describe("a refresh", () => {
    it("two refreshes with the same token at once give the same next token", () =>
      forEachPlace(async () => refreshes((await newUser()).tokens)));

    it("a refresh of a session with the former key succeeds, though another refresh gives it the new key", async () => {
      const former = await createTestApi("dynamic", server.config, {
        ...config,
        auth: { ...config.auth, secretKey: ownUsers.secretKey },
      });
      const { port } = await serveApi(former);
      const logInThere = async (username: string) => {
        const answer = await fetch(`http://127.0.0.1:${port}/api/auth/token`, {
          method: "POST",
          headers: { "Content-Type": "application/json" },
          body: JSON.stringify({ username, password: PASSWORD }),
        });
        return (await answer.json()) as Tokens;
      };
      await forEachPlace(async () => refreshes(await logInThere((await newUser()).username)));
    });

    it.each([
      ["a log-out", ({ token }: Tokens) => post("logout", {}, token)],
      ["the end of its session", ({ token }: Tokens) => remove("sessions/current", token)],
      ["a new password", (tokens: Tokens) => changePassword(tokens)],
    ])("a refresh gives no token that outlives %s meanwhile", (_, end) =>
      forEachPlace(async () => {
        const { tokens } = await newUser();
        return {
          first: () => refresh(tokens),
          other: () => end(tokens),
          check: async ([refreshed, ended]) => {
            expect(done(ended), ended.text).toBe(true);
            if (done(refreshed)) {
              expect(await isIn(tokensIn(refreshed))).toBe(false);
              expect(done(await refresh(tokensIn(refreshed)))).toBe(false);
            }
            expect(done(await refresh(tokens))).toBe(false);
          },
        };
      }),
    );
  });

  describe("a log-in", () => {
    it.each([
      ["changed", (_: string, tokens: Tokens) => changePassword(tokens)],
      ["reset", async (username: string) => reset(await resetToken(username))],
    ])("a log-in with a password that is %s meanwhile gives no token that works", (_, change) =>
      forEachPlace(async () => {
        const { username, tokens } = await newUser();
        return {
          first: () => logIn(username),
          other: () => change(username, tokens),
          check: async ([loggedIn, changed]) => {
            expect(done(changed), changed.text).toBe(true);
            if (done(loggedIn)) {
              expect(await isIn(tokensIn(loggedIn))).toBe(false);
              expect(done(await refresh(tokensIn(loggedIn)))).toBe(false);
            }
            expect(done(await logIn(username))).toBe(false);
            expect(done(await logIn(username, NEW_PASSWORD))).toBe(true);
          },
        };
      }),
    );
  });

  describe("what works once", () => {
    it("a link that resets a password works once, even with two requests at once", () =>
      forEachPlace(async () => {
        const { username } = await newUser();
        const token = await resetToken(username);
        return {
          first: () => reset(token),
          other: () => reset(token, `${NEW_PASSWORD}!`),
          check: async (replies) => {
            expect(replies.filter(done)).toHaveLength(1);
            const used = done(replies[0]) ? NEW_PASSWORD : `${NEW_PASSWORD}!`;
            expect(done(await logIn(username, used))).toBe(true);
          },
        };
      }));

    it("of two changes of a password at once with the same proof, one is done", () =>
      forEachPlace(async () => {
        const { username, tokens } = await newUser();
        return {
          first: () => changePassword(tokens),
          other: () => changePassword(tokens, `${NEW_PASSWORD}!`),
          check: async (replies) => {
            const won = await winner(replies);
            expect(done(await logIn(username, won === replies[0] ? NEW_PASSWORD : `${NEW_PASSWORD}!`))).toBe(
              true,
            );
          },
        };
      }));

    it("a code confirms a second factor once, even with two requests at once", () =>
      forEachPlace(async () => {
        const { tokens, code } = await owner();
        const given = code();
        const confirm = () => post("second-factor/confirm", { code: given }, tokens.token);
        return {
          first: confirm,
          other: confirm,
          check: winner,
        };
      }));

    it("the code of a log-in works once, even with two requests at once", () =>
      forEachPlace(async () => {
        const { challenge, code } = await activeOwner();
        // Computed once: the next code, after that of the confirmation, works too.
        const next = code(1);
        const answer = () => post("second-factor", { challenge, code: next });
        return {
          first: answer,
          other: answer,
          check: (replies) => {
            expect(replies.filter(done)).toHaveLength(1);
          },
        };
      }));

    it("a recovery code works once, even with two challenges at once", () =>
      forEachPlace(async () => {
        const { username, challenge, recoveryCodes } = await activeOwner();
        const [code] = recoveryCodes;
        const second = (await logIn(username)).json as { readonly challenge: string };
        return {
          first: () => post("second-factor", { challenge, code }),
          other: () => post("second-factor", { challenge: second.challenge, code }),
          check: (replies) => {
            expect(replies.filter(done)).toHaveLength(1);
          },
        };
      }));
  });

  describe("a second factor", () => {
    it("a second factor that is confirmed while the password changes leaves no earlier token valid", () =>
      forEachPlace(async () => {
        const { tokens, code, username } = await owner();
        return {
          first: () => post("second-factor/confirm", { code: code() }, tokens.token),
          other: () => changePassword(tokens),
          check: async (replies) => {
            await winner(replies);
            expect(await isIn(tokens)).toBe(false);
            // A confirmed factor is asked for, and one that is not is not.
            const asked = await logIn(username, done(replies[1]) ? NEW_PASSWORD : PASSWORD);
            expect(asked.status).toBe(done(replies[0]) ? 401 : 200);
          },
        };
      }));
  });
});
