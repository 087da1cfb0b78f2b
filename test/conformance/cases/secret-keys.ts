import { beforeAll, expect, it } from "vitest";
import { addUser, inFlight, PASSWORD } from "../callers.js";
import { expectProblem } from "../expectations.js";
import { field } from "../fields.js";
import type { Harness } from "../harness.js";
import type { Reply } from "../http-client.js";
import type { TestServer } from "../start-server.js";
import { signToken } from "../tokens.js";

const [oldKey, newKey, otherKey] = ["old", "new", "other"].map(
  (name) => `the ${name} secret of servers that change their keys`,
) as [string, string, string];

interface Session {
  readonly token: string;
  readonly refreshToken: string;
}

/** Servers on one database, each with its own list of keys, as during a change of the key. */
export function secretKeyCases({ createDatabase, startOn }: Harness): void {
  const lists = {
    before: oldKey,
    prepared: [oldKey, newKey],
    changed: [newKey, oldKey],
    after: [newKey],
    foreign: [otherKey],
  } as const;
  type Name = keyof typeof lists;
  const servers = new Map<Name, TestServer>();

  beforeAll(async () => {
    const database = await createDatabase();
    for (const [name, secretKey] of Object.entries(lists)) {
      const started = await startOn(database, {
        auth: { secretKey, refreshTokens: true, userCheckInSecs: 0 },
        server: { rateLimit: { addresses: false, callers: false, logins: false } },
        entities: {
          note: { fields: { title: field("string") }, permissions: { read: ["member"], create: ["member"] } },
        },
      });
      servers.set(name as Name, started);
    }
    await addUser(server("before"), "anna");
    for (const title of ["one", "two", "three"])
      await server("before").api.repository("note").create({ title });
  });

  function server(name: Name) {
    const found = servers.get(name);
    if (found === undefined) throw new Error(`The server "${name}" has not started.`);
    return found;
  }
  const send = (name: Name, method: string, path: string, options = {}): Promise<Reply> =>
    server(name).request(method, path, options);
  const logIn = async (name: Name): Promise<Session> => {
    const reply = await send(name, "POST", "/api/auth/token", {
      body: { username: "anna", password: PASSWORD },
    });
    expect(reply.status, reply.text).toBe(200);
    return reply.json as Session;
  };
  const read = (name: Name, token: string, query = "") =>
    send(name, "GET", `/api/data/note${query}`, { headers: { Authorization: `Bearer ${token}` } });
  const refresh = (name: Name, refreshToken: string) =>
    send(name, "POST", "/api/auth/refresh", { body: { refreshToken } });

  it.each<readonly [signed: Name, accepted: readonly Name[], refused: readonly Name[]]>([
    ["before", ["before", "prepared", "changed"], ["after", "foreign"]],
    ["prepared", ["before", "prepared", "changed"], ["after", "foreign"]],
    ["changed", ["prepared", "changed", "after"], ["before", "foreign"]],
    ["after", ["prepared", "changed", "after"], ["before", "foreign"]],
  ])("a token of the server %j is valid at %j and not at %j", async (signed, accepted, refused) => {
    const { token } = await logIn(signed);
    for (const name of accepted) expect((await read(name, token)).status).toBe(200);
    for (const name of refused) expectProblem(await read(name, token), "invalid-token");
  });

  it("a token is valid with any key of the list only if its other claims are", async () => {
    for (const key of [newKey, oldKey]) {
      const secret = new TextEncoder().encode(key);
      for (const claims of [{ aud: "other" }, { exp: 1 }, { iss: "other" }])
        expectProblem(
          await read("changed", await signToken({ sub: "1", ...claims }, { secret })),
          "invalid-token",
        );
    }
  });

  it("a session goes on through a change of the key, step by step", async () => {
    let { refreshToken } = await logIn("before");
    for (const name of ["prepared", "changed", "after"] as const) {
      const reply = await refresh(name, refreshToken);
      expect(reply.status, `${name}: ${reply.text}`).toBe(200);
      ({ refreshToken } = reply.json as Session);
    }
  });

  it("a session that was not used while the old key was in the list ends with that key", async () => {
    const { refreshToken } = await logIn("before");
    expectProblem(await refresh("after", refreshToken), "invalid-token");
  });

  it("servers with the keys in different order give the same next token for one that is sent several times at once", async () => {
    for (const first of ["prepared", "changed"] as const) {
      const { refreshToken } = await logIn(first);
      const replies = await inFlight(
        Array.from({ length: 12 }, (_, index) => (index % 2 === 0 ? "prepared" : "changed")),
        (name) => refresh(name as Name, refreshToken),
      );
      const next = new Set(replies.map(({ json }) => (json as Session).refreshToken));
      expect(replies.map(({ status }) => status)).toEqual(Array.from({ length: 12 }, () => 200));
      expect(next.size).toBe(1);
    }
  });

  it("a refresh token that is used again after the key was changed ends the session", async () => {
    const { refreshToken } = await logIn("before");
    const next = (await refresh("changed", refreshToken)).json as Session;
    const last = (await refresh("changed", next.refreshToken)).json as Session;
    expectProblem(await refresh("prepared", refreshToken), "invalid-token");
    expectProblem(await refresh("changed", last.refreshToken), "invalid-token");
  });

  it("a cursor of the old key opens the next page while the key is in the list", async () => {
    const { token } = await logIn("prepared");
    const page = (await read("before", token, "?take=1")).json as { readonly next: string };
    for (const name of ["before", "prepared", "changed"] as const)
      expect((await read(name, token, `?take=1&after=${page.next}`)).status).toBe(200);
    const changed = (await logIn("after")).token;
    expectProblem(await read("after", changed, `?take=1&after=${page.next}`), "invalid-page");
  });
}
