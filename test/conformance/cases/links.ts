import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { inFlight } from "../callers.js";
import { expectJson, expectProblem, pageOf } from "../expectations.js";
import { everybody, field, plain, to } from "../fields.js";
import type { Harness } from "../harness.js";
import { paths } from "../paths.js";
import type { TestApi } from "../start-server.js";

/** A list of records of another entity. */
function listOf(
  targetEntityName: string,
  resolvedEntityName: string,
  type: "int" | "uuid" | "string" = "int",
) {
  return field(type, { foreignKey: { targetEntityName, resolvedEntityName, isManyToMany: true } });
}

/** Adds links beside the product. */
async function link(
  api: TestApi,
  table: string,
  pairs: readonly (readonly [unknown, unknown])[],
): Promise<void> {
  const db = api.repository("tag").db;
  for (const pair of pairs) {
    await sql`insert into ${sql.id(table)} (sourceid, targetid) values (${sql.join(pair)})`.execute(db);
  }
}

export function linkCases({ serve }: Harness): void {
  describe("on pages", () => {
    const server = serve({
      entities: {
        message: plain({
          title: field("string"),
          tags: listOf("tag", "theTags"),
          related: listOf("message", "theRelated"),
          lead: to("tag", "theLead"),
        }),
        tag: plain({ word: field("string"), password: field("secret"), data: field("json") }),
      },
    });
    const tag = (id: number) => ({ id, word: `tag ${id}`, data: { n: id } });
    const message = (id: number, lead: number | null = null) => ({ id, title: `message ${id}`, lead });
    const items = [
      {
        ...message(1, 2),
        theLead: tag(2),
        tags: [1, 3],
        theTags: [tag(1), tag(3)],
        related: [1, 2],
        theRelated: [message(1, 2), message(2)],
      },
      { ...message(2), theLead: null, tags: [], theTags: [], related: [], theRelated: [] },
      {
        ...message(3),
        theLead: null,
        tags: [2, 3, 10],
        theTags: [tag(2), tag(3), tag(10)],
        related: [1],
        theRelated: [message(1, 2)],
      },
    ];

    beforeAll(async () => {
      for (let id = 1; id <= 10; id++)
        await server.api.repository("tag").create({ word: `tag ${id}`, password: "hush", data: { n: id } });
      for (let id = 1; id <= 3; id++)
        await server.api
          .repository("message")
          .create({ title: `message ${id}`, ...(id === 1 && { lead: 2 }) });
      await link(server.api, "message_tags", [
        [3, 10],
        [3, 3],
        [3, 2],
        [1, 3],
        [1, 1],
      ]);
      await link(server.api, "message_related", [
        [1, 2],
        [1, 1],
        [3, 1],
      ]);
    });

    it("are lists of ids, and of the records in that order", async () => {
      expectJson(await server.request("GET", paths.findAll("message")), 200, { count: 3, items });
      expectJson(await server.request("GET", paths.findAll("message", "~title", 0, 2)), 200, {
        count: 3,
        items: [items[2], items[1]],
      });
      expectJson(await server.request("GET", paths.findByCondition("message", "lead<>null")), 200, {
        count: 1,
        items: [items[0]],
      });
    });

    it("are not asked for where there is no record", async () => {
      expectJson(await server.request("GET", paths.findAll("message", "id", 0, 0)), 200, {
        count: 3,
        items: [],
      });
      expectJson(await server.request("GET", paths.findAll("message", "id", 3, 5)), 200, {
        count: 3,
        items: [],
      });
      expectJson(await server.request("GET", paths.findById("message", 9)), 200, { count: 0, items: [] });
    });

    it("are in a record that is found by its id", async () => {
      for (const item of items)
        expectJson(await server.request("GET", paths.findById("message", item.id)), 200, {
          count: 1,
          items: [item],
        });
    });

    it("are what server code gets too", async () => {
      const messages = server.api.repository("message");
      expect(await messages.findById(3)).toEqual(items[2]);
      const page = await messages.find();
      expect(page.toText()).toBe(JSON.stringify({ count: 3, items }));
      expect(page.items).toEqual(items);
      expect(page.toText()).toBe(JSON.stringify({ count: 3, items }));
    });

    it("cannot be used in conditions and orders", async () => {
      for (const name of ["tags", "theTags", "related"]) {
        expectProblem(
          await server.request("GET", paths.findByCondition("message", `${name}=1`)),
          "invalid-condition",
        );
        expectProblem(await server.request("GET", paths.findAll("message", name)), "invalid-order");
      }
    });
  });

  describe("by keys of every type, and many at once", () => {
    const key = { isRequired: true, isEditable: false };
    const server = serve({
      entities: {
        story: plain(
          { code: field("string", { ...key }), tags: listOf("tag", "theTags", "uuid") },
          { primaryKey: "code" },
        ),
        row: plain(
          { stories: listOf("story", "theStories", "string") },
          { systemFields: { id: "uuid", createdat: false, updatedat: false } },
        ),
        tag: plain(
          { word: field("string") },
          { systemFields: { id: "uuid", createdat: false, updatedat: false } },
        ),
        number: plain({ others: listOf("number", "theOthers") }),
      },
      server: { maxTake: 3000 },
    });

    it("texts and uuids", async () => {
      const codes = ["it's", 'a "b"', "😀"];
      const tags = await Promise.all(["a", "b"].map((word) => server.api.repository("tag").create({ word })));
      const ids = tags.map(({ id }) => id).toSorted();
      for (const code of codes) await server.api.repository("story").create({ code });
      const row = await server.api.repository("row").create({});
      await link(server.api, "story_tags", [
        ["it's", ids[1]],
        ["it's", ids[0]],
        ["😀", ids[1]],
      ]);
      await link(
        server.api,
        "row_stories",
        codes.map((code) => [row.id, code]),
      );
      const { items } = pageOf(await server.request("GET", paths.findAll("story", "code")));
      expect(items.map(({ code, tags: given }) => [code, given])).toEqual([
        ['a "b"', []],
        ["it's", ids],
        ["😀", [ids[1]]],
      ]);
      const [found] = pageOf(await server.request("GET", paths.findById("row", row.id))).items;
      expect(found).toEqual({
        id: row.id,
        stories: ['a "b"', "it's", "😀"],
        theStories: ['a "b"', "it's", "😀"].map((code) => ({ code })),
      });
    });

    it("of more records than one statement asks for", async () => {
      const numbers = server.api.repository("number");
      const count = 1100;
      await inFlight(Array.from({ length: count }), () => numbers.create({}), 8);
      await link(
        server.api,
        "number_others",
        [1, 2, 1024, 1025, 1100].map((id) => [id, 7]),
      );
      const { items } = pageOf(await server.request("GET", paths.findAll("number", "id", 0, 3000)));
      expect(items).toHaveLength(count);
      expect(items.filter(({ others }) => (others as unknown[]).length > 0)).toEqual(
        [1, 2, 1024, 1025, 1100].map((id) => ({ id, others: [7], theOthers: [{ id: 7 }] })),
      );
    });
  });

  describe("give what the caller may read of the target", () => {
    const server = serve({
      entities: {
        message: plain(
          {
            title: field("string"),
            tags: listOf("tag", "theTags"),
            safes: listOf("safe", "theSafes"),
            hushed: listOf("tag", "theHushed"),
            notes: listOf("tag", "theNotes"),
          },
          {
            permissions: {
              ...everybody,
              read: [
                { role: "guest", fields: { include: ["title", "tags", "safes"] } },
                { role: "guest", fields: { include: ["title", "notes"] }, where: "title=open" },
              ],
            },
          },
        ),
        tag: plain(
          { word: field("string"), level: field("int") },
          {
            readValidator: () => "word<>c",
            permissions: {
              ...everybody,
              read: [
                { role: "guest", fields: { exclude: ["level"] }, where: "level<3" },
                { role: "guest", where: "word=a" },
              ],
            },
          },
        ),
        safe: plain({ code: field("string") }, { permissions: { create: ["guest"] } }),
      },
    });

    it("ids of all, records of those that are visible, without the key being given", async () => {
      for (const [word, level] of [
        ["a", 1],
        ["b", 2],
        ["c", 1],
        ["d", 3],
      ])
        await server.api.repository("tag").create({ word, level });
      await server.api.repository("safe").create({ code: "4711" });
      for (const title of ["open", "closed"]) await server.api.repository("message").create({ title });
      for (const [table, pairs] of [
        [
          "message_tags",
          [
            [1, 1],
            [1, 2],
            [1, 3],
            [1, 4],
            [2, 4],
          ],
        ],
        ["message_safes", [[1, 1]]],
        ["message_hushed", [[1, 1]]],
        [
          "message_notes",
          [
            [1, 2],
            [2, 2],
          ],
        ],
      ] as const)
        await link(server.api, table, pairs);
      const b = { id: 2, word: "b" };
      const expected = [
        {
          title: "open",
          tags: [1, 2, 3, 4],
          theTags: [{ id: 1, word: "a", level: 1 }, b],
          safes: [1],
          notes: [2],
          theNotes: [b],
        },
        { title: "closed", tags: [4], theTags: [], safes: [] },
      ];
      const sorted = paths.findAll("message", "~title");
      expectJson(await server.request("GET", sorted), 200, { count: 2, items: expected });
      expectJson(await server.request("GET", paths.findById("message", 2)), 200, {
        count: 1,
        items: [expected[1]],
      });
      expect(await server.api.repository("message").findById(2)).toMatchObject({
        id: 2,
        safes: [],
        theSafes: [],
        hushed: [],
        theHushed: [],
        notes: [2],
      });
    });
  });
}
