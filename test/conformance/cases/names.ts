import { describe, expect, it } from "vitest";
import { expectJson, pageOf } from "../expectations.js";
import { field, openEntity } from "../fields.js";
import type { Harness } from "../harness.js";
import { paths } from "../paths.js";

/** Reserved words of SQL, TypeScript, JavaScript, Express or the product. */
const reserved = [
  ...["select", "order", "class", "delete", "default", "table", "string", "new", "index", "field", "entity"],
  ...[
    "repository",
    "database",
    "generated",
    "jsonvalue",
    "router",
    "record",
    "await",
    "async",
    "typeof",
    "null",
  ],
  ...[
    "user",
    "update",
    "public",
    "private",
    "findall",
    "z",
    "Z9_",
    "BLOG",
    "Mixed_Case_Name",
    "repositories",
  ],
];
const reservedFields = [
  ...[
    "group",
    "from",
    "function",
    "type",
    "count",
    "items",
    "select",
    "where",
    "limit",
    "values",
    "key",
    "name",
  ],
  ...["length", "then", "toJSON", "toText", "class", "default", "delete", "new", "this", "arguments", "eval"],
  ...["rowid", "oid", "_not", "ORDER", "Mixed_Case"].filter((name) => !name.startsWith("_")),
];

export function nameCases({ serve }: Harness): void {
  describe("of entities and fields that are reserved words", () => {
    const fields = Object.fromEntries(reservedFields.map((name) => [name, field("string")]));
    const server = serve({
      entities: Object.fromEntries(reserved.map((name) => [name, openEntity(fields)])),
    });
    const values = Object.fromEntries(reservedFields.map((name) => [name, `the ${name}`]));

    it.each(reserved)(
      "records of an entity with the name %s are created, read, changed and deleted",
      async (name) => {
        const created = await server.post(paths.entity(name), values, { Prefer: "return=representation" });
        expect(created.status).toBe(201);
        expect(created.headers["location"]).toBe(`/api/data/${name}/public/findbyid/1`);
        expect(created.json).toMatchObject({ id: 1, ...values });
        expect(Object.keys(created.json as object)).toEqual([
          "id",
          ...reservedFields,
          "createdat",
          "updatedat",
        ]);
        const text = `{"count":1,"items":[${created.text}]}`;
        expect((await server.get(paths.findById(name.toUpperCase(), 1))).text).toBe(text);
        expect((await server.get(paths.findAll(name.toLowerCase(), "~group"))).text).toBe(text);
        const condition = reservedFields.map((each) => `${each}="the ${each}"`).join("&");
        expect((await server.get(paths.findByCondition(name, condition, "from"))).text).toBe(text);
        expectJson(await server.patch(paths.record(name, 1), { function: "x", order: "y" }), 200, {
          count: 1,
        });
        expect(pageOf(await server.get(paths.findById(name, 1))).items).toMatchObject([
          { ...values, function: "x", ORDER: "y" },
        ]);
        expectJson(await server.delete(paths.record(name, 1)), 200, { count: 1 });
      },
    );

    it.each(reservedFields)("a field with the name %s can be used in orders and conditions", async (name) => {
      expectJson(await server.get(paths.findAll("select", name)), 200, { count: 0, items: [] });
      expectJson(await server.get(paths.findByCondition("select", `${name}~x`, `~${name}`)), 200, {
        count: 0,
        items: [],
      });
    });
  });

  describe("of maximum length", () => {
    const long = `a${"b".repeat(62)}`;
    const server = serve({
      entities: { [long]: openEntity({ [long]: field("int", { isUnique: true, isIndexed: true }) }) },
    });

    it("an entity and a field with names of maximum length can be written, filtered and sorted", async () => {
      expectJson(await server.post(paths.entity(long), { [long]: 5 }), 201, 1);
      expect(
        pageOf(await server.get(paths.findByCondition(long, `${long}=5`, `~${long}`))).items,
      ).toMatchObject([{ [long]: 5 }]);
    });
  });
}
