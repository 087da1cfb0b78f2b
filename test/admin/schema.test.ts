import { Ajv2020 } from "ajv/dist/2020.js";
import { defineOperation, type Config } from "data-api";
import { expect, test } from "vitest";
import { z } from "zod";
import type { ShownModel } from "../../runtime/surfaces/admin/shown-model.js";
import { told, toldByHeader, type Headers } from "../conformance/callers.js";
import { everybody, field, to } from "../conformance/fields.js";
import { opened } from "../docs-page/opened.js";

/** A list of itself: its schema refers to itself. */
const Part = z.object({
  name: z.string(),
  get parts() {
    return z.array(Part);
  },
});

const config = {
  database: { dialect: "sqlite", name: ":memory:" },
  auth: toldByHeader,
  admin: { roles: ["member"] },
  openapi: { roles: ["editor"], title: "Secret plans" },
  batch: true,
  server: { maxTake: 50, requirePrecondition: true },
  entities: {
    post: {
      description: "What people write.",
      fields: {
        title: field("string", { label: "The title", isRequired: true, maxLength: 40, default: "New" }),
        price: field("decimal", { precision: 8, scale: 2, minimum: "0" }),
        any: field("decimal", { scale: 0 }),
        kind: field("enum", { values: ["a", "b"] }),
        list: field("list", { of: "int", maxItems: 3 }),
        pin: field("secret"),
        author: to("writer", "theAuthor"),
        tags: field("int", {
          foreignKey: { targetEntityName: "tag", resolvedEntityName: "theTags", isManyToMany: true },
        }),
        drafts: field("int", {
          foreignKey: { targetEntityName: "plan", resolvedEntityName: "thePlans", isManyToMany: true },
        }),
      },
      permissions: {
        ...everybody,
        read: [
          "editor",
          { role: "member", where: "kind=a" },
          { role: "guest", fields: { exclude: ["price"] } },
        ],
      },
    },
    tag: { fields: { name: field("string") }, permissions: everybody },
    writer: { fields: { name: field("string") }, permissions: { read: ["editor"] } },
    plan: { fields: { name: field("string") }, permissions: { read: ["editor"], create: ["guest"] } },
  },
  operations: {
    build: defineOperation({
      input: z.object({ part: Part }),
      output: z.object({ done: z.boolean() }),
      permissions: ["member"],
      handler: () => ({ done: true }),
    }),
    secretly: defineOperation({ permissions: ["editor"], handler: () => undefined }),
  },
} as const satisfies Config;

const member = told({ userId: "1", roles: [] });
const editor = told({ userId: "2", roles: ["editor"] });

async function shownTo(headers: Headers): Promise<ShownModel> {
  const { send } = await opened(config);
  return (await send("GET", "/api/schema", headers)).json as ShownModel;
}

test("only the configured roles may read /api/schema", async () => {
  const { send } = await opened(config);
  expect((await send("GET", "/api/schema")).json).toMatchObject({ code: "authentication-required" });
  const { send: sendTo } = await opened({ ...config, admin: { roles: ["editor"] } });
  expect((await sendTo("GET", "/api/schema", member)).json).toMatchObject({ code: "forbidden" });
  expect((await sendTo("GET", "/api/schema", editor)).status).toBe(200);
  expect((await sendTo("GET", "/api/schema?as=me", editor)).json).toMatchObject({ code: "invalid-query" });
});

test("the answer of /api/schema is private to its caller, and has an ETag", async () => {
  const { send } = await opened(config);
  const { headers } = await send("GET", "/api/schema", member);
  expect(headers["cache-control"]).toBe("private, no-cache");
  expect(headers["vary"]).toContain("Authorization");
  const tag = { "If-None-Match": headers["etag"] ?? "" };
  expect((await send("GET", "/api/schema", { ...member, ...tag })).status).toBe(304);
  expect((await send("GET", "/api/schema", { ...editor, ...tag })).status).toBe(200);
  const head = await send("HEAD", "/api/schema", member);
  expect([head.status, head.bytes.length]).toEqual([200, 0]);
});

test("/api/schema has the caller, the limits, and the settings of fields", async () => {
  const shown = await shownTo(member);
  expect(shown).toMatchObject({
    caller: { userId: "1", roles: ["guest", "member"], isAuthenticated: true },
    viewedAs: null,
    roles: [],
    maxTake: 50,
    maxNestedTake: 1000,
    hasBatch: true,
  });
  const [post] = shown.entities;
  expect(post).toMatchObject({
    name: "post",
    description: "What people write.",
    keys: ["id"],
    requiresPrecondition: true,
    isUsers: false,
  });
  const fields = Object.fromEntries((post?.fields ?? []).map((each) => [each.name, each]));
  expect(fields).toMatchObject({
    title: { label: "The title", maxLength: 40, default: "New", reads: "all" },
    price: { precision: 8, scale: 2, minimum: "0", reads: "some", conditions: "none", aggregates: "none" },
    kind: { values: ["a", "b"], conditions: "ordered" },
    list: { of: "int", maxItems: 3, conditions: "list", isSortable: false },
    pin: { reads: "none", isCreatable: true, isEditable: true },
  });
});

test("/api/schema leaves out what the caller may not know", async () => {
  const shown = await shownTo(member);
  const text = JSON.stringify(shown);
  // The document is not for this caller, and so is its title.
  for (const name of ["Secret plans", "writer", "theAuthor", "drafts", "thePlans", "secretly"])
    expect(text).not.toContain(name);
  const [post, , plan] = shown.entities;
  expect(post?.links).toMatchObject([{ name: "tags", target: "tag", relation: "theTags", reads: "all" }]);
  expect(post?.relations.map(({ name }) => name)).toEqual(["theTags"]);
  expect(plan).toMatchObject({ name: "plan", may: { read: false, create: true }, keys: [], relations: [] });
  const all = await shownTo(editor);
  expect(all.title).toBe("Secret plans");
  expect(all.entities.map(({ name }) => name)).toEqual(["post", "tag", "writer", "plan"]);
  expect(all.entities[0]?.relations).toMatchObject([
    { name: "theAuthor", isList: false, sourceFields: ["author"], targetFields: ["id"], isNullable: true },
    { name: "theTags", isList: true, isLink: true, target: "tag" },
    { name: "thePlans", isList: true },
  ]);
});

test("operations in /api/schema have schemas that need no other document", async () => {
  const { operations } = await shownTo(member);
  expect(operations).toMatchObject([{ name: "build", method: "POST" }]);
  const [build] = operations;
  const isInput = new Ajv2020({ strict: false }).compile(build?.input ?? {});
  expect(isInput({ part: { name: "a", parts: [{ name: "b", parts: [] }] } })).toBe(true);
  expect(isInput({ part: { name: "a", parts: [{ name: 1, parts: [] }] } })).toBe(false);
  const isOutput = new Ajv2020({ strict: false }).compile(build?.output ?? {});
  expect([isOutput({ done: true }), isOutput({})]).toEqual([true, false]);
});
