import { createHash, randomBytes } from "node:crypto";
import { defineOperation, type EntityConfig } from "data-api";
import { sql, type Kysely } from "kysely";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { z } from "data-api/schema";
import type { TokenPurpose } from "../../../runtime/repository/users/account-tokens.js";
import { apiKeyText } from "../../../runtime/access/api-key.js";
import { operations, type Operation } from "../../../runtime/model/operation.js";
import { follow } from "../../live/follow.js";
import { sendMessage } from "../../mcp/call-tool.js";
import { addUser, bearer, ownUsers, PASSWORD, sender, type Send } from "../callers.js";
import { expectJson, expectProblem } from "../expectations.js";
import { field, openEntity } from "../fields.js";
import type { Harness } from "../harness.js";
import { type Reply } from "../http-client.js";
import { paths } from "../paths.js";
import { takeLines, takeLog } from "../reports.js";
import type { TestConfig, TestServer } from "../start-server.js";

const unlimited = { rateLimit: { addresses: false, callers: false, logins: false } } as const;

/** A key as an answer has it. */
interface Key {
  readonly id: string;
  readonly key: string;
  readonly expiresAt: string;
}

/** What a key is asked for, besides its name. */
interface Narrowed {
  readonly operations?: readonly string[];
  readonly entities?: readonly string[];
}

/** Each with the role that has exactly these rights. */
const narrowings: readonly Narrowed[] = [
  {},
  ...operations.map((operation) => ({ operations: [operation] })),
  { operations: ["read", "create"] },
  { operations: ["READ", "update", "Delete"] },
  { operations: ["titles"] },
  { operations: ["read", "titles"] },
  ...["book", "author", "tag"].map((entity) => ({ entities: [entity] })),
  { entities: ["Book", "AUTHOR"] },
  { entities: ["book", "tag"] },
  { operations: ["read"], entities: ["book"] },
  { operations: ["read", "create"], entities: ["author"] },
  { operations: ["create", "update"], entities: ["book", "author"] },
  { operations: ["titles", "read"], entities: ["tag"] },
  { entities: ["user"] },
];

function allows({ operations: named, entities }: Narrowed, operation: Operation, entity: string): boolean {
  const has = (list: readonly string[] | undefined, name: string) =>
    list?.some((each) => each.toLowerCase() === name) ?? true;
  return has(named, operation) && has(entities, entity);
}

/** The permissions of all, and of each role that has the rights of a narrowed key. */
function rightsTo(entity: string): EntityConfig["permissions"] {
  const rolesFor = (operation: Operation) =>
    narrowings.flatMap((each, index) => (allows(each, operation, entity) ? [`role${index}`] : []));
  return Object.fromEntries(operations.map((each) => [each, ["full", ...rolesFor(each)]]));
}

const callersOfTitles = narrowings.flatMap((each, index) => {
  const isNamed = each.operations?.includes("titles") ?? each.entities === undefined;
  return isNamed ? [`role${index}`] : [];
});

const library: TestConfig = {
  auth: { ...ownUsers, apiKeys: { maxPerUser: 500 } },
  server: unlimited,
  batch: true,
  changes: { entities: ["book"] },
  mcp: { isReadOnly: false },
  admin: { roles: ["guest"] },
  openapi: { roles: ["guest"] },
  entities: {
    user: { fields: {}, permissions: rightsTo("user") },
    author: {
      fields: { name: field("string", { isUnique: true }) },
      permissions: rightsTo("author"),
      systemFields: { createdat: false, updatedat: false, ownerid: false },
    },
    book: {
      fields: {
        title: field("string"),
        author: field("int", {
          foreignKey: {
            ...{ targetEntityName: "author", resolvedEntityName: "writer", inverseName: "books" },
            isWritable: true,
          },
        }),
        tags: field("int", {
          foreignKey: { targetEntityName: "tag", resolvedEntityName: "theTags", isManyToMany: true },
        }),
      },
      permissions: rightsTo("book"),
      resolveForeignKeys: true,
      systemFields: { createdat: false, updatedat: false, ownerid: false },
    },
    tag: {
      fields: { word: field("string") },
      permissions: rightsTo("tag"),
      systemFields: { createdat: false, updatedat: false, ownerid: false },
    },
  },
  operations: {
    titles: defineOperation({
      input: z.object({}),
      output: z.object({ count: z.number() }),
      permissions: ["full", ...callersOfTitles],
      handler: async ({ tx }) => ({ count: (await tx.repository("book").count()) > 0 ? 1 : 0 }),
    }),
  },
};

/** A request at one door. `fresh` makes records that it may change. */
type Door = (send: Send, fresh: (entity: string) => Promise<number>) => Promise<Reply>;

const reads: Readonly<Record<string, string>> = {
  "a list by path": paths.findAll("book"),
  "a condition by path": paths.findByCondition("book", "title=a"),
  "a record by path": paths.findById("book", 1),
  "a list of books": "/api/data/book?take=5",
  "a list of authors": "/api/data/author?take=5",
  "a list of tags": "/api/data/tag",
  "a list of users": "/api/data/user?select=id&take=0",
  "a record": "/api/data/book/1",
  "a relation in select": "/api/data/book?select=title,writer(name)&take=2",
  "an inverse relation in select": "/api/data/author?select=name,books(title)&take=2",
  "many-to-many in select": "/api/data/book?select=title,theTags(word)&take=2",
  "two relations deep": "/api/data/tag?select=word&where=word=red",
  "a condition on a relation": "/api/data/book?where=writer.name=Ann",
  "a condition on a list": "/api/data/author?where=books.title=a",
  "an order by a relation": "/api/data/book?orderBy=writer.name",
  "an aggregate": "/api/data/book/aggregate?select=count()",
  "an aggregate by a relation": "/api/data/book/aggregate?select=writer.name,count()",
};

const doors: Readonly<Record<string, Door>> = {
  ...Object.fromEntries(
    Object.entries(reads).map(([name, path]) => [name, (send: Send) => send("GET", path)]),
  ),
  "a query in a body": (send) =>
    send("POST", "/api/data/book/query", { select: { title: true, writer: { name: true } } }),
  "a condition in a body": (send) =>
    send("POST", "/api/data/book/query", { where: { writer: { name: "Ann" } } }),
  "a create": (send) => send("POST", "/api/data/book", { title: "new" }),
  "a create with an answer": (send) =>
    send(
      "POST",
      "/api/data/book",
      { title: "new", author: 1, tags: [1] },
      { Prefer: "return=representation" },
    ),
  "a create of many": (send) => send("POST", "/api/data/tag", [{ word: "x" }, { word: "y" }]),
  "a nested create": (send) => send("POST", "/api/data/author", { books: [{ title: "nested" }] }),
  "an update": async (send, fresh) => send("PATCH", `/api/data/book/${await fresh("book")}`, { title: "b" }),
  "an update of links": async (send, fresh) =>
    send("PATCH", `/api/data/book/${await fresh("book")}`, { tags: [1, 2] }),
  "an update by condition": (send) => send("PATCH", "/api/data/tag?where=word=none", { word: "x" }),
  "an upsert": (send) => send("PUT", "/api/data/author?onConflict=name", { name: "Ann" }),
  "a replaced list": async (send, fresh) =>
    send("PATCH", `/api/data/author/${await fresh("author")}`, { books: { set: [{ title: "other" }] } }),
  "an emptied list": async (send, fresh) =>
    send("PATCH", `/api/data/author/${await fresh("author")}`, { books: { set: [] } }),
  "a delete": async (send, fresh) => send("DELETE", `/api/data/book/${await fresh("book")}`),
  "a delete by condition": (send) => send("DELETE", "/api/data/tag?where=word=none"),
  "a batch": async (send, fresh) =>
    send("POST", "/api/batch", {
      operations: [
        { create: "tag", input: { word: "b" } },
        { update: "book", id: await fresh("book"), changes: { title: "b" } },
      ],
    }),
  "a batch that reads": (send) => send("POST", "/api/batch", { operations: [{ read: "author", id: 1 }] }),
  "a batch that deletes": async (send, fresh) =>
    send("POST", "/api/batch", { operations: [{ delete: "tag", id: await fresh("tag") }] }),
  "an operation of the configuration": (send) => send("POST", "/api/operations/titles", {}),
  "live changes": (send) => send("HEAD", "/api/data/book/changes"),
  "the schema": (send) => send("GET", "/api/schema"),
  "the document": (send) => send("GET", "/api/openapi.json?as=me"),
};

const tools: Readonly<Record<string, object>> = {
  describe_entities: {},
  read_records: { entity: "book", select: "title,writer(name)" },
  aggregate_records: { entity: "author", select: "count()" },
  create_record: { entity: "tag", input: { word: "t" } },
  titles: {},
};

/** Calls a tool of the endpoint for agents. */
function callOf(name: string, args: object, send: Send): Promise<Reply> {
  const request: TestServer["request"] = (method, path, options) =>
    send(method, path, options?.body, options?.headers);
  return sendMessage({ request }, "tools/call", { name, arguments: args });
}

/** What must be the same for a narrowed key and for a role with the same rights. */
function shapeOf({ status, text }: Reply): object {
  const isObject = text.startsWith("{");
  const whole = isObject ? (JSON.parse(text) as Record<string, unknown>) : {};
  const namesCaller = (member: string) => ["instance", "caller", "roles"].includes(member);
  const body = Object.fromEntries(Object.entries(whole).filter(([member]) => !namesCaller(member)));
  if ("openapi" in body) {
    // A key cannot use the endpoints of users.
    const own = Object.entries(body["paths"] as object).filter(([path]) => !path.startsWith("/api/auth"));
    return { status, paths: Object.fromEntries(own) };
  }
  const shown = isObject ? JSON.stringify(body) : text;
  return { status, body: shown.replace(/(@version\W+)[\w-]+/g, "$1").replace(/\d+/g, "#") };
}

export function apiKeyCases({ serve, createDatabase, startOn }: Harness): void {
  let users = 0;
  const addOne = async (server: TestServer, more = {}) => {
    const username = `keeper ${users++}`;
    const id = await addUser(server, username, more);
    const send = sender(server, await bearer(server, id));
    return { id, username, send };
  };
  const makeKey = async (send: Send, more: object = {}): Promise<Key> => {
    const reply = await send("POST", "/api/auth/keys", { name: "a program", ...more });
    expect(reply.status, reply.text).toBe(201);
    return reply.json as Key;
  };
  const withKey = (server: TestServer, { key }: Pick<Key, "key">): Send =>
    sender(server, { Authorization: `Bearer ${key}` });

  describe("a narrowed key has the rights of a role with as many", () => {
    const server = serve(library);
    let owner: Awaited<ReturnType<typeof addOne>>;
    const fresh = async (entity: string) => {
      const input = {
        book: { title: "fresh" },
        author: { books: [{ title: "of it" }] },
        tag: { word: "fresh" },
      };
      const { id } = await server.api.repository(entity).create(input[entity as "book"]);
      return Number(id);
    };
    beforeAll(async () => {
      owner = await addOne(server, { roles: ["full"] });
      const { api } = server;
      for (const name of ["Ann", "Ben"]) await api.repository("author").create({ name });
      for (const word of ["red", "blue"]) await api.repository("tag").create({ word });
      await api.repository("book").create({ title: "a", author: 1, tags: [1] });
      await api.repository("book").create({ title: "b", author: 2, tags: [1, 2] });
    });

    it.each(narrowings.map((each, index) => [JSON.stringify(each), each, index] as const))(
      "an API key narrowed to %s gets the answers of a role with the same rights",
      async (_, narrowed, index) => {
        const byKey = withKey(server, await makeKey(owner.send, narrowed));
        const byRole = (await addOne(server, { roles: [`role${index}`] })).send;
        for (const [name, door] of Object.entries(doors)) {
          const expected = shapeOf(await door(byRole, fresh));
          expect({ name, ...shapeOf(await door(byKey, fresh)) }).toEqual({ name, ...expected });
        }
        for (const [name, args] of Object.entries(tools)) {
          const expected = shapeOf(await callOf(name, args, byRole));
          expect({ name, ...shapeOf(await callOf(name, args, byKey)) }).toEqual({ name, ...expected });
        }
      },
    );

    it("requests succeed with an unnarrowed API key, and those for other entities fail with one narrowed to users", async () => {
      const all = withKey(server, await makeKey(owner.send));
      const none = withKey(server, await makeKey(owner.send, { entities: ["user"] }));
      const closed = ["the schema", "the document", "a list of users"];
      for (const [name, door] of Object.entries(doors)) {
        const { status, text } = await door(all, fresh);
        expect
          .soft({ name, status }, text)
          .toMatchObject({ status: expect.toSatisfy((code) => code < 300) as number });
        if (!closed.includes(name)) expect.soft((await door(none, fresh)).status, name).toBe(403);
      }
      for (const [name, args] of Object.entries(tools)) {
        expect.soft((await callOf(name, args, all)).text).not.toMatch(/"isError":true|"error":/);
        const refused = (await callOf(name, args, none)).text;
        if (name !== "describe_entities") expect.soft(refused).toMatch(/"isError":true|"error":/);
      }
    });

    it("an API key of an admin cannot view the data as another role", async () => {
      const admin = await addOne(server, { roles: ["admin"] });
      const view = { "View-As": "guest" };
      expect((await admin.send("GET", "/api/schema", undefined, view)).status).toBe(200);
      const send = withKey(server, await makeKey(admin.send));
      expectProblem(await send("GET", "/api/schema", undefined, view), "forbidden");
    });

    it("a narrowed API key does not get the stored answer to an idempotency key of its user", async () => {
      const same = { "Idempotency-Key": "the-same", Prefer: "return=representation" };
      const body = { title: "once", author: 1 };
      const first = await owner.send("POST", "/api/data/book", body, same);
      expect(first.text).toContain("Ann");
      const send = withKey(server, await makeKey(owner.send, { entities: ["book"] }));
      const second = await send("POST", "/api/data/book", body, same);
      expect([second.status, second.text.includes("Ann")]).toEqual([201, false]);
    });
  });

  describe("a key", () => {
    const inner = {
      fields: { title: field("string") },
      permissions: { read: ["member"], update: ["owner"] },
    };
    const config: TestConfig = {
      auth: { ...ownUsers, userCheckInSecs: 300, refreshTokens: true, apiKeys: { maxPerUser: 5 } },
      server: { ...unlimited, audit: true },
      changes: { entities: ["inner"] },
      entities: {
        inner,
        vault: { fields: { title: field("string") }, permissions: { read: ["admin"] } },
        mine: {
          fields: { title: field("string") },
          permissions: { read: ["owner"], create: ["member"], update: ["owner"], delete: ["owner"] },
        },
        named: {
          fields: { title: field("string") },
          permissions: { read: [{ role: "member", where: "title=@user.username" }] },
        },
      },
    };
    const server = serve(config);
    const read = (send: Send, entity = "inner") => send("GET", paths.findAll(entity));
    const expectEnded = async (send: Send) => {
      expectProblem(await read(send), "invalid-token", { detail: "The key is not valid." });
    };
    const expectAlive = async (send: Send) => {
      const reply = await read(send);
      expect(reply.status, reply.text).toBe(200);
    };

    it("an API key is returned when it is made, and listed without its secret", async () => {
      const { send } = await addOne(server);
      const reply = await send("POST", "/api/auth/keys", {
        ...{ name: " report ", expiresInDays: 10, operations: ["READ"], entities: ["Inner", "inner"] },
      });
      const { id, key, ...rest } = reply.json as Key & Record<string, unknown>;
      expect(key).toMatch(/^dak_[\w-]{22}_[\w-]{43}$/);
      expect(key).toContain(id);
      expect(rest).toEqual({
        name: "report",
        createdAt: expect.any(String) as string,
        expiresAt: expect.any(String) as string,
        usedAt: null,
        operations: ["read"],
        entities: ["inner"],
      });
      const days = (Date.parse(rest.expiresAt) - Date.now()) / 86_400_000;
      expect([reply.status, Math.round(days), reply.headers["cache-control"]]).toEqual([201, 10, "no-store"]);
      expectJson(await send("GET", "/api/auth/keys"), 200, { count: 1, items: [{ id, ...rest }] });
    });

    it("an API key has the rights of its user at the time of use, also those of the owner of records", async () => {
      const { id, username, send } = await addOne(server);
      const byKey = withKey(server, await makeKey(send));
      expectProblem(await read(byKey, "vault"), "forbidden");
      await server.api.repository("user").update(id, { roles: ["admin"] });
      expect((await read(byKey, "vault")).status).toBe(200);
      await server.api.repository("user").update(id, { roles: [] });
      expectProblem(await read(byKey, "vault"), "forbidden");
      await server.api.repository("named").create({ title: username });
      expect((await read(byKey, "named")).json).toMatchObject({ count: 1 });
      const other = await addOne(server);
      await other.send("POST", "/api/data/mine", { title: "theirs" });
      const made = await byKey("POST", "/api/data/mine", { title: "own" });
      expect((await read(byKey, "mine")).json).toMatchObject({ count: 1 });
      const own = made.json as number;
      expect((await byKey("PATCH", paths.record("mine", own), { title: "changed" })).status).toBe(200);
      expect((await byKey("GET", paths.findOwn("mine"))).json).toMatchObject({ count: 1 });
    });

    it("an API key narrowed to an entity that its user may not read grants nothing", async () => {
      const { send } = await addOne(server);
      const byKey = withKey(server, await makeKey(send, { entities: ["vault"] }));
      for (const entity of ["vault", "inner"]) expectProblem(await read(byKey, entity), "forbidden");
    });

    it("a request for an API key with an invalid value or an unknown name is rejected", async () => {
      const { send } = await addOne(server);
      const mistakes: readonly (readonly [object, string])[] = [
        [{ name: "" }, '"name" must not be empty.'],
        [{ name: "x".repeat(101) }, '"name" must have at most 100 characters.'],
        [{ name: "a\u0007" }, '"name" must have no control characters.'],
        [{ name: "x", expiresInDays: 0 }, '"expiresInDays" must be a whole number from 1 to 365.'],
        [{ name: "x", expiresInDays: 366 }, '"expiresInDays" must be a whole number from 1 to 365.'],
        [{ name: "x", operations: ["raed"] }, 'There is no "raed". Did you mean "read"?'],
        [{ name: "x", entities: ["iner"] }, 'There is no "iner". Did you mean "inner"?'],
        [{ name: "x", entities: [] }, '"entities" must name one or more: leave it out for all.'],
        [{ name: "x", operations: [] }, '"operations" must name one or more: leave it out for all.'],
      ];
      for (const [body, detail] of mistakes)
        expectProblem(await send("POST", "/api/auth/keys", body), "invalid-fields", { detail });
      for (const body of [
        {},
        { name: 1 },
        { name: "x", entities: "inner" },
        { name: "x", expiresInDays: "x" },
      ])
        expectProblem(await send("POST", "/api/auth/keys", body), "invalid-fields");
      expectJson(await send("GET", "/api/auth/keys"), 200, { count: 0, items: [] });
    });

    it("a user gets at most the configured number of API keys, even with 50 parallel requests", async () => {
      const { send } = await addOne(server);
      const asked = Array.from({ length: 50 }, () => send("POST", "/api/auth/keys", { name: "x" }));
      const replies = await Promise.all(asked);
      const made = replies.filter(({ status }) => status === 201);
      expect(made).toHaveLength(5);
      for (const reply of replies)
        if (reply.status !== 201)
          expectProblem(reply, "forbidden", {
            detail: "A user may have 5 keys: revoke one before you make another.",
          });
      expect((await send("GET", "/api/auth/keys")).json).toMatchObject({ count: 5 });
      const [first] = made.map(({ json }) => json as Key);
      expect((await send("DELETE", `/api/auth/keys/${first?.id ?? ""}`)).status).toBe(204);
      await makeKey(send);
    });

    it("a revoked API key ends at once, and one of 50 parallel revocations succeeds", async () => {
      const { send } = await addOne(server);
      const made = await makeKey(send);
      const byKey = withKey(server, made);
      const left = withKey(server, await makeKey(send));
      await expectAlive(byKey);
      const path = `/api/auth/keys/${made.id}`;
      const replies = await Promise.all(Array.from({ length: 50 }, () => send("DELETE", path)));
      expect(replies.filter(({ status }) => status === 204)).toHaveLength(1);
      expect(replies.filter(({ status }) => status === 404)).toHaveLength(49);
      await expectEnded(byKey);
      await expectAlive(left);
      expect((await send("DELETE", "/api/auth/keys")).status).toBe(204);
      await expectEnded(left);
      expectJson(await send("GET", "/api/auth/keys"), 200, { count: 0, items: [] });
    });

    it("an API key of another user is answered like an unknown one, and is not listed", async () => {
      const [owner, stranger] = [await addOne(server), await addOne(server)];
      const made = await makeKey(owner.send);
      const theirs = await stranger.send("DELETE", `/api/auth/keys/${made.id}`);
      const unknown = await stranger.send("DELETE", `/api/auth/keys/${"A".repeat(22)}`);
      for (const reply of [theirs, unknown])
        expectProblem(reply, "unknown-record", { detail: "You have no such key." });
      expectJson(await stranger.send("GET", "/api/auth/keys"), 200, { count: 0, items: [] });
      await expectAlive(withKey(server, made));
    });

    it("an API key stays valid after a log-out and a new password, and ends when its user is deleted", async () => {
      const { id, send } = await addOne(server);
      const byKey = withKey(server, await makeKey(send));
      await expectAlive(byKey);
      expect((await send("POST", "/api/auth/logout")).status).toBe(204);
      await server.api.repository("user").update(id, { password: "another horse battery" });
      await expectAlive(byKey);
      await server.api.repository("user").delete(id);
      await expect.poll(async () => (await read(byKey)).status, { timeout: 20_000 }).toBe(401);
      const { db } = server.api.repository("user") as unknown as { db: Kysely<never> };
      const { rows } = await sql`select * from data_api_token where userid = ${String(id)}`.execute(db);
      expect(rows).toEqual([]);
    });

    it("an expired API key is rejected, also if the server has accepted it just before", async () => {
      const { id, send } = await addOne(server);
      const made = await makeKey(send);
      await setTime(server, id, Date.now() - 1_000);
      await expectEnded(withKey(server, made));
      expectJson(await send("GET", "/api/auth/keys"), 200, { count: 0, items: [] });
      const byKey = withKey(server, await makeKey(send));
      // The clock of this process stands still, and then jumps: by less than the time for which a key is known.
      vi.useFakeTimers({ toFake: ["Date"] });
      try {
        await setTime(server, id, Date.now() + 1_500);
        await expectAlive(byKey);
        vi.setSystemTime(Date.now() + 2_000);
        expect((await read(byKey)).status).toBe(401);
      } finally {
        vi.useRealTimers();
      }
    });

    it("the list of API keys shows when a key was used", async () => {
      const { send } = await addOne(server);
      const byKey = withKey(server, await makeKey(send));
      await expectAlive(byKey);
      const usedAt = async () => {
        const { items } = (await send("GET", "/api/auth/keys")).json as {
          items: { usedAt: string | null }[];
        };
        return items[0]?.usedAt ?? null;
      };
      await expect.poll(usedAt, { timeout: 10_000 }).not.toBeNull();
      expect(Math.abs(Date.parse((await usedAt()) ?? "") - Date.now())).toBeLessThan(60_000);
    });

    it("the endpoints of log-in, passwords and keys reject an API key, valid or not", async () => {
      const { send, username } = await addOne(server);
      const made = await makeKey(send);
      const endpoints: readonly (readonly [string, string, object?])[] = [
        ["POST", "token", { username, password: PASSWORD }],
        ["POST", "logout"],
        ["POST", "password", { password: PASSWORD, newPassword: "x", confirmPassword: "x" }],
        ["POST", "refresh", { refreshToken: "x" }],
        ["POST", "keys", { name: "another" }],
        ["GET", "keys"],
        ["DELETE", "keys"],
        ["DELETE", `keys/${made.id}`],
      ];
      for (const key of [made.key, `${made.key.slice(0, -1)}_`, "dak_x"])
        for (const [method, path, body] of endpoints)
          expectProblem(await withKey(server, { key })(method, `/api/auth/${path}`, body), "forbidden", {
            detail: "This needs a token of a log-in: a key cannot be used.",
          });
      await expectAlive(withKey(server, made));
      expect((await send("GET", "/api/auth/keys")).json).toMatchObject({ count: 1 });
    });

    it("an API key cannot change the password or the e-mail address of its user", async () => {
      const { id, username, send } = await addOne(server, { email: "a@example.com" });
      const byKey = withKey(server, await makeKey(send));
      const path = paths.record("user", id);
      for (const change of [{ password: "another horse battery" }, { email: "b@example.com" }])
        expectProblem(await byKey("PATCH", path, change), "forbidden");
      expect((await byKey("PATCH", path, { firstname: "A" })).status).toBe(200);
      const admin = await addOne(server, { roles: ["admin"] });
      const byAdmin = withKey(server, await makeKey(admin.send));
      expectProblem(await byAdmin("PATCH", path, { password: "another horse battery" }), "forbidden");
      const body = { username, password: PASSWORD };
      expect((await server.post("/api/auth/token", body)).status).toBe(200);
    });

    it("an API key is valid only exactly as made, and no token for another purpose works as an API key", async () => {
      const { id, send } = await addOne(server);
      const { key } = await makeKey(send);
      const body = key.slice("dak_".length);
      const [name, secret] = [body.slice(0, 22), body.slice(23)];
      const other = (await makeKey(send)).key;
      const wrong = [
        ...["dak_", "dak_x", `dak_${name}`, `dak_${name}_${secret}A`, `dak_${name}A_${secret}`, `${key}=`],
        ...[`dak_${name}-${secret}`, `dak_${name}.${secret}`, `dak_${"A".repeat(22)}_${secret}`],
        ...[`dak_${name}_${"A".repeat(43)}`, `dak_${name}_${other.slice(-43)}`],
      ];
      for (const each of wrong) await expectEnded(withKey(server, { key: each }));
      for (const each of [`DAK_${body}`, body, `${name}.${secret}`, secret])
        expectProblem(await read(withKey(server, { key: each })), "invalid-token");
      const refresh = { refreshToken: `${name}.${secret}` };
      expectProblem(await server.post("/api/auth/refresh", refresh), "invalid-token");
      const session = await openSession(server, (await addOne(server)).username);
      const [part = "", rest = ""] = session.refreshToken.split(".");
      await expectEnded(withKey(server, { key: `dak_${part}_${rest}` }));
      const purposes: readonly TokenPurpose[] = ["reset-password", "verify-email", "log-in", "passkey"];
      for (const purpose of purposes)
        await expectEnded(withKey(server, { key: await storeToken(server, purpose, id, { name: "x" }) }));
      await expectAlive(withKey(server, { key: await storeToken(server, "api-key", id, { name: "x" }) }));
      await expectAlive(withKey(server, { key }));
    });

    it("an API key whose stored narrowing cannot be read is rejected", async () => {
      const { id } = await addOne(server);
      for (const data of [null, { name: "x", entities: "inner" }, { name: "x", operations: { 0: "read" } }])
        await expectEnded(withKey(server, { key: await storeToken(server, "api-key", id, data) }));
    });

    it("the log and the audit name an API key by its id and never contain its secret", async () => {
      const { send } = await addOne(server, { roles: ["admin"] });
      takeLines();
      const { id, key } = await makeKey(send);
      const byKey = withKey(server, { key });
      await byKey("POST", "/api/data/mine", { title: "by a program" });
      await byKey("POST", "/api/data/mine", { title: 1 });
      await byKey("GET", "/api/data/nothing");
      await byKey("PATCH", "/api/data/mine/0", { title: "x" });
      await withKey(server, { key: `${key.slice(0, -1)}_` })("GET", "/api/data/mine");
      await send("DELETE", `/api/auth/keys/${id}`);
      await expectEnded(byKey);
      const { db } = server.api.repository("user") as unknown as { db: Kysely<never> };
      const audit = await sql<Record<string, unknown>>`select * from data_api_audit`.execute(db);
      const tokens = await sql`select * from data_api_token`.execute(db);
      const secret = key.slice(-43);
      const lines = takeLog();
      for (const stored of [lines, audit.rows, tokens.rows])
        expect(JSON.stringify(stored)).not.toContain(secret);
      const entries = audit.rows.filter(({ recordid }) => recordid === id);
      expect(entries.map(({ entity, operation }) => [entity, operation])).toEqual(
        expect.arrayContaining([
          ["api-key", "create"],
          ["api-key", "delete"],
        ]),
      );
      expect(lines.filter(({ apiKeyId }) => apiKeyId === id).length).toBeGreaterThan(2);
    });

    it("a stream of changes ends within 15 seconds after its API key is revoked", async () => {
      const { send } = await addOne(server);
      const { id, key } = await makeKey(send, { operations: ["read"] });
      const url = `${server.url}/api/data/inner/changes`;
      const stream = await follow(url, { Authorization: `Bearer ${key}` });
      const other = await follow(url, { Authorization: `Bearer ${(await makeKey(send)).key}` });
      expect(stream.status).toBe(200);
      await send("DELETE", `/api/auth/keys/${id}`);
      const begin = performance.now();
      await stream.closed;
      expect(performance.now() - begin).toBeLessThan(15_000);
      expect(stream.text()).toContain("invalid-token");
      expect(other.isClosed()).toBe(false);
      await other.stop();
    });
  });

  describe("a locked user", () => {
    const server = serve({
      auth: { ...ownUsers, userCheckInSecs: 0, refreshTokens: true, apiKeys: true },
      server: unlimited,
      entities: { inner: { fields: { title: field("string") }, permissions: { read: ["member"] } } },
    });
    const setVersion = async (id: number, version: string) => {
      const { db } = server.api.repository("user") as unknown as {
        db: Kysely<{ user: Record<string, unknown> }>;
      };
      await db.updateTable("user").set({ tokenversion: version }).where("id", "=", id).execute();
    };
    const versionOf = async (id: number) => {
      const { db } = server.api.repository("user") as unknown as {
        db: Kysely<{ user: Record<string, unknown> }>;
      };
      return (await db.selectFrom("user").select("tokenversion").where("id", "=", id).executeTakeFirst())?.[
        "tokenversion"
      ];
    };

    it("a locked user cannot log in, and the token, session and API key of the user are rejected", async () => {
      const { id, username, send } = await addOne(server);
      const byKey = withKey(server, await makeKey(send));
      const session = await openSession(server, username);
      await setVersion(id, "locked");
      const path = paths.findAll("inner");
      await expect.poll(async () => (await byKey("GET", path)).status, { timeout: 20_000 }).toBe(401);
      expectProblem(await send("GET", path), "invalid-token");
      expectProblem(
        await server.post("/api/auth/refresh", { refreshToken: session.refreshToken }),
        "invalid-token",
      );
      const right = await server.post("/api/auth/token", { username, password: PASSWORD });
      const wrong = await server.post("/api/auth/token", { username, password: "x" });
      for (const reply of [right, wrong])
        expectProblem(reply, "invalid-credentials", { detail: "The user name or the password is wrong." });
      await setVersion(id, "free");
      expect((await byKey("GET", path)).status).toBe(200);
      await openSession(server, username);
    });

    it("a locked user stays locked, even if an admin or server code sets a password", async () => {
      const { id, username } = await addOne(server);
      const admin = await addOne(server, { roles: ["admin"] });
      await setVersion(id, "locked");
      const password = "another horse battery";
      expectProblem(await admin.send("PATCH", paths.record("user", id), { password }), "forbidden");
      expect(await server.api.repository("user").update(id, { password })).toBeUndefined();
      expect((await admin.send("PATCH", paths.record("user", id), { firstname: "A" })).status).toBe(200);
      await server.api
        .repository("user")
        .updateMany([{ id, password }] as never)
        .catch(() => undefined);
      expect(await versionOf(id)).toBe("locked");
      const body = { username, password };
      expectProblem(await server.post("/api/auth/token", body), "invalid-credentials");
    });
  });

  describe("limits", () => {
    const server = serve({
      auth: { ...ownUsers, apiKeys: true },
      server: {
        trustProxy: 1,
        rateLimit: {
          addresses: false,
          callers: { limit: 3, window: 3_600_000 },
          logins: { limit: 3, window: 3_600_000 },
        },
      },
      entities: { inner: { fields: { title: field("string") }, permissions: { read: ["member"] } } },
    });
    const from = (send: Send, address: string) =>
      send("GET", paths.findAll("inner"), undefined, { "X-Forwarded-For": address });

    it("the rate limit of callers counts each API key on its own, apart from its user", async () => {
      const { send } = await addOne(server);
      const [one, two] = [withKey(server, await makeKey(send)), withKey(server, await makeKey(send))];
      for (const byKey of [one, two]) {
        for (let count = 0; count < 3; count++) expect((await from(byKey, "10.0.0.1")).status).toBe(200);
        expectProblem(await from(byKey, "10.0.0.1"), "too-many-requests");
      }
      expect((await from(send, "10.0.0.1")).status).toBe(200);
      expectProblem(await from(send, "10.0.0.1"), "too-many-requests");
    });

    it("the rate limit counts unknown API keys by address, apart from log-ins", async () => {
      const { send, username } = await addOne(server);
      const made = await makeKey(send);
      const unknown = withKey(server, { key: `dak_${"A".repeat(22)}_${"B".repeat(43)}` });
      for (let count = 0; count < 3; count++) expectProblem(await from(unknown, "10.1.0.1"), "invalid-token");
      expectProblem(await from(unknown, "10.1.0.1"), "too-many-requests");
      expectProblem(await from(withKey(server, made), "10.1.0.1"), "too-many-requests");
      expect((await from(withKey(server, made), "10.1.0.2")).status).toBe(200);
      const body = { username, password: PASSWORD };
      const headers = { "X-Forwarded-For": "10.1.0.1" };
      expect((await server.post("/api/auth/token", body, headers)).status).toBe(200);
    });
  });

  describe("servers of one database", () => {
    it("a server makes no API key for a token that was ended on another server of the database", async () => {
      const database = await createDatabase();
      const config: TestConfig = {
        auth: { ...ownUsers, userCheckInSecs: 300, apiKeys: true },
        server: unlimited,
        entities: { inner: openEntity({ title: field("string") }) },
      };
      const [here, there] = [await startOn(database, config), await startOn(database, config)];
      const { id, send } = await addOne(here);
      const sendThere = sender(there, await bearer(here, id));
      expect((await sendThere("GET", paths.findAll("inner"))).status).toBe(200);
      expect((await send("POST", "/api/auth/logout")).status).toBe(204);
      expectProblem(await sendThere("POST", "/api/auth/keys", { name: "late" }), "invalid-token");
    });

    it("a server accepts a new API key of another server at once, and rejects it soon after it was revoked there", async () => {
      const database = await createDatabase();
      const config: TestConfig = {
        auth: { ...ownUsers, userCheckInSecs: 300, apiKeys: true },
        server: unlimited,
        entities: { inner: openEntity({ title: field("string") }) },
      };
      const [here, there] = [await startOn(database, config), await startOn(database, config)];
      const owners = [await addOne(here), await addOne(here)];
      const keys = [await makeKey((owners[0] as (typeof owners)[0]).send)];
      keys.push(await makeKey((owners[1] as (typeof owners)[0]).send));
      const sends = keys.map((key) => withKey(there, key));
      const statuses = () =>
        Promise.all(sends.map(async (send) => (await send("GET", paths.findAll("inner"))).status));
      expect(await statuses()).toEqual([200, 200]);
      await owners[0]?.send("DELETE", `/api/auth/keys/${keys[0]?.id ?? ""}`);
      // The other server has the owner in its cache for minutes.
      await here.api.repository("user").delete(owners[1]?.id as number);
      await expect.poll(statuses, { timeout: 20_000 }).toEqual([401, 401]);
    });
  });
}

async function openSession(server: TestServer, username: string): Promise<{ readonly refreshToken: string }> {
  const body = { username, password: PASSWORD };
  const reply = await server.post("/api/auth/token", body);
  expect(reply.status, reply.text).toBe(200);
  return reply.json as { readonly refreshToken: string };
}

/** Sets when all keys of a user expire. */
async function setTime(server: TestServer, userId: number, time: number): Promise<void> {
  const { db } = server.api.repository("user") as unknown as { db: Kysely<never> };
  await sql`update data_api_token set expiresat = ${timeIn(server, time)} where userid = ${String(userId)}`.execute(
    db,
  );
}

function timeIn({ config }: TestServer, time: number): string {
  const iso = new Date(time).toISOString();
  return config.database.dialect === "sqlite" ? iso : iso.replace("T", " ").replace("Z", "");
}

/** Stores a token as the features of the server do, and returns it in the form of a key. */
async function storeToken(
  server: TestServer,
  purpose: TokenPurpose,
  userId: number,
  data: unknown,
): Promise<string> {
  const { db } = server.api.repository("user") as unknown as { db: Kysely<never> };
  const [id, secret] = [randomBytes(16).toString("base64url"), randomBytes(32).toString("base64url")];
  const hash = createHash("sha256").update(`${purpose}:${secret}`).digest("base64url");
  const [now, later] = [timeIn(server, Date.now()), timeIn(server, Date.now() + 60_000)];
  const values = [id, purpose, hash, String(userId), now, later, 0, JSON.stringify(data)];
  await sql`insert into data_api_token (id, purpose, hash, userid, createdat, expiresat, tries, data)
    values (${sql.join(values)})`.execute(db);
  return apiKeyText({ id, secret });
}
