import { sql, type Kysely } from "kysely";
import { describe, expect, test } from "vitest";
import { ownUsers, PASSWORD } from "../conformance/callers.js";
import { useCheapHashes } from "../conformance/cheap-hashes.js";
import { describeDialects } from "../conformance/describe-dialects.js";
import { hotp, TOTP_STEP } from "../../runtime/access/totp.js";
import { field } from "../conformance/fields.js";
import { fromBase32 } from "../conformance/from-base32.js";
import { startServer, type TestConfig } from "../conformance/start-server.js";
import { configModule, expectRefusal, Project } from "./project.js";

const config = {
  auth: {
    ...ownUsers,
    refreshTokens: true,
    secondFactor: true,
    apiKeys: { maxPerUser: 3, maxLifetimeInDays: 30 },
  },
  server: { audit: true, rateLimit: { addresses: false, callers: false, logins: false } },
  entities: {
    note: { fields: { title: field("string") }, permissions: { read: ["member"], create: ["member"] } },
    vault: { fields: { title: field("string") }, permissions: { read: ["member"] } },
  },
} as const satisfies TestConfig;

interface Listed {
  readonly id: string;
  readonly key: string;
  readonly username: string;
  readonly isLocked: boolean;
}

useCheapHashes();

await describeDialects("the commands for accounts", (dialect) => {
  /** A server, and the folder of an operator with the configuration of its database. */
  const open = async () => {
    const running = await startServer("dynamic", dialect, config);
    const { database } = running.config;
    const project = new Project({ "data-api.config.json": JSON.stringify({ ...config, database }) });
    const add = async (username: string, more = {}) =>
      (await running.api.repository("user").create({ username, password: PASSWORD, ...more })).id;
    const done = async (...args: readonly string[]): Promise<string> => {
      const result = await project.run(...args);
      expect([result.exitCode, result.stderr], result.stdout).toEqual([0, ""]);
      return result.stdout;
    };
    const logIn = (username: string) =>
      running.request("POST", "/api/auth/token", { body: { username, password: PASSWORD } });
    const read = (token: string, entity = "note") =>
      running.request("GET", `/api/data/${entity}`, { headers: { Authorization: `Bearer ${token}` } });
    const audited = async () => {
      const { db } = running.api.repository("user") as unknown as { db: Kysely<never> };
      const query = sql<{ entity: string; operation: string; recordid: string; userid: string | null }>`
        select entity, operation, recordid, userid from data_api_audit order by at`;
      return (await query.execute(db)).rows;
    };
    return { request: running.request, project, add, done, logIn, read, audited };
  };

  test("users list and users show print the users without their passwords", async () => {
    const { project, add, done } = await open();
    const [ann] = [
      await add("Ann", { email: "ann@example.com", roles: ["admin", "editor"] }),
      await add("Ben"),
    ];
    const text = await done("users", "list");
    expect(text).toBe(`${ann}  Ann  admin editor\n2  Ben\n`);
    const json = await done("users", "list", "--json");
    expect(JSON.parse(json)).toMatchObject([
      { id: 1, username: "Ann", email: "ann@example.com", roles: ["admin", "editor"], isLocked: false },
      { id: 2, username: "Ben", email: null, roles: [], isLocked: false },
    ]);
    const shown = await done("users", "show", "ann", "--json");
    expect(JSON.parse(shown)).toMatchObject({ id: 1, username: "Ann", isLocked: false, apiKeys: 0 });
    const words = await done("users", "show", "ANN");
    expect(words).toMatch(/^id +1\nusername +Ann\nemail +ann@example\.com\n/);
    for (const each of [text, json, shown, words]) expect(each).not.toMatch(/scrypt|password|tokenversion/);
    expectRefusal(await project.run("users", "show", "Cid"), 'There is no user "Cid".');
    expectRefusal(await project.run("users", "show"), "Name the user.");
  });

  test("users lock ends the tokens and keys of a user until users unlock, and both are audited", async () => {
    const { add, done, logIn, read, audited } = await open();
    const id = await add("Ann");
    await add("Ben");
    const { token } = (await logIn("Ann")).json as { token: string };
    const { token: bens } = (await logIn("Ben")).json as { token: string };
    const key = (await done("keys", "create", "--user", "Ann", "--name", "job")).trim();
    for (const each of [token, key]) expect((await read(each)).status).toBe(200);
    expect(await done("users", "lock", "Ann")).toBe('The user "Ann" is now locked.\n');
    expect(await done("users", "lock", "Ann")).toBe('The user "Ann" was already locked.\n');
    expect(await done("users", "end-sessions", "Ann")).toBe(
      'The user "Ann" is locked and has no sessions.\n',
    );
    for (const each of [token, key])
      await expect.poll(async () => (await read(each)).status, { timeout: 20_000 }).toBe(401);
    expect((await logIn("Ann")).json).toMatchObject({ code: "invalid-credentials" });
    expect((await read(bens)).status).toBe(200);
    expect(JSON.parse(await done("users", "list", "--json"))).toMatchObject([
      { isLocked: true },
      { isLocked: false },
    ]);
    expect(await done("users", "list")).toContain("1  Ann  locked\n");
    expect(await done("users", "unlock", "ann")).toBe('The user "Ann" can log in again.\n');
    expect(await done("users", "unlock", "ann")).toBe('The user "Ann" was not locked.\n');
    const again = (await logIn("Ann")).json as { token: string };
    for (const each of [again.token, key]) expect((await read(each)).status).toBe(200);
    expect((await read(token)).status).toBe(401);
    expect(await done("users", "end-sessions", "Ann")).toBe('The user "Ann" must log in again.\n');
    await expect.poll(async () => (await read(again.token)).status, { timeout: 20_000 }).toBe(401);
    expect((await read(key)).status).toBe(200);
    const ofAnn = (await audited()).filter(
      ({ entity, recordid }) => entity === "user" && recordid === String(id),
    );
    expect(ofAnn.filter(({ userid }) => userid === null).map(({ operation }) => operation)).toEqual([
      ...["create", "lock", "unlock", "end-sessions"],
    ]);
  });

  test("keys create prints a key once, keys list does not show it, and keys revoke ends it", async () => {
    const { project, add, done, read, audited } = await open();
    await add("Ann");
    await add("Ben");
    const key = (await done("keys", "create", "--user", "ann", "--name", "nightly job")).trim();
    expect(key).toMatch(/^dak_[\w-]{22}_[\w-]{43}$/);
    expect((await read(key)).status).toBe(200);
    const narrowed = ["--operation", "Read", "--entity", "NOTE", "--expires-in-days", "7", "--json"];
    const made = JSON.parse(
      await done("keys", "create", "--user", "Ben", "--name", "x", ...narrowed),
    ) as Listed & { readonly expiresAt: string };
    expect(made).toMatchObject({ name: "x", operations: ["read"], entities: ["note"] });
    expect(Math.round((Date.parse(made.expiresAt) - Date.now()) / 86_400_000)).toBe(7);
    expect([(await read(made.key)).status, (await read(made.key, "vault")).status]).toEqual([200, 403]);
    const text = await done("keys", "list");
    expect(text).toMatch(/^[\w-]{22} {2}"nightly job" {2}user 1 {2}expires \S+ {2}used \S+\n/);
    expect(text).toMatch(/"x" {2}user 2 {2}expires \S+ {2}used \S+ {2}read note\n$/);
    const listed = JSON.parse(await done("keys", "list", "--user", "Ben", "--json")) as readonly Listed[];
    expect(listed).toMatchObject([{ id: made.id, name: "x", userId: "2" }]);
    expect(await done("keys", "revoke", made.id)).toBe("1 key was revoked.\n");
    expectRefusal(await project.run("keys", "revoke", made.id), `There is no key "${made.id}".`);
    for (let count = 0; count < 2; count++) await done("keys", "create", "--user", "Ann", "--name", "more");
    expectRefusal(
      await project.run("keys", "create", "--user", "Ann", "--name", "more"),
      "A user may have 3 keys",
    );
    expect(await done("keys", "revoke", "--user", "Ann")).toBe("3 keys were revoked.\n");
    expect(await done("keys", "list")).toBe("There are no keys.\n");
    for (const each of [key, made.key])
      await expect.poll(async () => (await read(each)).status, { timeout: 20_000 }).toBe(401);
    const entries = (await audited()).filter(({ entity }) => entity === "api-key");
    expect(entries.map(({ operation }) => operation).toSorted()).toEqual([
      ...Array.from({ length: 4 }, () => "create"),
      ...Array.from({ length: 4 }, () => "delete"),
    ]);
    expect(JSON.stringify([await audited(), text])).not.toContain(key.slice(-43));
  });

  test("sessions list shows the sessions of a user, and sessions end ends one of them", async () => {
    const { project, add, done, logIn, read, audited } = await open();
    await add("Ann");
    await add("Ben");
    const tokens: string[] = [];
    for (const name of ["Ann", "Ann", "Ben"])
      tokens.push(((await logIn(name)).json as { token: string }).token);
    const list = async (name: string) =>
      JSON.parse(await done("sessions", "list", name, "--json")) as readonly Listed[];
    const [bens] = await list("Ben");
    const [newest, ...older] = await list("ANN");
    expect(older).toHaveLength(1);
    expect(await done("sessions", "list", "Ann")).toMatch(/^[\w-]{22} {2}.*used \S+ {2}expires \S+\n/);
    expectRefusal(await project.run("sessions", "end", "Ann", bens?.id ?? ""), "has no session");
    expectRefusal(await project.run("sessions", "end", "Ann"), "Name the ids of sessions");
    expect(await done("sessions", "end", "ann", newest?.id ?? "")).toBe("1 session was ended.\n");
    expect((await list("Ann")).map(({ id }) => id)).toEqual([older[0]?.id]);
    const statuses = async () => Promise.all(tokens.map(async (token) => (await read(token)).status));
    await expect
      .poll(async () => (await statuses()).toSorted(), { timeout: 20_000 })
      .toEqual([200, 200, 401]);
    expect((await statuses())[2]).toBe(200);
    const ended = (await audited()).filter(({ operation }) => operation === "end-session");
    expect(ended).toMatchObject([{ entity: "user", recordid: "1", userid: null }]);
  });

  test("a user without device and recovery codes logs in with the password after reset-second-factor", async () => {
    const { request, project, add, done, logIn, read, audited } = await open();
    await add("Ann");
    const { token } = (await logIn("Ann")).json as { token: string };
    const send = async (path: string, body: object) => {
      const headers = { Authorization: `Bearer ${token}` };
      const reply = await request("POST", `/api/auth/second-factor/${path}`, { headers, body });
      return reply.json as Readonly<Record<string, string>>;
    };
    const { secret = "" } = await send("begin", { password: PASSWORD });
    const code = hotp(fromBase32(secret), Math.floor(Date.now() / TOTP_STEP));
    const { token: fresh = "" } = await send("confirm", { code });
    expect((await logIn("Ann")).json).toMatchObject({ code: "second-factor-required" });
    expect(await done("users", "reset-second-factor", "Ann")).toBe(
      'The user "Ann" now logs in with the password alone.\n',
    );
    expect((await logIn("Ann")).status).toBe(200);
    await expect.poll(async () => (await read(fresh)).status, { timeout: 20_000 }).toBe(401);
    expect(await done("users", "reset-second-factor", "Ann")).toBe('The user "Ann" had no second factor.\n');
    expectRefusal(await project.run("users", "reset-second-factor", "Ben"), 'There is no user "Ben".');
    expect((await audited()).filter(({ userid }) => userid === null)).toContainEqual(
      expect.objectContaining({ entity: "user", operation: "second-factor", recordid: "1" }),
    );
  });

  test("users list and keys list fail on a database without tables, say what to do, and end", async () => {
    const empty = await dialect.createDatabase();
    const project = new Project({
      "data-api.config.json": JSON.stringify({ ...config, database: empty.database }),
    });
    const says = empty.database.dialect === "sqlite" ? "There is no file" : 'run "data-api db push"';
    for (const command of ["users", "keys"]) expectRefusal(await project.run(command, "list"), says);
  });

  test("keys create is refused for an unknown user, entity or operation, and for an invalid lifetime", async () => {
    const { project, add } = await open();
    await add("Ann");
    const refused = async (says: string, ...args: readonly string[]) => {
      expectRefusal(await project.run("keys", ...args), says);
    };
    await refused("--user NAME", "create", "--name", "x");
    await refused("--name TEXT", "create", "--user", "Ann");
    const create = ["create", "--user", "Ann", "--name", "x"];
    await refused('Did you mean "note"?', ...create, "--entity", "nota");
    await refused('Did you mean "read"?', ...create, "--operation", "raed");
    for (const days of ["31", "0", "1.5", "soon", ""])
      await refused("a whole number from 1 to 30", ...create, "--expires-in-days", days);
    await refused('There is no user "Cid".', "create", "--user", "Cid", "--name", "x");
    await refused("Name the ids of keys", "revoke");
    await refused("Name the ids of keys", "revoke", "x", "--user", "Ann");
    expect((await project.run("keys", "list")).stdout).toBe("There are no keys.\n");
  });
});

describe("without users or keys", () => {
  const withAuth = (auth: string) =>
    new Project({
      "users.db": "",
      "data-api.config.mjs": configModule(`{
        database: { dialect: "sqlite", name: "users.db" }, auth: ${auth}, entities: {} }`),
    });

  test("users list and keys list name the setting that the configuration lacks", async () => {
    const provider = withAuth('{ jwt: { issuer: "https://login.example.com", audience: "api" } }');
    expectRefusal(await provider.run("users", "list"), 'no "auth.secretKey"');
    const users = withAuth(`{ secretKey: "${"x".repeat(32)}" }`);
    expectRefusal(await users.run("keys", "list"), 'no "auth.apiKeys"');
  });
});
