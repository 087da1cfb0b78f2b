import { defineConfig } from "data-api";
import {
  batch,
  ClientError,
  createClient,
  entityOf,
  refer,
  tagOf,
  type ConnectionOptions,
  type Tokens,
} from "data-api/client";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { useCheapHashes } from "../conformance/cheap-hashes.js";
import { startServer, type TestServer } from "../conformance/start-server.js";
import { dialects, modes } from "../conformance/targets.js";

useCheapHashes();

const open = { isEditable: true, isRequired: false } as const;
const given = { isEditable: true, isRequired: true } as const;
const everybody = { read: ["guest"], create: ["guest"], update: ["guest"], delete: ["guest"] } as const;

const links = new Map<string, string>();
const config = defineConfig({
  database: { dialect: "sqlite", name: ":memory:" },
  batch: true,
  auth: {
    secretKey: "0123456789abcdef0123456789abcdef",
    refreshTokens: {},
    pagesUrl: "https://app.example.com",
    messages: {
      sendMessage: ({ kind, to, link }) => {
        links.set(`${kind} ${to}`, link ?? "");
      },
    },
  },
  entities: {
    post: {
      fields: {
        title: { type: "string", ...given, maxLength: 20 },
        views: { type: "bigint", ...open },
        price: { type: "decimal", ...open },
      },
      permissions: everybody,
    },
    comment: {
      fields: {
        text: { type: "text", ...given },
        postid: {
          type: "int",
          ...given,
          foreignKey: { targetEntityName: "post", resolvedEntityName: "post", inverseName: "comments" },
        },
      },
      permissions: everybody,
    },
    line: {
      fields: {
        orderid: { type: "int", isEditable: false, isRequired: true },
        code: { type: "string", isEditable: false, isRequired: true },
        amount: { type: "int", ...given },
      },
      primaryKey: ["orderid", "code"],
      permissions: everybody,
    },
    // Anonymous callers may create these records, but not read them.
    letter: {
      fields: { text: { type: "text", ...given } },
      permissions: { create: ["guest"], update: ["guest"] },
    },
    auth: { fields: { name: { type: "string", ...given } }, permissions: everybody },
    draft: {
      fields: { text: { type: "text", ...given } },
      permissions: { read: ["owner"], create: ["member"] },
    },
  },
});
type Served = typeof config;

const [sqlite] = dialects;
if (sqlite === undefined) throw new Error("There is no dialect.");

describe.each(modes)("a client of a %s server", (mode) => {
  let server: TestServer;
  const connect = (options: ConnectionOptions = {}) =>
    createClient<Served>(server.url, { keys: { line: ["orderid", "code"] }, ...options });
  let api: ReturnType<typeof connect>;

  beforeAll(async () => {
    const { auth, batch: isOn, entities } = config;
    server = await startServer(mode, sqlite, { auth, batch: isOn, entities });
    api = connect();
    const first = await api.post.create({ title: "I like trains", views: 120, price: "12.50" });
    const second = await api.post.create({ title: "Night trains", views: 80 });
    await api.post.create({ title: "Slow boats" });
    for (const text of ["Me too!", "Which ones?"]) await api.comment.create({ text, postid: first.id });
    await api.comment.create({ text: "Sleep well", postid: second.id });
  });

  test("find returns pages with the selected members", async () => {
    const { items, next, count } = await api.post.find({
      select: { title: true, comments: { select: { text: true }, take: 1 } },
      where: { views: { gt: 10 }, comments: { every: { text: { notContains: "boat" } } } },
      orderBy: "~views",
      take: 1,
      count: true,
    });
    expect(items).toEqual([{ title: "I like trains", comments: [{ text: "Me too!" }] }]);
    expect(count).toBe(2);
    const rest = await api.post.find({
      select: { title: true },
      where: { views: { gt: 10 } },
      orderBy: "~views",
      after: next,
    });
    expect(rest).toEqual({ items: [{ title: "Night trains" }] });
    expect((await api.post.find()).items.map(({ id }) => id)).toEqual([1, 2, 3]);
  });

  test("all reads all records, page after page", async () => {
    const titles: string[] = [];
    for await (const { title } of api.post.all({ orderBy: "title", pageSize: 1 })) titles.push(title);
    expect(titles).toEqual(["I like trains", "Night trains", "Slow boats"]);
    const selected: unknown[] = [];
    for await (const post of api.post.all({ select: { id: true }, where: "views>100" })) selected.push(post);
    expect(selected).toEqual([{ id: 1 }]);
  });

  test("findById returns the record, or undefined if there is none", async () => {
    const post = await api.post.findById(1);
    expect(post).toMatchObject({ id: 1, title: "I like trains", views: 120, price: "12.5" });
    expect(
      await api.post.findById(1, {
        select: { title: true, comments: { select: { text: true }, where: { text: { startsWith: "Me" } } } },
      }),
    ).toEqual({ title: "I like trains", comments: [{ text: "Me too!" }] });
    expect(await api.post.findById(1, { select: "id,count(comments)" })).toEqual({
      id: 1,
      "count(comments)": 2,
    });
    expect(await api.post.findById(99)).toBeUndefined();
  });

  test("count counts records, and aggregate groups them", async () => {
    expect(await api.post.count()).toBe(3);
    expect(await api.post.count({ title: { endsWith: "trains" } })).toBe(2);
    const { items, count } = await api.comment.aggregate({
      groupBy: ["post.title"],
      count: true,
      countDistinct: ["text"],
      where: { text: { contains: "e" }, or: [{ id: 1 }, { post: { views: { lte: 120 } } }] },
      having: { "count()": { gte: 1 } },
      orderBy: ["~count()", "post.title"],
      countGroups: true,
    });
    expect(items).toEqual([
      { post: { title: "I like trains" }, "count()": 2, "count(distinct text)": 2 },
      { post: { title: "Night trains" }, "count()": 1, "count(distinct text)": 1 },
    ]);
    expect(count).toBe(2);
  });

  test("a client creates, changes and deletes a record", async () => {
    const created = await api.post.create({ title: "New", views: "9007199254740993", price: "0.10" });
    expect(created).toMatchObject({ title: "New", views: "9007199254740993", price: "0.1" });
    const changed = await api.post.update(created.id, { title: "Newer" });
    expect(changed.title).toBe("Newer");
    await api.post.delete(created.id);
    expect(await api.post.findById(created.id)).toBeUndefined();
    await expect(api.post.delete(created.id)).rejects.toMatchObject({ code: "unknown-record", status: 404 });
  });

  test("with ifMatch, a client changes a record only if it is still the version that was read", async () => {
    const { id } = await api.post.create({ title: "First" });
    const read = await api.post.findById(id);
    if (read === undefined) throw new Error("It is not there.");
    const tag = tagOf(read);
    expect(tag).toMatch(/^".+"$/);
    const changed = await api.post.update(id, { title: "Second" }, { ifMatch: read });
    await expect(api.post.update(id, { title: "Third" }, { ifMatch: read })).rejects.toMatchObject({
      code: "precondition-failed",
      status: 412,
    });
    await expect(api.post.delete(id, { ifMatch: tag })).rejects.toMatchObject({ status: 412 });
    await expect(api.post.delete(id, { ifMatch: { ...changed } })).rejects.toThrow(
      /record without a version/,
    );
    await api.post.delete(id, { ifMatch: changed });
  });

  test("a client accepts composite ids as objects, in any order", async () => {
    const line = await api.line.create({ orderid: 7, code: "a/b ?", amount: 1 });
    expect(await api.line.findById({ code: "a/b ?", orderid: 7 })).toEqual(line);
    expect((await api.line.update({ orderid: 7, code: "a/b ?" }, { amount: 2 })).amount).toBe(2);
    const unknowing = createClient(server.url);
    await expect(unknowing["line"]?.findById({ orderid: 7, code: "a/b ?" })).rejects.toThrow(
      /keys: \{ line: \[orderid, code\]/,
    );
    await api.line.delete({ orderid: 7, code: "a/b ?" });
    for (const code of ["", ".", ".."])
      await expect(api.line.findById({ orderid: 7, code })).rejects.toThrow(/cannot be in the id of "line"/);
  });

  test("a create and an update return the id of a record that the caller may not read", async () => {
    expect(await api.letter.create({ text: "Hello" })).toEqual({ id: 1 });
    expect(await api.letter.update(1, { text: "Hello!" })).toEqual({ id: 1 });
  });

  test("a client creates, changes and deletes many records at once", async () => {
    const made = await api.line.createMany([
      { orderid: 50, code: "a", amount: 1 },
      { orderid: 50, code: "b", amount: 2 },
    ]);
    expect(made.map(({ code, amount }) => [code, amount])).toEqual([
      ["a", 1],
      ["b", 2],
    ]);
    expect(
      await api.line.updateMany({ where: { orderid: 50, amount: { gt: 1 } }, changes: { amount: 9 } }),
    ).toBe(1);
    await expect(api.line.deleteMany({ where: { orderid: 50 }, maxAffected: 1 })).rejects.toMatchObject({
      code: "too-many-records",
    });
    expect(await api.line.deleteMany({ where: "orderid=50" })).toBe(2);
    expect(await api.letter.createMany([{ text: "a" }, { text: "b" }])).toMatchObject([
      { id: expect.any(Number) as number },
      { id: expect.any(Number) as number },
    ]);
  });

  test("upsertMany creates or changes many records at once", async () => {
    const lines = (amount: number) => ["a", "b"].map((code) => ({ orderid: 60, code, amount }));
    const ids = lines(0).map(({ orderid, code }) => ({ orderid, code }));
    const outcomes = (upserted: readonly object[]) =>
      upserted.map((each) => ("outcome" in each ? each.outcome : undefined));
    const [first] = lines(1);
    if (first === undefined) throw new Error("There is no line.");
    expect(await api.line.upsertMany([first])).toMatchObject([
      { outcome: "created", id: ids[0], record: { amount: 1 } },
    ]);
    const upserted = await api.line.upsertMany(lines(2), { onConflict: ["orderid", "code"] });
    expect(outcomes(upserted)).toEqual(["updated", "created"]);
    expect(upserted.map(({ id, record }) => [id, record?.amount])).toEqual(ids.map((id) => [id, 2]));
    const ignored = await api.line.upsertMany(lines(3), { ignoresDuplicates: true });
    expect(ignored).toEqual(ids.map((id) => ({ outcome: "unchanged", id })));
    const unknown = { ...first, nothing: 1 };
    await expect(api.line.upsertMany([unknown], { strict: true })).rejects.toMatchObject({
      code: "invalid-fields",
    });
    expect(outcomes(await api.line.upsertMany([unknown]))).toEqual(["updated"]);
    await api.line.deleteMany({ where: { orderid: 60 } });
  });

  test("a client can use an entity whose name is also a member of the client", async () => {
    const auth = entityOf(api, "auth");
    expect(await auth.create({ name: "x" })).toMatchObject({ id: 1, name: "x" });
    expect(await Promise.resolve(api)).toBe(api);
  });

  test("the error of a create has the mistakes of all fields", async () => {
    // @ts-expect-error A title is a text.
    const error: unknown = await api.comment.create({ text: 1 }).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(ClientError);
    expect(error).toMatchObject({ name: "ClientError", code: "invalid-fields", status: 400 });
    const { errors, requestId, detail, message } = error as ClientError;
    expect(errors.map(({ path, code }) => [path, code])).toEqual([
      ["text", "wrong-type"],
      ["postid", "required"],
    ]);
    expect(requestId).toMatch(/^[\w-]{8,}$/);
    expect(detail).toBe(message);
    const strict = api.post.create({ title: "x", nothing: 1 } as { title: string }, { strict: true });
    await expect(strict).rejects.toMatchObject({ errors: [{ path: "nothing", code: "unknown-field" }] });
  });

  test("a create with an idempotency key is done once", async () => {
    const keyed = () =>
      api.post.create({ title: "Once" }, { idempotencyKey: `once in ${mode}`.replaceAll(" ", "-") });
    const [first, second] = [await keyed(), await keyed()];
    expect(second).toEqual(first);
    await api.post.delete(first.id);
  });

  test("a client logs in and out, and keeps the tokens", async () => {
    const told: (Tokens | undefined)[] = [];
    const own = connect({ onTokens: (tokens) => told.push(tokens) });
    const id = await own.auth.register({ username: "anna", password: "ten letters 1" });
    await expect(own.draft.create({ text: "x" })).rejects.toMatchObject({ code: "authentication-required" });
    const wrong = own.auth.logIn({ username: "anna", password: "wrong" });
    await expect(wrong).rejects.toMatchObject({ code: "invalid-credentials", status: 401 });
    expect(await own.auth.logIn({ username: "anna", password: "ten letters 1" })).toMatchObject({ id });
    expect(await own.draft.create({ text: "x" })).toMatchObject({ text: "x", ownerid: id });
    const before = own.auth.tokens;
    await own.auth.changePassword({ password: "ten letters 1", newPassword: "more letters 2" });
    expect(own.auth.tokens).not.toEqual(before);
    expect(await own.draft.count()).toBe(1);
    await own.auth.logOut();
    expect(own.auth.tokens).toBeUndefined();
    expect(told).toHaveLength(3);
    expect(told[2]).toBeUndefined();
    await expect(own.draft.find()).rejects.toMatchObject({ code: "authentication-required" });
  });

  test("a client resets a password, and verifies and changes an e-mail address", async () => {
    const own = connect();
    const email = `carl.${mode}@example.com`;
    const token = (kind: string, to = email) =>
      vi.waitFor(
        () => {
          const link = links.get(`${kind} ${to}`);
          expect(link).toBeDefined();
          return link?.split("#token=")[1] ?? "";
        },
        { timeout: 60_000 },
      );
    const id = await own.auth.register({ username: "carl", password: "ten letters 1", email });
    await own.auth.forgotPassword({ email });
    await own.auth.resetPassword({ token: await token("reset-password"), newPassword: "more letters 2" });
    await own.auth.logIn({ username: "carl", password: "more letters 2" });
    expect((await own.user.findById(id))?.emailverified).toBe(true);
    const other = `other.${mode}@example.com`;
    await own.auth.changeEmail({ email: other, password: "more letters 2" });
    await own.auth.verifyEmail(await token("change-email", other));
    expect(await own.user.findById(id)).toMatchObject({ email: other, emailverified: true });
    await own.auth.sendVerification();
    await expect(own.auth.verifyEmail("x")).rejects.toMatchObject({ code: "invalid-token" });
    await expect(own.auth.forgotPassword({ username: "nobody" })).resolves.toBeUndefined();
  });

  test("a client renews an expired token, once for all requests", async () => {
    const session = connect();
    await session.auth.register({ username: "ben", password: "ten letters 1" });
    const { refreshToken } = await session.auth.logIn({ username: "ben", password: "ten letters 1" });
    const told: (Tokens | undefined)[] = [];
    const onTokens = (tokens: Tokens | undefined) => told.push(tokens);
    const restored = connect({ token: "expired", refreshToken, onTokens });
    expect(await Promise.all([restored.draft.count(), restored.draft.count()])).toEqual([0, 0]);
    expect(told).toHaveLength(1);
    const bare = connect({ refreshToken: told[0]?.refreshToken });
    expect(await bare.draft.count()).toBe(0);
    const ended = connect({ token: "expired", refreshToken: "unknown", onTokens });
    await expect(ended.draft.find()).rejects.toMatchObject({ code: "invalid-token" });
    expect(told.at(-1)).toBeUndefined();
    expect(ended.auth.tokens).toBeUndefined();
  });

  test("a client runs batches, whose operations may refer to earlier answers", async () => {
    const [post, comment, read, line] = await batch(api, [
      { create: "post", input: { title: "@p.id" }, as: "p" },
      { create: "comment", input: { text: "t", postid: refer("p", "id") }, as: "c" },
      { read: "comment", id: refer("c", "id"), select: { text: true, post: { title: true } } },
      { create: "line", input: { orderid: refer("p", "id"), code: "a", amount: 1 } },
    ]);
    expect(post).toMatchObject({ status: 201, record: { id: post.id, title: "@p.id" } });
    expect(comment.record).toMatchObject({ postid: post.id });
    expect(read.record).toEqual({ text: "t", post: { title: "@p.id" } });
    expect(line.id).toEqual({ orderid: post.id, code: "a" });
    const version = post.record ?? {};
    expect(tagOf(version)).toBe(post.etag);
    expect(tagOf(read.record)).toBeUndefined();
    const operations = [
      { update: "post", id: post.id, changes: { title: "new" }, ifMatch: version },
      { delete: "comment", id: 999_999 },
    ] as const;
    await expect(batch(api, operations)).rejects.toMatchObject({
      code: "unknown-record",
      errors: [{ path: "operations.1" }],
    });
    expect(await api.post.findById(post.id)).toMatchObject({ title: "@p.id" });
    const [changed] = await batch(api, operations.slice(0, 1) as [(typeof operations)[0]]);
    expect(changed.record).toMatchObject({ title: "new" });
    await expect(batch(api, operations.slice(0, 1))).rejects.toMatchObject({ code: "precondition-failed" });
  });

  test("a batch with an idempotency key runs once, even if it is sent twice", async () => {
    const idempotencyKey = "sent-twice";
    const operations = [{ create: "post", input: { title: "once" } }] as const;
    const [first] = await batch(api, operations, { idempotencyKey });
    const [again] = await batch(api, operations, { idempotencyKey });
    expect(again).toEqual(first);
    await expect(
      batch(api, [{ create: "post", input: { titel: "x" } as never }], { strict: true }),
    ).rejects.toMatchObject({
      errors: [{ path: "operations.0.input.titel" }, { path: "operations.0.input.title" }],
    });
  });
});
