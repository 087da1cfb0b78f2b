import { sql, type Kysely } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type http from "node:http";
import { FakeProvider, type Behaviour } from "../../accounts/fake-provider.js";
import { fragmentOf, PAGES_URL, PUBLIC_URL, Visitor } from "../../accounts/visitor.js";
import { addUser, ownUsers, PASSWORD } from "../callers.js";
import { hotp, TOTP_STEP } from "../../../runtime/access/totp.js";
import { expectJson, expectProblem } from "../expectations.js";
import { field } from "../fields.js";
import { fromBase32 } from "../from-base32.js";
import type { Harness } from "../harness.js";
import { paths } from "../paths.js";
import { lineLike, takeLines, takeLog } from "../reports.js";
import type { TestConfig, TestServer } from "../start-server.js";

const unlimited = { rateLimit: { addresses: false, callers: false, logins: false } } as const;
const inner = { fields: { title: field("string") }, permissions: { read: ["member"] } };

interface LoggedIn {
  readonly token: string;
  readonly id: number;
  readonly firstname: string | null;
}

export function providerCases({ serve, createDatabase, startOn }: Harness): void {
  const [first, second] = [new FakeProvider(), new FakeProvider()];
  // The addresses are part of the configuration, which is read when the tests are registered.
  beforeAll(async () => {
    await first.start();
    await second.start();
  });
  beforeEach(() => {
    for (const provider of [first, second]) {
      provider.behaviour = {};
      provider.interfere = undefined;
      provider.requests.length = 0;
    }
  });
  afterAll(async () => {
    await first.stop();
    await second.stop();
  });

  const configWith = (more: Partial<TestConfig> = {}, settings: object = {}): TestConfig => ({
    auth: {
      ...ownUsers,
      refreshTokens: true,
      pagesUrl: PAGES_URL,
      providers: {
        get first() {
          return first.settings;
        },
        get second() {
          return { ...second.settings, ...settings };
        },
      },
    },
    server: { ...unlimited, publicUrl: PUBLIC_URL },
    entities: { inner },
    ...more,
  });
  let subjects = 0;
  /** A person with a new account at the provider. */
  const newPerson = (server: TestServer, behaviour: Behaviour = {}) => {
    const sub = `subject ${++subjects}`;
    const own: Behaviour = { ...behaviour, claims: { sub, ...behaviour.claims } };
    first.behaviour = own;
    return { sub, own, visitor: new Visitor(server) };
  };
  const tokensFor = async (visitor: Visitor, provider = "first"): Promise<LoggedIn> => {
    const fragment = await visitor.logIn(provider);
    expect(fragment.get("error")).toBeNull();
    const reply = await visitor.exchange(fragment.get("code"));
    expect(reply.status, reply.text).toBe(200);
    return reply.json as LoggedIn;
  };
  const users = async (server: TestServer) => {
    const { db } = server.api.repository("user") as unknown as { db: Kysely<object> };
    const { rows } = await sql<{
      id: number;
      username: string;
      email: string | null;
      firstname: string | null;
    }>`
      select id, username, email, firstname from ${sql.table("user")} order by id`.execute(db);
    return rows;
  };
  const stored = async (server: TestServer) => {
    const { db } = server.api.repository("user") as unknown as { db: Kysely<object> };
    const { rows } = await sql<{ purpose: string }>`
      select * from ${sql.table("data_api_token")}`.execute(db);
    return rows;
  };
  const expectRefused = async (visitor: Visitor, code: string, provider = "first") => {
    const fragment = await visitor.logIn(provider);
    expect([...fragment]).toEqual([["error", code]]);
  };
  const logIn = async (server: TestServer, username: string, password = PASSWORD): Promise<LoggedIn> => {
    const reply = await server.post("/api/auth/token", { username, password });
    expect(reply.status, reply.text).toBe(200);
    return reply.json as LoggedIn;
  };
  const link = (visitor: Visitor, token: string, password = PASSWORD, more = {}) =>
    visitor.send("POST", "/api/auth/providers/first/link", { token, body: { password, ...more } });
  const accountsOf = async (visitor: Visitor, token: string) => {
    const reply = await visitor.send("GET", "/api/auth/providers/accounts", { token });
    expect(reply.status, reply.text).toBe(200);
    return (reply.json as { items: readonly { id: string; provider: string; createdAt: string }[] }).items;
  };

  describe("a log-in with a provider", () => {
    const server = serve(configWith());

    it("a log-in with a provider creates a user at the first time, and finds the same user later", async () => {
      const { visitor } = newPerson(server, {
        claims: {
          ...{ email: "ada@example.com", email_verified: true, given_name: "Ada", family_name: "Lovelace" },
        },
      });
      const created = await tokensFor(visitor);
      expect(created).toMatchObject({
        firstname: "Ada",
        lastname: "Lovelace",
        refreshToken: expect.any(String) as string,
      });
      const ada = (await users(server)).find(({ id }) => id === created.id);
      expect(ada).toMatchObject({ username: "ada", email: "ada@example.com" });
      const own = await visitor.send("GET", paths.findAll("inner"), { token: created.token });
      expect(own.status).toBe(200);
      expect((await tokensFor(new Visitor(server))).id).toBe(created.id);
      expect((await tokensFor(visitor)).id).toBe(created.id);
    });

    it("a log-in asks the provider with PKCE, a state, a nonce and the configured address, whatever the headers say", async () => {
      const { visitor } = newPerson(server);
      await visitor.begin("first");
      const asked = Object.fromEntries(first.asked);
      expect(asked).toEqual({
        redirect_uri: `${PUBLIC_URL}/api/auth/providers/first/callback`,
        scope: "openid profile email",
        response_type: "code",
        client_id: "data-api",
        code_challenge_method: "S256",
        code_challenge: expect.stringMatching(/^[\w-]{43}$/) as string,
        state: expect.stringMatching(/^[\w-]{22}\.[\w-]{43}$/) as string,
        nonce: expect.stringMatching(/^[\w-]{43}$/) as string,
      });
      await visitor.begin("first");
      expect(first.asked.get("nonce")).not.toBe(asked["nonce"]);
      expect(first.asked.get("code_challenge")).not.toBe(asked["code_challenge"]);
    });

    it("a log-in with a provider stores no secret in the database, and logs none", async () => {
      takeLines();
      const { visitor } = newPerson(server);
      const callback = new URL(await visitor.begin("first"));
      const before = JSON.stringify(await stored(server));
      const fragment = fragmentOf(await visitor.open(callback.href));
      const after = JSON.stringify(await stored(server));
      const { json } = await visitor.exchange(fragment.get("code"));
      const log = takeLines().join("");
      const [, state = ""] = (callback.searchParams.get("state") ?? "").split(".");
      const secrets = [
        ...[callback.searchParams.get("code") ?? "", state, fragment.get("code")?.split(".")[1] ?? ""],
        ...[visitor.cookie()?.split("=")[1] ?? "", (json as LoggedIn).token],
      ];
      for (const secret of secrets) {
        expect(secret).toMatch(/.{30}/);
        expect(before + after + log).not.toContain(secret);
      }
    });

    it("a log-in with a provider gives the browser a cookie that other hosts and scripts do not have", async () => {
      const reply = await server.get("/api/auth/providers/first/log-in");
      expect(reply.status).toBe(302);
      expect(reply.headers["cache-control"]).toBe("no-store");
      expect(reply.headers["set-cookie"]).toMatch(
        /^__Host-data-api-log-in=[\w-]{43}; Path=\/; Max-Age=900; Secure; HttpOnly; SameSite=Lax$/,
      );
      const other = await server.get("/api/auth/providers/first/log-in", {
        Cookie: "__Host-data-api-log-in=chosen",
      });
      expect(other.headers["set-cookie"]).not.toContain("chosen");
    });

    it("log-ins with providers work in several tabs of a browser at once", async () => {
      const { visitor } = newPerson(server);
      const tabs = [
        await visitor.begin("first"),
        await visitor.begin("second"),
        await visitor.begin("first"),
      ];
      for (const tab of tabs.toReversed()) {
        const code = fragmentOf(await visitor.open(tab)).get("code");
        expect((await visitor.exchange(code)).status).toBe(200);
      }
    });

    it("a log-in with a provider takes claims from the userinfo endpoint if the ID token has none", async () => {
      const { visitor } = newPerson(server, {
        userinfo: { email: "Grace@Example.com", email_verified: true, given_name: "Grace" },
      });
      const { id } = await tokensFor(visitor);
      const grace = (await users(server)).find((user) => user.id === id);
      expect(grace).toMatchObject({ username: "Grace", email: "Grace@Example.com", firstname: "Grace" });
      // Once the user is known, nothing has to be asked.
      first.requests.length = 0;
      await tokensFor(visitor);
      expect(first.requests).not.toContain("GET /userinfo");
    });

    it("a log-in is refused if the provider's userinfo endpoint answers for another person", async () => {
      const { visitor } = newPerson(server, { userinfo: { sub: "another person", email: "x@example.com" } });
      await expectRefused(visitor, "log-in-failed");
    });

    it.each([[false], [undefined], ["true"], [1]])(
      "a log-in keeps no e-mail address that the provider has not verified: %o",
      async (verified) => {
        const address = `liar${subjects}@example.com`;
        const { visitor } = newPerson(server, { claims: { email: address, email_verified: verified } });
        const { id } = await tokensFor(visitor);
        expect((await users(server)).find((user) => user.id === id)).toMatchObject({ email: null });
      },
    );

    it("a provider's e-mail address never gives the account of a local user", async () => {
      const id = await addUser(server, `victim ${subjects}`, { email: "victim@example.com" });
      const before = await users(server);
      const verified = { email: "Victim@example.com", email_verified: true };
      await expectRefused(newPerson(server, { claims: verified }).visitor, "account-exists");
      expect(await users(server)).toEqual(before);
      const unverified = { ...verified, email_verified: false };
      const other = await tokensFor(newPerson(server, { claims: unverified }).visitor);
      expect(other.id).not.toBe(id);
    });

    it("a first log-in with a provider finds a free username, and leaves out what a username may not have", async () => {
      await addUser(server, "Taken");
      const nameFor = async (claims: Readonly<Record<string, unknown>>) => {
        const { id } = await tokensFor(newPerson(server, { claims }).visitor);
        return (await users(server)).find((user) => user.id === id)?.username;
      };
      expect(await nameFor({ preferred_username: "taken", email: "x@example.com" })).toMatch(/^taken-\d{6}$/);
      expect(await nameFor({ preferred_username: "line\nbreak" })).toMatch(/^user(-\d{6})?$/);
      expect(await nameFor({ preferred_username: 5, email: ["x"] })).toMatch(/^user(-\d{6})?$/);
      expect(await nameFor({ email: "Zoë@example.com" })).toBe("Zoë");
      expect(await nameFor({ preferred_username: "😀".repeat(200) })).toBe("😀".repeat(53));
      expect(await nameFor({ preferred_username: "zwei", given_name: "x".repeat(5_000) })).toBe("zwei");
    });

    it("a user from a provider cannot log in with an empty or guessed password", async () => {
      const { visitor } = newPerson(server, { claims: { preferred_username: "nopass" } });
      const { id } = await tokensFor(visitor);
      const { username } = (await users(server)).find((user) => user.id === id) ?? { username: "" };
      for (const password of ["", "undefined", "null", "aA1!"])
        expectProblem(await server.post("/api/auth/token", { username, password }), "invalid-credentials");
    });

    it("50 first log-ins with a provider at the same time make one user", async () => {
      newPerson(server, { claims: { preferred_username: "fifty", email: "fifty@example.com" } });
      const visitors = Array.from({ length: 50 }, () => new Visitor(server));
      const before = (await users(server)).length;
      const callbacks = await Promise.all(visitors.map((visitor) => visitor.begin("first")));
      const codes = await Promise.all(
        visitors.map(async (visitor, index) =>
          fragmentOf(await visitor.open(callbacks[index] ?? "")).get("code"),
        ),
      );
      const replies = await Promise.all(
        visitors.map((visitor, index) => visitor.exchange(codes[index] ?? null)),
      );
      expect(new Set(replies.map(({ json }) => (json as LoggedIn).id)).size).toBe(1);
      expect((await users(server)).length).toBe(before + 1);
    });

    it("a log-in with a provider makes a new user if the former one was deleted", async () => {
      const { visitor } = newPerson(server);
      const { id } = await tokensFor(visitor);
      await server.api.repository("user").delete(id);
      const again = await tokensFor(visitor);
      expect(again.id).not.toBe(id);
      expect((await tokensFor(visitor)).id).toBe(again.id);
    });

    it("accounts of two providers are two users, even if both providers call a person alike", async () => {
      const { own, visitor } = newPerson(server);
      second.behaviour = own;
      const [one, other] = [await tokensFor(visitor, "first"), await tokensFor(visitor, "second")];
      expect(one.id).not.toBe(other.id);
    });
  });

  describe("a callback", () => {
    const server = serve(configWith());

    it("a provider's callback works once, also if it is opened 50 times at once", async () => {
      const { visitor } = newPerson(server);
      const callback = await visitor.begin("first");
      first.requests.length = 0;
      const pages = await Promise.all(Array.from({ length: 50 }, () => visitor.open(callback)));
      const fragments = pages.map((page) => [...fragmentOf(page).keys()].join());
      expect(fragments.filter((name) => name === "code")).toHaveLength(1);
      expect(fragments.filter((name) => name === "error")).toHaveLength(49);
      expect(first.requests.filter((request) => request === "POST /token")).toHaveLength(1);
      expect([...fragmentOf(await visitor.open(callback))]).toEqual([["error", "log-in-failed"]]);
    });

    it("a provider's callback is refused in another browser, and then still works in its own", async () => {
      const { visitor } = newPerson(server);
      const callback = await visitor.begin("first");
      const victim = new Visitor(server);
      expect(fragmentOf(await victim.open(callback)).get("error")).toBe("log-in-failed");
      // Also if the victim has begun a log-in.
      await victim.begin("first");
      expect(fragmentOf(await victim.open(callback)).get("error")).toBe("log-in-failed");
      expect(first.requests).not.toContain("POST /token");
      expect(fragmentOf(await visitor.open(callback)).get("code")).not.toBeNull();
    });

    it("a provider's callback is refused if its state is missing, wrong, repeated or of another log-in", async () => {
      const { visitor } = newPerson(server);
      const other = new URL(await visitor.begin("second")).searchParams.get("state") ?? "";
      for (const change of [
        (query: URLSearchParams) => {
          query.delete("state");
        },
        (query: URLSearchParams) => {
          query.set("state", "x");
        },
        (query: URLSearchParams) => {
          query.set("state", `${"x".repeat(22)}.${"y".repeat(43)}`);
        },
        (query: URLSearchParams) => {
          query.append("state", query.get("state") ?? "");
        },
        (query: URLSearchParams) => {
          query.set("state", other);
        },
      ]) {
        const callback = new URL(await visitor.begin("first"));
        change(callback.searchParams);
        expect(fragmentOf(await visitor.open(callback.href)).get("error")).toBe("log-in-failed");
      }
      expect(first.requests).not.toContain("POST /token");
    });

    it("a provider's callback does not take the code of another log-in, because of PKCE", async () => {
      const { visitor } = newPerson(server);
      const stolen = new URL(await visitor.begin("first")).searchParams.get("code") ?? "";
      const thief = new Visitor(server);
      const callback = new URL(await thief.begin("first"));
      callback.searchParams.set("code", stolen);
      expect(fragmentOf(await thief.open(callback.href)).get("error")).toBe("log-in-failed");
      expect(first.requests).toContain("POST /token");
    });

    const wrong: readonly (readonly [string, Behaviour | (() => Behaviour)])[] = [
      ["has another nonce", { claims: { nonce: "another" } }],
      ["has no nonce", { claims: { nonce: undefined } }],
      ["is for another client", { claims: { aud: "another client" } }],
      ["is for another client too", { claims: { aud: ["data-api", "other"], azp: "other" } }],
      ["is of another issuer", () => ({ claims: { iss: second.issuer } })],
      ["has no subject", { claims: { sub: undefined } }],
      ["has an empty subject", { claims: { sub: "" } }],
      ["has no end", { claims: { exp: undefined } }],
      ["has expired", { claims: { exp: Math.floor(Date.now() / 1000) - 600 } }],
      // When the test runs, which may be long after the tests were collected.
      ["is valid later", () => ({ claims: { nbf: Math.floor(Date.now() / 1000) + 600 } })],
      ["is signed by another key", { signedBy: "other" }],
      ["is not signed", { signedBy: "none" }],
      ["is signed with the secret of the client", { signedBy: "secret" }],
    ];
    it.each(wrong)("a provider's callback is refused if the ID token %s", async (_what, behaviour) => {
      const { visitor, own } = newPerson(server);
      const lie = typeof behaviour === "function" ? behaviour() : behaviour;
      first.behaviour = { ...lie, claims: { ...own.claims, ...lie.claims } };
      const before = await users(server);
      takeLines();
      await expectRefused(visitor, "log-in-failed");
      expect(await users(server)).toEqual(before);
      // The load of the machine may give other warnings.
      const expected = /^A log-in with a provider ended with "log-in-failed": The provider's answer cannot/;
      await lineLike({ level: "warn", msg: expect.stringMatching(expected) as string });
    });

    it("a provider's callback is refused if it names another issuer, or none though the provider names itself", async () => {
      for (const iss of [second.issuer, undefined, ""]) {
        const { visitor, own } = newPerson(server);
        first.behaviour = { ...own, answer: { iss } };
        await expectRefused(visitor, "log-in-failed");
      }
      expect(first.requests).not.toContain("POST /token");
    });

    it("a callback of another provider is refused (mix-up)", async () => {
      const { visitor } = newPerson(server);
      const callback = new URL(await visitor.begin("first"));
      callback.pathname = callback.pathname.replace("first", "second");
      expect(fragmentOf(await visitor.open(callback.href)).get("error")).toBe("log-in-failed");
      expect(second.requests).not.toContain("POST /token");
    });

    it("the page gets a provider's error only as a code of the API", async () => {
      for (const [error, code] of [
        ["access_denied", "access-denied"],
        ["<script>alert(1)</script>", "log-in-failed"],
        ["server_error", "log-in-failed"],
      ]) {
        const { visitor, own } = newPerson(server);
        first.behaviour = { ...own, answer: { code: undefined, error, error_description: "a text" } };
        await expectRefused(visitor, code ?? "");
      }
      expect(takeLines().join("")).not.toMatch(/script|a text/);
    });

    it("a page's code from a provider is refused if the user's tokens have ended since", async () => {
      const { visitor } = newPerson(server);
      const { token } = await tokensFor(visitor);
      const code = (await visitor.logIn("first")).get("code");
      expect((await visitor.send("POST", "/api/auth/logout", { token })).status).toBe(204);
      expectProblem(await visitor.exchange(code), "invalid-token");
    });
  });

  describe("a code for a page", () => {
    const server = serve(configWith());

    it("a page's code from a provider works once, also if it is sent 50 times at once", async () => {
      const { visitor } = newPerson(server);
      const code = (await visitor.logIn("first")).get("code");
      const replies = await Promise.all(Array.from({ length: 50 }, () => visitor.exchange(code)));
      expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
      for (const reply of replies) if (reply.status !== 200) expectProblem(reply, "invalid-token");
    });

    it("a page's code from a provider works in its browser only", async () => {
      const { visitor } = newPerson(server);
      const code = (await visitor.logIn("first")).get("code");
      const victim = new Visitor(server);
      expectProblem(await victim.exchange(code), "invalid-token");
      await victim.begin("first");
      expectProblem(await victim.exchange(code), "invalid-token");
      expect((await visitor.exchange(code)).status).toBe(200);
    });

    it("a page's code from a provider is no other token, and no other token is such a code", async () => {
      const { visitor } = newPerson(server);
      const callback = new URL(await visitor.begin("first"));
      const state = callback.searchParams.get("state");
      expectProblem(await visitor.exchange(state), "invalid-token");
      const code = (await visitor.logIn("first")).get("code") ?? "";
      const asState = new URL(callback);
      asState.searchParams.set("state", code);
      expect(fragmentOf(await visitor.open(asState.href)).get("error")).toBe("log-in-failed");
      const refresh = { body: { refreshToken: code } };
      expectProblem(await server.request("POST", "/api/auth/refresh", refresh), "invalid-token");
      const { refreshToken } = (await visitor.exchange(code)).json as { refreshToken: string };
      expectProblem(await visitor.exchange(refreshToken), "invalid-token");
      expect(fragmentOf(await visitor.open(callback.href)).get("code")).not.toBeNull();
    });

    it.each([[""], ["x"], [`${"x".repeat(22)}.${"y".repeat(43)}`]])(
      "a page's code from a provider is refused if it is %o",
      async (code) => {
        expectProblem(await new Visitor(server).exchange(code), "invalid-token");
      },
    );

    it("a page's code from a provider must be in the body of a POST", async () => {
      expectProblem(await server.post("/api/auth/providers/token", {}), "invalid-fields");
      expectProblem(await server.get("/api/auth/providers/token"), "method-not-allowed");
    });
  });

  describe("the page to return to", () => {
    const server = serve(configWith());

    it("a log-in with a provider returns to the log-in page, or to a page below the address of the pages", async () => {
      const { visitor } = newPerson(server);
      const page = await visitor.open(await visitor.begin("first"));
      expect(page).toMatch(/^https:\/\/api\.example\.com\/app\/log-in#code=[\w.-]+$/);
      const at = async (path: string) =>
        (await visitor.open(await visitor.begin("first", `?returnTo=${encodeURIComponent(path)}`))).split(
          "#",
        )[0];
      expect(await at("/settings?tab=2&next=//x")).toBe(`${PAGES_URL}/settings?tab=2&next=//x`);
      expect(await at("/")).toBe(`${PAGES_URL}/`);
      expect(await at("/@evil.example.com")).toBe(`${PAGES_URL}/@evil.example.com`);
      first.behaviour = { answer: { code: undefined, error: "access_denied" } };
      expect(await visitor.open(await visitor.begin("first", "?returnTo=/a"))).toBe(
        `${PAGES_URL}/a#error=access-denied`,
      );
    });

    it.each([
      ...["//evil.example.com", "/\\evil.example.com", "https://evil.example.com", "evil.example.com"],
      ...["@evil.example.com", ".evil.example.com", ":1/", "javascript:alert(1)", "\\\\evil", "/a\\b", ""],
      ...[
        "/../evil",
        "/../../evil",
        "/%2e%2e/evil",
        "/..",
        "/a/../../evil",
        "/a\tb",
        "/a\r\nSet-Cookie: x=y",
      ],
      ...["/#error=x", "/ x", "\t//evil", "/\u0000", `/${"x".repeat(2_000)}`],
    ])("a log-in with a provider is refused if it would return to %j", async (returnTo) => {
      const path = `/api/auth/providers/first/log-in?returnTo=${encodeURIComponent(returnTo)}`;
      expectProblem(await server.get(path), "invalid-query");
      expectProblem(
        await server.get(`/api/auth/providers/first/log-in?returnTo=/a&returnTo=/b`),
        "invalid-query",
      );
    });
  });

  describe("linking an account", () => {
    const config = configWith({ server: { ...unlimited, publicUrl: PUBLIC_URL, audit: true } });
    const server = serve({ ...config, auth: { ...config.auth, secondFactor: true } });
    let count = 0;
    const member = async () => {
      const username = `member ${++count}`;
      await addUser(server, username);
      return { username, ...(await logIn(server, username)) };
    };

    it("linking a provider's account needs the password, and lets the user log in with the provider then", async () => {
      const { id, token } = await member();
      const { visitor } = newPerson(server);
      expectProblem(await link(visitor, token, "wrong"), "invalid-credentials");
      expectProblem(
        await visitor.send("POST", "/api/auth/providers/first/link", { body: { password: PASSWORD } }),
        "authentication-required",
      );
      const reply = await link(visitor, token, PASSWORD, { returnTo: "/settings" });
      expect(reply.status, reply.text).toBe(200);
      const page = await visitor.open((reply.json as { url: string }).url);
      expect(page).toBe(`${PAGES_URL}/settings#linked=first`);
      expect((await tokensFor(new Visitor(server))).id).toBe(id);
      const [account] = await accountsOf(visitor, token);
      expect(account).toEqual({
        id: expect.stringMatching(/^[\w-]{43}$/) as string,
        provider: "first",
        createdAt: expect.any(String) as string,
      });
      // Again changes nothing.
      await visitor.open(((await link(visitor, token)).json as { url: string }).url);
      expect(await accountsOf(visitor, token)).toEqual([account]);
    });

    it("linking a provider's account needs a code too while a second factor is active", async () => {
      const first = await member();
      const { visitor } = newPerson(server);
      const factor = (path: string, token: string, body: object) =>
        visitor.send("POST", `/api/auth/second-factor/${path}`, { token, body });
      const begun = await factor("begin", first.token, { password: PASSWORD });
      const { secret } = begun.json as { readonly secret: string };
      const codeOf = (step: number) => hotp(fromBase32(secret), Math.floor(Date.now() / TOTP_STEP) + step);
      const confirmed = await factor("confirm", first.token, { code: codeOf(-1) });
      const { token } = confirmed.json as LoggedIn;
      for (const proof of [{}, { code: "000000" }])
        expectProblem(await link(visitor, token, PASSWORD, proof), "invalid-credentials");
      expectProblem(await link(visitor, token, "wrong", { code: codeOf(0) }), "invalid-credentials");
      const reply = await link(visitor, token, PASSWORD, { code: codeOf(0) });
      expect(reply.status, reply.text).toBe(200);
      await visitor.open((reply.json as { url: string }).url);
      expect(await accountsOf(visitor, token)).toHaveLength(1);
    });

    it("linking a provider's account goes on only in the browser that began it", async () => {
      const { token } = await member();
      const { visitor } = newPerson(server);
      const { url } = (await link(visitor, token)).json as { url: string };
      const victim = new Visitor(server);
      await victim.begin("first");
      expect(fragmentOf(await victim.open(url)).get("error")).toBe("log-in-failed");
      expect(await accountsOf(visitor, token)).toEqual([]);
    });

    it("linking a provider's account of another user is refused", async () => {
      const { visitor } = newPerson(server);
      const owner = await tokensFor(visitor);
      const { token } = await member();
      const { url } = (await link(visitor, token)).json as { url: string };
      expect(fragmentOf(await visitor.open(url)).get("error")).toBe("account-in-use");
      expect(await accountsOf(visitor, token)).toEqual([]);
      expect((await tokensFor(visitor)).id).toBe(owner.id);
    });

    it("a provider's account is linked to one of 20 users who link it at once", async () => {
      newPerson(server);
      const all = await Promise.all(
        Array.from({ length: 20 }, async () => ({ ...(await member()), visitor: new Visitor(server) })),
      );
      const ends = await Promise.all(
        all.map(async ({ visitor, token }) =>
          fragmentOf(await visitor.open(((await link(visitor, token)).json as { url: string }).url)),
        ),
      );
      expect(ends.filter((end) => end.has("linked"))).toHaveLength(1);
      expect(ends.filter((end) => end.get("error") === "account-in-use")).toHaveLength(19);
    });

    it("linking a provider's account is refused after a log-out", async () => {
      const { token } = await member();
      const { visitor } = newPerson(server);
      const { url } = (await link(visitor, token)).json as { url: string };
      await visitor.send("POST", "/api/auth/logout", { token });
      expect(fragmentOf(await visitor.open(url)).get("error")).toBe("log-in-failed");
    });

    it("linking a provider's account is refused after the end of the session in which it was begun", async () => {
      const { token, username } = await member();
      const { visitor } = newPerson(server);
      const { url } = (await link(visitor, token)).json as { url: string };
      const ended = await visitor.send("DELETE", "/api/auth/sessions/current", { token });
      expect(ended.status, ended.text).toBe(204);
      expect(fragmentOf(await visitor.open(url)).get("error")).toBe("log-in-failed");
      const again = (await logIn(server, username)).token;
      expect(await accountsOf(visitor, again)).toEqual([]);
    });

    it("a linked provider's account can be removed by its user only", async () => {
      const { token, username } = await member();
      const { visitor } = newPerson(server);
      await visitor.open(((await link(visitor, token)).json as { url: string }).url);
      const [{ id } = { id: "" }] = await accountsOf(visitor, token);
      const remove = (as: string | undefined, account: string) =>
        visitor.send(
          "DELETE",
          `/api/auth/providers/accounts/${account}`,
          as === undefined ? {} : { token: as },
        );
      const stranger = await member();
      expectProblem(await remove(stranger.token, id), "unknown-record");
      expectProblem(await remove(token, "x"), "unknown-record");
      expectProblem(await remove(undefined, id), "authentication-required");
      expect(await accountsOf(visitor, stranger.token)).toEqual([]);
      expect((await remove(token, id)).status).toBe(204);
      expectProblem(await remove(token, id), "unknown-record");
      expect((await tokensFor(visitor)).id).not.toBe((await logIn(server, username)).id);
    });

    it("linking a provider's account is in the audit, as are its removal and log-ins with it", async () => {
      const { id, token } = await member();
      const { visitor } = newPerson(server);
      await visitor.open(((await link(visitor, token)).json as { url: string }).url);
      await tokensFor(visitor);
      const [account] = await accountsOf(visitor, token);
      await visitor.send("DELETE", `/api/auth/providers/accounts/${account?.id ?? ""}`, { token });
      const { db } = server.api.repository("user") as unknown as { db: Kysely<object> };
      // Entries are written after the answers.
      const entries = async () => {
        const { rows } = await sql<{ operation: string; outcome: string; userid: string | null }>`
          select operation, outcome, userid from ${sql.table("data_api_audit")}
          where recordid = ${String(id)} and operation <> 'create'`.execute(db);
        return rows.map(({ operation, outcome, userid }) => `${userid} ${operation} ${outcome}`).toSorted();
      };
      const operations = ["change-accounts", "change-accounts", "log-in", "log-in"];
      await expect
        .poll(entries, { timeout: 30_000 })
        .toEqual(operations.map((operation) => `${id} ${operation} done`));
    });

    it("a linked provider's account cannot be removed while it is the only way to log in", async () => {
      const { visitor } = newPerson(server, { claims: { preferred_username: "lonely" } });
      const { id, token } = await tokensFor(visitor);
      const [account] = await accountsOf(visitor, token);
      const path = `/api/auth/providers/accounts/${account?.id ?? ""}`;
      expectProblem(await visitor.send("DELETE", path, { token }), "only-log-in");
      await server.api.repository("user").update(id, { password: PASSWORD });
      const { token: next } = await logIn(server, "lonely");
      expect((await visitor.send("DELETE", path, { token: next })).status).toBe(204);
    });
  });

  describe("a provider that fails", () => {
    const clientSecret = "the-secret-of-another-client";
    const server = serve(configWith({}, { clientSecret }));
    const unavailable = async () => {
      const reply = await server.get("/api/auth/providers/first/log-in");
      expectProblem(reply, "identity-provider-unavailable");
      expect(Number(reply.headers["retry-after"])).toBeGreaterThan(0);
      expect(reply.headers["set-cookie"]).toBeUndefined();
      takeLog();
    };
    const hostile: readonly (readonly [string, (res: http.ServerResponse) => void])[] = [
      ["garbage", (res) => res.writeHead(200, { "Content-Type": "application/json" }).end("{]")],
      ["a page", (res) => res.writeHead(200, { "Content-Type": "text/html" }).end("<p>Hello")],
      ["an error", (res) => res.writeHead(500).end()],
      ["nothing", (res) => res.destroy()],
      ["a redirect", (res) => res.writeHead(302, { Location: `${second.issuer}/x` }).end()],
      ["a list", (res) => res.writeHead(200, { "Content-Type": "application/json" }).end("[]")],
      [
        "10 MB",
        (res) =>
          res
            .writeHead(200, { "Content-Type": "application/json" })
            .end(JSON.stringify({ x: "x".repeat(1e7) })),
      ],
    ];

    it.each(hostile)(
      "a provider that answers with %s before the log-in gives a 503",
      async (_what, answer) => {
        const fresh = await startOn(await createDatabase(), configWith());
        first.interfere = (_req, res) => {
          answer(res);
          return true;
        };
        const reply = await fresh.get("/api/auth/providers/first/log-in");
        expectProblem(reply, "identity-provider-unavailable");
        expect(Number(reply.headers["retry-after"])).toBeGreaterThan(0);
        expect(second.requests).toEqual([]);
        // Others at the same time do not ask again.
        const asked = first.requests.length;
        expectProblem(await fresh.get("/api/auth/providers/first/log-in"), "identity-provider-unavailable");
        expect(first.requests.length).toBe(asked);
        expect(await stored(fresh)).toEqual([]);
        takeLog();
      },
    );

    it.each(hostile)(
      "a provider that answers with %s after the log-in gives the page an error",
      async (_what, answer) => {
        const { visitor } = newPerson(server);
        const callback = await visitor.begin("first");
        first.interfere = (req, res) => {
          if (req.url !== "/token") return false;
          answer(res);
          return true;
        };
        expect(fragmentOf(await visitor.open(callback)).get("error")).toMatch(
          /^(identity-provider-unavailable|log-in-failed)$/,
        );
        takeLog();
      },
    );

    it("a provider that rejects the secret of the client is reported in the log, without the secret", async () => {
      takeLines();
      await expectRefused(newPerson(server).visitor, "log-in-failed", "second");
      const told = await lineLike({
        level: "warn",
        msg: expect.stringContaining("invalid_client") as string,
      });
      const log = JSON.stringify(told) + takeLines().join("");
      const basic = Buffer.from(`${second.settings.clientId}:${clientSecret}`).toString("base64");
      for (const secret of [clientSecret, basic]) expect(log).not.toContain(secret);
    });

    it("a provider is not needed for a start, and is asked again later", async () => {
      const away = new FakeProvider();
      await away.start();
      await away.stop();
      const config = configWith();
      const fresh = await startOn(await createDatabase(), {
        ...config,
        auth: { ...config.auth, providers: { away: away.settings } },
      });
      expectJson(await fresh.get("/api/auth/providers"), 200, {
        count: 1,
        items: [{ name: "away" }],
      });
      const ask = () => fresh.get("/api/auth/providers/away/log-in");
      expectProblem(await ask(), "identity-provider-unavailable");
      await away.start();
      await expect.poll(async () => (await ask()).status, { timeout: 30_000 }).toBe(302);
      takeLog();
    });

    it("a provider may not lead this server to other addresses of its network", async () => {
      void unavailable;
      const fresh = await startOn(await createDatabase(), configWith());
      first.interfere = (req, res) => {
        if (!req.url?.includes("well-known")) return false;
        const document = { issuer: first.issuer, authorization_endpoint: `${first.issuer}/authorize` };
        res.writeHead(200, { "Content-Type": "application/json" });
        res.end(
          JSON.stringify({
            ...document,
            token_endpoint: "http://10.0.0.1/token",
            jwks_uri: "http://10.0.0.1/",
          }),
        );
        return true;
      };
      const visitor = new Visitor(fresh);
      const callback = await visitor.begin("first");
      expect(fragmentOf(await visitor.open(callback)).get("error")).toBe("identity-provider-unavailable");
      takeLog();
    });
  });

  describe("two servers of one database", () => {
    it("two servers share a log-in with a provider: one begins it, the other ends it, and the tokens are given once", async () => {
      const database = await createDatabase();
      const [here, there] = [await startOn(database, configWith()), await startOn(database, configWith())];
      const { visitor } = newPerson(here);
      const callback = await visitor.begin("first");
      const page = await visitor.open(callback, undefined, there);
      const code = fragmentOf(page).get("code");
      const replies = await Promise.all(
        Array.from({ length: 20 }, (_, index) => visitor.exchange(code, index % 2 ? here : there)),
      );
      expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(fragmentOf(await visitor.open(callback, undefined, here)).get("error")).toBe("log-in-failed");
    });

    it("two servers of one database make one user of first log-ins with a provider on both", async () => {
      const database = await createDatabase();
      const [here, there] = [await startOn(database, configWith()), await startOn(database, configWith())];
      newPerson(here);
      const servers = Array.from({ length: 20 }, (_, index) => (index % 2 ? here : there));
      const all = await Promise.all(servers.map((server) => tokensFor(new Visitor(server))));
      expect(new Set(all.map(({ id }) => id)).size).toBe(1);
      expect(await users(here)).toHaveLength(1);
    });
  });

  describe("a server that registers not everybody", () => {
    const seen: unknown[] = [];
    const byAdmins = serve(
      configWith({ entities: { inner, user: { fields: {}, permissions: { create: ["admin"] } } } }),
    );
    const withMore = serve(
      configWith({
        entities: {
          inner,
          user: {
            fields: { city: { ...field("string"), isRequired: true } },
            permissions: {},
          },
        },
      }),
    );
    const withRules = serve(
      configWith({
        entities: {
          inner,
          user: {
            fields: {},
            permissions: { create: [{ role: "guest", fields: { exclude: ["firstname", "email"] } }] },
            writeValidator: (_action, _roles, _id, _record, record) => {
              seen.push(record);
              return (record as { username?: string } | null)?.username !== "blocked";
            },
            hooks: {
              afterCreate: ({ record }) => {
                if (record["username"] === "failing") throw new Error("a mistake in a hook");
              },
            },
          },
        },
      }),
    );
    const expectNothing = async (server: TestServer, code: string, claims = {}) => {
      const { visitor } = newPerson(server, { claims: { preferred_username: "new", ...claims } });
      await expectRefused(visitor, code);
      expect(await users(server)).toEqual([]);
      expect((await stored(server)).filter(({ purpose }) => purpose === "provider-account")).toEqual([]);
    };

    it("a first log-in with a provider is refused as registration-needed if only admins create users", async () => {
      await expectNothing(byAdmins, "registration-needed");
    });

    it("a first log-in is refused as registration-needed if a user needs more than the provider knows", async () => {
      await expectNothing(withMore, "registration-needed");
      await lineLike({ level: "warn", msg: expect.stringContaining('"city" is required') as string });
    });

    it("a first log-in with a provider is refused as registration-needed if a validator refuses the user", async () => {
      await expectNothing(withRules, "registration-needed", { preferred_username: "blocked" });
      expect(seen).not.toEqual([]);
    });

    it("a first log-in with a provider writes nothing if a hook fails", async () => {
      await expectNothing(withRules, "internal-error", { preferred_username: "failing" });
      takeLog();
    });

    it("a first log-in with a provider leaves out the fields that guests may not set", async () => {
      const claims = {
        preferred_username: "plain",
        given_name: "A",
        email: "plain@example.com",
        email_verified: true,
      };
      const { id } = await tokensFor(newPerson(withRules, { claims }).visitor);
      expect((await users(withRules)).find((user) => user.id === id)).toMatchObject({
        ...{ username: "plain", firstname: null, email: null },
      });
    });
  });

  describe("without providers", () => {
    const server = serve({ auth: ownUsers, server: unlimited, entities: { inner } });

    it("a server without providers has no endpoints for them", async () => {
      for (const [method, path] of [
        ["GET", "/api/auth/providers"],
        ["GET", "/api/auth/providers/first/log-in"],
        ["POST", "/api/auth/providers/token"],
      ] as const)
        expectProblem(await server.request(method, path), "unknown-path");
    });
  });

  describe("an unknown provider", () => {
    const server = serve(configWith());

    it("a log-in with an unknown provider is a 404, and its callback gives the page an error", async () => {
      expectProblem(await server.get("/api/auth/providers/__proto__/log-in"), "unknown-path");
      expect(
        fragmentOf(await new Visitor(server).open(`${PUBLIC_URL}/api/auth/providers/x/callback?state=1`)).get(
          "error",
        ),
      ).toBe("log-in-failed");
    });
  });
}
