import { expect, test } from "vitest";
import { describeDialect, describeDialects } from "../conformance/describe-dialects.js";
import { field, openEntity } from "../conformance/fields.js";
import { startServer, type TestConfig, type TestServer } from "../conformance/start-server.js";
import type { DialectTarget } from "../conformance/targets.js";
import { follow, said, type Event } from "./follow.js";

const all = { read: ["guest"], create: ["guest"], update: ["guest"], delete: ["guest"] };

const config = {
  changes: { entities: ["post", "comment", "label"], interval: 20 },
  batch: true,
  entities: {
    post: {
      fields: {
        title: field("string", { isUnique: true }),
        tags: {
          type: "int",
          isEditable: true,
          isRequired: false,
          foreignKey: { targetEntityName: "tag", isManyToMany: true },
        },
      },
      permissions: all,
      resolveForeignKeys: false,
    },
    comment: {
      fields: {
        text: field("string"),
        postid: {
          type: "int",
          isEditable: true,
          isRequired: false,
          foreignKey: { targetEntityName: "post", inverseName: "comments", isWritable: true },
        },
      },
      permissions: all,
    },
    label: {
      primaryKey: ["scope", "name"],
      fields: {
        scope: { type: "string", isEditable: false, isRequired: true },
        name: { type: "int", isEditable: false, isRequired: true },
        colour: field("string", { isRequired: false }),
      },
      permissions: all,
    },
    tag: { fields: { text: field("string") }, permissions: all },
    quiet: { fields: { text: field("string") }, permissions: all },
  },
  operations: {
    twice: {
      parameters: { title: { type: "string" } },
      handler: async ({ input, tx }: OperationInput) => {
        await tx.repository("post").create({ title: `${input.title} 1` });
        await tx.repository("post").create({ title: `${input.title} 2` });
        if (input.title === "no") throw new Error("Not this one.");
      },
      permissions: ["guest"],
    },
  },
} as unknown as TestConfig;

interface OperationInput {
  readonly input: { readonly title: string };
  readonly tx: {
    readonly repository: (name: string) => { readonly create: (input: object) => Promise<unknown> };
  };
}

function names(events: readonly Event[]): readonly string[] {
  return events.map(({ type, data: { key = {}, record = {} } }) => {
    const [name = Object.values(key).join("/")] = ["title", "text", "colour"].flatMap(
      (each) => record[each] ?? [],
    );
    return `${type} ${name as string}`;
  });
}

await describeDialects("each way of writing", (target) => {
  let server: TestServer;
  const send = async (method: string, path: string, body?: unknown, headers = {}) => {
    const answer = await server.request(method, path, { body, headers });
    return answer.status;
  };

  test("every way of writing reaches followers, and what is undone does not", async () => {
    server = await startServer("dynamic", target, config);
    const at = (path: string) => follow(`${server.url}/api/data/${path}`);
    const [posts, comments, labels] = await Promise.all([
      at("post/changes?select=*,tags"),
      at("comment/changes"),
      at("label/changes"),
    ]);
    expect(
      await send("PUT", "/api/data/post?onConflict=title", [{ title: "a" }, { title: "b" }]),
    ).toBeLessThan(300);
    await posts.until(({ length }) => length >= 2);
    expect(await send("PUT", "/api/data/post?onConflict=title", [{ title: "b" }, { title: "c" }])).toBe(200);
    await posts.until((events) => names(events).includes("create c"));
    expect(await send("POST", "/api/data/label", { scope: "x", name: 1, colour: "red" })).toBe(201);
    // What is created and changed between two readings of the log is new.
    await labels.until(({ length }) => length === 1);
    expect(await send("PATCH", "/api/data/label/x/1", { colour: "blue" })).toBe(200);
    await labels.until((events) => events.some(({ data }) => data.record?.["colour"] === "blue"));
    expect(await send("POST", "/api/data/tag", { text: "t" })).toBe(201);
    expect(await send("PATCH", "/api/data/post/1", { tags: [1] })).toBe(200);
    await posts.until((events) => events.some(({ data }) => JSON.stringify(data.record?.["tags"]) === "[1]"));
    const operations = [
      { create: "post", input: { title: "d" } },
      { update: "post", id: 1, changes: { title: "a2" } },
      { delete: "post", id: 2 },
    ];
    expect(await send("POST", "/api/batch", { operations })).toBe(200);
    await posts.until((events) =>
      ["create d", "update a2", "delete 2"].every((each) => names(events).includes(each)),
    );
    const nested = { title: "e", comments: [{ text: "first" }, { text: "second" }] };
    expect(await send("POST", "/api/data/post", nested)).toBe(201);
    await comments.until(({ length }) => length === 2);
    expect(names(comments.events).toSorted()).toEqual(["create first", "create second"]);
    expect(await send("POST", "/api/operations/twice", { title: "yes" })).toBeLessThan(300);
    expect(await send("POST", "/api/operations/twice", { title: "no" })).toBe(500);
    expect(await send("POST", "/api/data/post", [{ title: "f" }, { title: "a2" }])).toBe(409);
    await server.api.repository("post").create({ title: "g" });
    const lines = '{"title":"h"}\n{"title":"i"}\n';
    const streamed = await fetch(`${server.url}/api/data/post`, {
      method: "POST",
      body: lines,
      headers: { "Content-Type": "application/x-ndjson" },
    });
    expect(streamed.status).toBeLessThan(300);
    await posts.until((events) => names(events).includes("create i"));
    const told = names(posts.events);
    for (const title of ["e", "yes 1", "yes 2", "g", "h", "i"]) expect(told).toContain(`create ${title}`);
    expect(told.filter((each) => /no [12]|create f$/.test(each))).toEqual([]);
    expect(told.filter((each) => each.startsWith("create ")).toSorted()).toEqual(
      ["a", "b", "c", "d", "e", "g", "h", "i", "yes 1", "yes 2"].map((title) => `create ${title}`),
    );
    expect(said(labels.events).at(-1)).toMatchObject([
      "update",
      "x",
      1,
      { scope: "x", name: 1, colour: "blue" },
    ]);
    await Promise.all([posts, comments, labels].map((each) => each.stop()));
  });

  test("an entity that the configuration does not name has no changes", async () => {
    server = await startServer("dynamic", target, config);
    expect(await send("POST", "/api/data/quiet", { text: "a" })).toBe(201);
    const { status } = await server.request("GET", "/api/data/quiet/changes");
    expect(status).toBe(400);
  });
});

/** Serves notes whose key is text, and their changes, from an existing table. */
function serveNotes(target: DialectTarget, maxLength: number, table: string) {
  const code = { type: "string", isEditable: false, isRequired: true, maxLength } as const;
  const note = openEntity(
    { code, title: field("string") },
    { primaryKey: "code", systemFields: { createdat: false, updatedat: false } },
  );
  const config = { changes: { entities: ["note"], interval: 20 }, entities: { note } };
  return startServer("dynamic", target, config, [table]);
}

await describeDialect("a key whose collation ignores case", "mysql", (target) => {
  test("a key whose collation ignores case is in events as it is stored", async () => {
    const server = await serveNotes(
      target,
      40,
      "create table note (code varchar(40) collate utf8mb4_general_ci primary key, title varchar(255)) charset utf8mb4",
    );
    const stream = await follow(`${server.url}/api/data/note/changes`);
    await server.api.repository("note").create({ code: "abc", title: "a" });
    await stream.until(({ length }) => length === 1);
    const { status } = await server.request("PATCH", "/api/data/note/ABC", { body: { title: "b" } });
    expect(status).toBe(200);
    await stream.until(({ length }) => length === 2);
    expect(said(stream.events)).toEqual([
      ["create", "abc", { code: "abc", title: "a" }],
      ["update", "abc", { code: "abc", title: "b" }],
    ]);
    await stream.stop();
  });
});

await describeDialect("a key that is padded with blanks", "postgres", (target) => {
  test("new records whose keys are padded with blanks reach followers", async () => {
    const server = await serveNotes(
      target,
      3,
      "create table note (code char(3) primary key, title varchar(255))",
    );
    const stream = await follow(`${server.url}/api/data/note/changes`);
    const body = [
      { code: "a", title: "x" },
      { code: "b", title: "y" },
    ];
    expect((await server.request("POST", "/api/data/note", { body })).status).toBe(201);
    await stream.until(({ length }) => length === 2);
    expect(said(stream.events)).toEqual([
      ["create", "a  ", { code: "a  ", title: "x" }],
      ["create", "b  ", { code: "b  ", title: "y" }],
    ]);
    await stream.stop();
  });
});
