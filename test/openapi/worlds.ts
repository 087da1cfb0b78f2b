import type { EntityConfig } from "data-api";
import type { Kysely } from "kysely";
import { addUser, bearer, PASSWORD } from "../conformance/callers.js";
import { field, openEntity, to } from "../conformance/fields.js";
import type { TestConfig, TestServer } from "../conformance/start-server.js";
import { secretKey } from "../conformance/tokens.js";
import type { Json, Operation } from "./openapi-document.js";

/** A configuration with records, and the values that requests need. */
export interface World {
  readonly name: string;
  readonly config: TestConfig;
  /** Statements for tables that the server does not create. */
  readonly statements?: readonly string[];
  readonly prepare: (server: TestServer) => Promise<Prepared>;
}

export interface Prepared {
  /** The keys of records by entity, as path segments. The last ones may be deleted. */
  readonly keys: Readonly<Record<string, readonly (readonly string[])[]>>;
  /** The key fields of entities whose key is not `id`. */
  readonly keyNames?: Readonly<Record<string, readonly string[]>>;
  /** The value of `Authorization` for an operation. */
  readonly token?: (operation: Operation) => Promise<string>;
  /** Body members that depend on the server: passwords, tokens, names that must be new. */
  readonly members?: (operation: Operation) => Promise<Json>;
}

const COUNT = 24;
const required = { isRequired: true } as const;
/** Turns off limits that a slow machine would reach, because requests are planned in the server's process. */
export const unlimited = {
  rateLimit: { addresses: false, callers: false, logins: false },
  maxEventLoopDelay: 0,
  keepAliveTimeout: 600_000,
} as const;

const everyType: EntityConfig["fields"] = {
  title: field("string", {
    ...required,
    maxLength: 40,
    label: 'A "title" */',
    description: 'A "title" with */ and <b>.',
  }),
  body: field("text"),
  markup: field("richtext", { minLength: 2 }),
  state: field("enum", { values: ["draft", "it's", "`${x}`"], default: "draft" }),
  grade: field("string", { values: ["a", "b"] }),
  level: field("int", { minimum: 1, maximum: 9 }),
  big: field("bigint"),
  score: field("float"),
  price: field("decimal", { precision: 12, scale: 3, minimum: "0" }),
  done: field("boolean", { default: false }),
  day: field("date"),
  at: field("datetime"),
  local: field("datetime", { zone: "none" }),
  there: field("datetime", { zone: "offset", precision: 7 }),
  opens: field("time"),
  stay: field("duration"),
  year: field("year"),
  code: field("uuid", { isUnique: true }),
  data: field("json"),
  bytes: field("bytes", { maxLength: 10 }),
  markupXml: field("xml"),
  words: field("list", { of: "string", maxLength: 5, maxItems: 3 }),
  sums: field("list", { of: "decimal", precision: 6, scale: 2 }),
  pin: field("secret", { minLength: 4 }),
  fixed: field("string", { isEditable: false }),
  later: field("int", { isIgnoredOnCreate: true }),
};

const records: TestConfig["entities"] = {
  thing: openEntity(everyType, { description: "Of every type." }),
  shelf: openEntity({ name: field("string", required) }, { systemFields: { id: "uuid" } }),
  // A key with characters that must be encoded in a path.
  country: openEntity(
    { code: field("string", { ...required, isEditable: false, maxLength: 8 }), name: field("string") },
    { primaryKey: "code" },
  ),
  line: openEntity(
    {
      access: field("string", { ...required, isEditable: false, maxLength: 8 }),
      nr: field("int", { ...required, isEditable: false }),
      text: field("string"),
    },
    { primaryKey: ["access", "nr"], systemFields: { createdat: false, updatedat: false } },
  ),
  author: openEntity({ name: field("string", { ...required, maxLength: 20 }) }),
  post: openEntity({
    title: field("string", { ...required, maxLength: 20 }),
    views: field("int"),
    authorid: field("int", {
      foreignKey: { targetEntityName: "author", resolvedEntityName: "author", inverseName: "posts" },
    }),
    tagids: field("int", {
      foreignKey: {
        targetEntityName: "tag",
        resolvedEntityName: "tags",
        inverseName: "posts",
        isManyToMany: true,
      },
    }),
    parentid: to("post", "parent"),
  }),
  tag: openEntity({ name: field("string", { ...required, maxLength: 20 }) }),
  // Names that have a meaning in paths, JavaScript or JSON Schema.
  query: openEntity({
    class: field("string"),
    count: field("int"),
    Where: field("string"),
    type: field("string"),
  }),
  aggregate: openEntity({ name: field("string"), items: field("string"), next: field("int") }),
  Some_Name: openEntity({ some_field: field("string"), Default: field("int"), x__y: field("string") }),
  log: {
    fields: {
      page: field("string", { isEditable: false }),
      hits: field("int", { ...required, isEditable: false }),
    },
    primaryKey: [],
    isReadOnly: true,
    permissions: { read: ["guest"] },
  },
  seen: { fields: { title: field("string") }, permissions: { read: ["guest"] } },
  closed: { fields: { title: field("string") }, permissions: {} },
};

const statements = [
  "create table log (page varchar(255), hits integer not null)",
  ...Array.from({ length: 5 }, (_, index) => `insert into log values ('page ${index}', ${index})`),
];

async function prepareRecords(server: TestServer): Promise<Prepared> {
  const keys: Record<string, readonly (readonly string[])[]> = {};
  const keyNames: Record<string, readonly string[]> = {};
  const add = async (name: string, record: (index: number) => Json, key: readonly string[] = ["id"]) => {
    if (!Object.hasOwn(server.config.entities, name)) return;
    const made: string[][] = [];
    for (let index = 0; index < COUNT; index++) {
      const stored = await server.api.repository(name).create({ ...record(index) });
      made.push(key.map((part) => String(stored[part])));
    }
    keys[name] = made;
    keyNames[name] = key;
  };
  await add("thing", (index) => ({
    title: `thing ${index}`,
    level: (index % 9) + 1,
    big: "9223372036854775807",
    price: "12.5",
    data: { a: [1, null] },
    at: "2024-02-29T12:00:00Z",
    words: ["a"],
    pin: "secret words",
  }));
  await add("shelf", (index) => ({ name: `shelf ${index}` }));
  await add("country", (index) => ({ code: `é/${index}`, name: "x" }), ["code"]);
  await add("line", (index) => ({ access: `A/${index}`, nr: index }), ["access", "nr"]);
  await add("author", (index) => ({ name: `author ${index}` }));
  await add("tag", (index) => ({ name: `tag ${index}` }));
  await add("post", (index) => ({ title: `post ${index}`, views: index, authorid: 1, tagids: [1, 2] }));
  await add("query", () => ({ class: "x", count: 1 }));
  await add("aggregate", () => ({ items: "x" }));
  await add("Some_Name", () => ({ some_field: "x" }));
  await add("seen", () => ({ title: "x" }));
  return { keys, keyNames };
}

const member = { user: "a member" } as const;

/** Users with roles, rules and field lists, and all of `auth`. */
const withUsers: TestConfig = {
  auth: {
    secretKey,
    refreshTokens: true,
    passwordReqs: { minLength: 10, digitChar: true },
    userCheckInSecs: 0,
  },
  server: unlimited,
  entities: {
    user: {
      fields: { city: field("string") },
      permissions: {
        read: ["owner", "admin", { role: "member", fields: { include: ["id", "username"] } }],
      },
    },
    item: {
      fields: {
        title: field("string", required),
        lowest: field("decimal", { scale: 2 }),
        note: field("text"),
        ownernote: field("string"),
      },
      permissions: {
        read: ["admin", { role: "guest", fields: { exclude: ["lowest"] } }],
        create: ["member"],
        update: [{ role: "owner" }, { role: "admin", fields: { include: ["title"] } }],
        delete: ["owner", "admin"],
      },
    },
    message: {
      fields: {
        itemid: field("int", {
          foreignKey: { targetEntityName: "item", resolvedEntityName: "item", inverseName: "messages" },
        }),
        text: field("text", { ...required, maxLength: 200 }),
      },
      permissions: {
        read: [{ role: "member", where: "ownerid=@user.id" }],
        create: ["member"],
        update: ["owner"],
        delete: ["owner"],
      },
    },
    vault: { fields: { title: field("string") }, permissions: { read: ["admin"], create: ["admin"] } },
  },
};

async function prepareUsers(server: TestServer): Promise<Prepared> {
  const password = `${PASSWORD} 1`;
  const admin = await addUser(server, "root", { password, roles: ["admin"] });
  let users = 0;
  const addOne = (): Promise<number> => addUser(server, `${member.user} ${users++}`, { password });
  const ids: number[] = [];
  for (let index = 0; index < COUNT; index++) ids.push(await addOne());
  const keys: Record<string, string[][]> = { user: ids.map((id) => [String(id)]) };
  for (const name of ["item", "message", "vault"]) {
    keys[name] = [];
    for (let index = 0; index < COUNT; index++) {
      const { id } = await server.api
        .repository(name)
        .create({ [name === "message" ? "text" : "title"]: "x" });
      keys[name].push([String(id)]);
    }
    // Only requests set an owner, so this sets it directly.
    const { db } = server.api.repository(name) as unknown as {
      db: Kysely<Record<string, { ownerid: number }>>;
    };
    await db.updateTable(name).set({ ownerid: admin }).execute();
  }
  const isForUsers = ({ path }: Operation) => path.startsWith("/api/auth");
  let names = 0;
  const logIn = async () => {
    const reply = await server.request("POST", "/api/auth/token", { body: { username: "root", password } });
    return reply.json as Json;
  };
  // The session of the token below.
  keys["sessions"] = [["current"]];
  return {
    keys,
    // The user endpoints revoke tokens, so each request to them has its own user, or its own session.
    token: async (operation) => {
      if (operation.path.includes("/sessions/")) return `Bearer ${String((await logIn())["token"])}`;
      const id = isForUsers(operation) ? await addOne() : admin;
      return (await bearer(server, id)).Authorization;
    },
    members: async ({ path, method }) => {
      const known = { username: "root", password };
      if (path === "/api/auth/token") return known;
      if (path === "/api/auth/password") {
        return { password, newPassword: `${password}2`, confirmPassword: `${password}2` };
      }
      if (path === "/api/auth/refresh") return { refreshToken: (await logIn())["refreshToken"] };
      const isWrite = ["post", "put", "patch"].includes(method) && !path.endsWith("/query");
      return path.startsWith("/api/data/user") && isWrite
        ? { username: `new ${names++}`, password, confirmPassword: password }
        : {};
    },
  };
}

const some = (...names: readonly string[]): TestConfig["entities"] =>
  Object.fromEntries(names.map((name) => [name, records[name] ?? openEntity({})]));

/** The configurations of the contract tests, each served in both modes. */
export const worlds: readonly World[] = [
  {
    name: "records of every kind",
    config: { entities: records, openapi: true, server: { ...unlimited, maxTake: 50 } },
    statements,
    prepare: prepareRecords,
  },
  { name: "users and roles", config: { ...withUsers, openapi: true }, prepare: prepareUsers },
  {
    name: "reads by path, strict bodies and preconditions",
    config: {
      entities: some("author", "post", "tag", "line"),
      openapi: true,
      endpoints: ["path"],
      strictBody: true,
      server: { ...unlimited, requirePrecondition: true, idempotency: false },
    },
    prepare: prepareRecords,
  },
  {
    name: "reads by query",
    config: {
      entities: some("author", "post", "tag", "country"),
      openapi: true,
      endpoints: ["query"],
      server: unlimited,
    },
    prepare: prepareRecords,
  },
];
