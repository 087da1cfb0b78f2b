import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { inFlight } from "../callers.js";
import { expectJson, expectProblem, pageOf, pluck } from "../expectations.js";
import { everybody, field, plain, to } from "../fields.js";
import type { Harness } from "../harness.js";
import { paths } from "../paths.js";
import type { TestApi } from "../start-server.js";

/** A field with a list of records of another entity. */
function listOf(
  targetEntityName: string,
  resolvedEntityName: string,
  type: "int" | "uuid" | "string" = "int",
) {
  return field(type, { foreignKey: { targetEntityName, resolvedEntityName, isManyToMany: true } });
}

/** Adds links directly in the database. */
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
    /** The ids of the records, in their order. */
    const tagIds: (number | string)[] = [];
    const messageIds: (number | string)[] = [];
    const tagId = (number: number) => tagIds[number - 1] ?? "";
    const messageId = (number: number) => messageIds[number - 1] ?? "";
    const tag = (number: number) => ({ id: tagId(number), word: `tag ${number}`, data: { n: number } });
    const message = (number: number, lead: number | null = null) => ({
      id: messageId(number),
      title: `message ${number}`,
      lead: lead === null ? null : tagId(lead),
    });
    const expected = () => [
      {
        ...message(1, 2),
        theLead: tag(2),
        tags: [1, 3].map(tagId),
        theTags: [tag(1), tag(3)],
        related: [1, 2].map(messageId),
        theRelated: [message(1, 2), message(2)],
      },
      { ...message(2), theLead: null, tags: [], theTags: [], related: [], theRelated: [] },
      {
        ...message(3),
        theLead: null,
        tags: [2, 3, 10].map(tagId),
        theTags: [tag(2), tag(3), tag(10)],
        related: [messageId(1)],
        theRelated: [message(1, 2)],
      },
    ];
    /** The expected records, with the ids that the database assigned. */
    let items: ReturnType<typeof expected> = [];

    beforeAll(async () => {
      for (let n = 1; n <= 10; n++) {
        const input = { word: `tag ${n}`, password: "hush", data: { n } };
        tagIds.push((await server.api.repository("tag").create(input)).id);
      }
      for (let n = 1; n <= 3; n++) {
        const input = { title: `message ${n}`, ...(n === 1 && { lead: tagId(2) }) };
        messageIds.push((await server.api.repository("message").create(input)).id);
      }
      await link(server.api, "message_tags", [
        [messageId(3), tagId(10)],
        [messageId(3), tagId(3)],
        [messageId(3), tagId(2)],
        [messageId(1), tagId(3)],
        [messageId(1), tagId(1)],
      ]);
      await link(server.api, "message_related", [
        [messageId(1), messageId(2)],
        [messageId(1), messageId(1)],
        [messageId(3), messageId(1)],
      ]);
      items = expected();
    });

    it("links are lists of ids, and of records in the same order", async () => {
      expectJson(await server.get(paths.findAll("message")), 200, { count: 3, items });
      expectJson(await server.get(paths.findAll("message", "~title", 0, 2)), 200, {
        count: 3,
        items: [items[2], items[1]],
      });
      expectJson(await server.get(paths.findByCondition("message", "lead<>null")), 200, {
        count: 1,
        items: [items[0]],
      });
    });

    it("an empty page of an entity with links is answered with its count", async () => {
      expectJson(await server.get(paths.findAll("message", "id", 0, 0)), 200, {
        count: 3,
        items: [],
      });
      expectJson(await server.get(paths.findAll("message", "id", 3, 5)), 200, {
        count: 3,
        items: [],
      });
      expectJson(await server.get(paths.findById("message", 99)), 200, { count: 0, items: [] });
    });

    it("links are in a record that is read by id", async () => {
      for (const item of items)
        expectJson(await server.get(paths.findById("message", item.id)), 200, {
          count: 1,
          items: [item],
        });
    });

    it("links are in records for server code too", async () => {
      const messages = server.api.repository("message");
      expect(await messages.findById(messageId(3))).toEqual(items[2]);
      const page = await messages.find();
      expect(page.toText()).toBe(JSON.stringify({ count: 3, items }));
      expect(page.items).toEqual(items);
      expect(page.toText()).toBe(JSON.stringify({ count: 3, items }));
    });

    it("links cannot be used in conditions and orders", async () => {
      for (const name of ["tags", "theTags", "related"]) {
        expectProblem(await server.get(paths.findByCondition("message", `${name}=1`)), "invalid-condition");
        expectProblem(await server.get(paths.findAll("message", name)), "invalid-order");
      }
    });
  });

  describe("with keys of every type, and many at once", () => {
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

    it("links can have keys of the types text and uuid", async () => {
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
      const { items } = pageOf(await server.get(paths.findAll("story", "code")));
      expect(items.map(({ code, tags: given }) => [code, given])).toEqual([
        ['a "b"', []],
        ["it's", ids],
        ["😀", [ids[1]]],
      ]);
      const [found] = pageOf(await server.get(paths.findById("row", row.id))).items;
      expect(found).toEqual({
        id: row.id,
        stories: ['a "b"', "it's", "😀"],
        theStories: ['a "b"', "it's", "😀"].map((code) => ({ code })),
      });
    });

    it("links are complete on a page of more records than one query reads", async () => {
      const numbers = server.api.repository("number");
      const count = 1100;
      await inFlight(Array.from({ length: count }), () => numbers.create({}), 8);
      const all = pluck(await server.get(paths.findAll("number", "id", 0, 3000)), "id");
      const linked = [1, 2, 1024, 1025, 1100].map((place) => all[place - 1]);
      const [target] = all;
      await link(
        server.api,
        "number_others",
        linked.map((id) => [id, target]),
      );
      const { items } = pageOf(await server.get(paths.findAll("number", "id", 0, 3000)));
      expect(items).toHaveLength(count);
      expect(items.filter(({ others }) => (others as unknown[]).length > 0)).toEqual(
        linked.map((id) => ({ id, others: [target], theOthers: [{ id: target }] })),
      );
    });
  });

  describe("show the readable part of the target", () => {
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

    it("links show the ids of all targets and the readable records, even if the caller may not read the source's id", async () => {
      const tags: (number | string)[] = [];
      const messages: (number | string)[] = [];
      for (const [word, level] of [
        ["a", 1],
        ["b", 2],
        ["c", 1],
        ["d", 3],
      ])
        tags.push((await server.api.repository("tag").create({ word, level })).id);
      await server.api.repository("safe").create({ code: "4711" });
      for (const title of ["open", "closed"])
        messages.push((await server.api.repository("message").create({ title })).id);
      const [tagA, tagB, tagC, tagD] = tags;
      const [open, closed] = messages;
      for (const [table, pairs] of [
        [
          "message_tags",
          [
            [open, tagA],
            [open, tagB],
            [open, tagC],
            [open, tagD],
            [closed, tagD],
          ],
        ],
        ["message_safes", [[open, 1]]],
        ["message_hushed", [[open, tagA]]],
        [
          "message_notes",
          [
            [open, tagB],
            [closed, tagB],
          ],
        ],
      ] as const)
        await link(server.api, table, pairs);
      const b = { id: tagB, word: "b" };
      const expected = [
        {
          title: "open",
          tags,
          theTags: [{ id: tagA, word: "a", level: 1 }, b],
          safes: [1],
          notes: [tagB],
          theNotes: [b],
        },
        { title: "closed", tags: [tagD], theTags: [], safes: [] },
      ];
      const sorted = paths.findAll("message", "~title");
      expectJson(await server.get(sorted), 200, { count: 2, items: expected });
      expectJson(await server.get(paths.findById("message", closed ?? "")), 200, {
        count: 1,
        items: [expected[1]],
      });
      expect(await server.api.repository("message").findById(closed ?? "")).toMatchObject({
        id: closed,
        safes: [],
        theSafes: [],
        hushed: [],
        theHushed: [],
        notes: [tagB],
      });
    });
  });
}
