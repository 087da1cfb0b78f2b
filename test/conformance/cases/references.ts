import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { beforeAll, describe, expect, it } from "vitest";
import type { EntityConfig } from "data-api";
import { expectJson, expectProblem, pageOf } from "../expectations.js";
import { field, plain, to } from "../fields.js";
import type { Harness } from "../harness.js";
import { paths } from "../paths.js";

const req = new IncomingMessage(new Socket());

export function referenceCases({ serve }: Harness): void {
  describe("on pages", () => {
    const server = serve({
      entities: {
        note: plain({
          title: field("string"),
          author: to("Person", "theAuthor"),
          editor: to("person", "theEditor"),
          parent: to("note", "above"),
          level: field("int", { isIndexed: true }),
        }),
        person: plain({
          name: field("string", { column: "full name" }),
          password: field("secret"),
          boss: to("person", "theBoss"),
        }),
      },
    });
    const ann = { id: 1, name: "Ann", boss: null };
    const bob = { id: 2, name: 'Bob "the" Builder', boss: 1 };
    const first = { id: 1, title: "one", author: 1, editor: 2, parent: null, level: 1 };
    const all = [
      {
        id: 1,
        title: "one",
        author: 1,
        theAuthor: ann,
        editor: 2,
        theEditor: bob,
        parent: null,
        above: null,
        level: 1,
      },
      {
        id: 2,
        title: "two",
        author: 2,
        theAuthor: bob,
        editor: 2,
        theEditor: bob,
        parent: 1,
        above: first,
        level: 2,
      },
      {
        id: 3,
        title: "three",
        author: null,
        theAuthor: null,
        editor: 1,
        theEditor: ann,
        parent: 3,
        above: { id: 3, title: "three", author: null, editor: 1, parent: 3, level: 2 },
        level: 2,
      },
    ];
    const [one, two, three] = all;

    beforeAll(async () => {
      const people = server.api.repository("person");
      await people.create({ name: "Ann", password: "the secret of Ann" });
      const builder = { name: 'Bob "the" Builder', password: "that of Bob", boss: 1 };
      const { id: editor } = await people.create(builder);
      const notes = server.api.repository("note");
      await notes.create({ title: "one", author: 1, editor, level: 1 });
      const { id } = await notes.create({ title: "two", author: editor, editor, parent: 1, level: 2 });
      const { id: parent } = await notes.create({ title: "three", editor: 1, level: 2 });
      await notes.update(parent, { parent });
      // The expected records get the ids that the database assigned.
      Object.assign(bob, { id: editor });
      Object.assign(first, { editor });
      Object.assign(one ?? {}, { editor });
      Object.assign(two ?? {}, { id, author: editor, editor });
      Object.assign(three ?? {}, { id: parent, parent });
      Object.assign(three?.above ?? {}, { id: parent, parent });
    });

    it("resolved records follow their keys, one level deep, and are null if the key is", async () => {
      expectJson(await server.get(paths.findAll("note")), 200, { count: 3, items: all });
    });

    it.each([
      ["title", [one, three, two]],
      ["~title", [two, three, one]],
      ["author", [three, one, two]],
      ["~author", [two, one, three]],
      ["level", [one, two, three]],
      ["~level", [three, two, one]],
      ["parent", [one, two, three]],
      ["~id", [three, two, one]],
    ])("records with references keep the order by %s", async (orderBy, items) => {
      expectJson(await server.get(paths.findAll("note", orderBy)), 200, { count: 3, items });
    });

    it.each(["id", "~id", "title", "level", "~author"])(
      "pages by %s of records with references do not overlap",
      async (orderBy) => {
        const pages: unknown[] = [];
        for (let skip = 0; skip < 3; skip++) {
          const page = pageOf(await server.get(paths.findAll("note", orderBy, skip, 1)));
          expect(page.count).toBe(3);
          pages.push(...page.items);
        }
        expect(pages).toEqual(pageOf(await server.get(paths.findAll("note", orderBy))).items);
      },
    );

    it.each([
      ["id", 3, 1, 3],
      ["title", 7, 5, 3],
      ["id", 0, 0, 3],
      ["title", 2, 0, 3],
    ])(
      "an empty page of records with references has the right count (%s/%d/%d)",
      async (orderBy, skip, take, count) => {
        expectJson(await server.get(paths.findAll("note", orderBy, skip, take)), 200, {
          count,
          items: [],
        });
      },
    );

    it("records with references allow conditions on their own fields, with the right count", async () => {
      const found = (condition: string, ...page: readonly number[]) =>
        server.get(paths.findByCondition("note", condition, "id", ...page));
      expectJson(await found(`author=${bob.id}|title~thr`), 200, { count: 2, items: [two, three] });
      expectJson(await found(`author=${bob.id}|title~thr`, 1, 1), 200, { count: 2, items: [three] });
      expectJson(await found("author=null"), 200, { count: 1, items: [three] });
      expectJson(await found("author=77"), 200, { count: 0, items: [] });
      expectJson(await found("author=77", 5, 5), 200, { count: 0, items: [] });
    });

    it("resolved records cannot be used in conditions and orders", async () => {
      for (const name of ["theAuthor", "above", "theAuthor.name", "name"]) {
        expectProblem(await server.get(paths.findByCondition("note", `${name}=1`)), "invalid-condition");
        expectProblem(await server.get(paths.findAll("note", name)), "invalid-order");
      }
    });

    it("resolved records are in a record by id", async () => {
      expectJson(await server.get(paths.findById("note", two?.id ?? 0)), 200, {
        count: 1,
        items: [two],
      });
      expectJson(await server.get(paths.findById("note", 99)), 200, { count: 0, items: [] });
    });

    it("resolved records are in records for server code too", async () => {
      const notes = server.api.repository("note");
      expect(await notes.findById(two?.id ?? 0)).toEqual(two);
      expect((await notes.find()).items).toEqual(all);
      expect((await notes.find()).toText()).toBe(JSON.stringify({ count: 3, items: all }));
      expect(await server.api.findByIdAsync(req, "note", three?.id ?? 0)).toEqual({
        count: 1,
        items: [three],
      });
      expect((await server.api.findAllAsync(req, "note", "id", 0, 2)).items).toEqual([one, two]);
    });

    it("resolved records never contain a secret", async () => {
      for (const path of [paths.findAll("note"), paths.findById("note", 1), paths.findAll("person")]) {
        const { text } = await server.get(path);
        expect(text).not.toMatch(/password|secret|scrypt/);
      }
    });
  });

  describe("by keys of every type", () => {
    const key = { isRequired: true, isEditable: false };
    const types = {
      uuid: ["8f14e45f-ceea-467a-9575-6f3d1f0c5a11", "8f14e45f-ceea-467a-9575-6f3d1f0c5a12"],
      bigint: ["9007199254740993", 12],
      string: ['it\'s a "key" 😀', "A"],
      decimal: ["12.5", "-0.25"],
      date: ["2024-02-29", "0001-01-01"],
      datetime: ["2024-02-29T12:00:00.123Z", "1999-12-31T23:59:59.000Z"],
      boolean: [true, false],
      time: ["13:45:30.123", "00:00:00"],
      duration: ["P1Y2M3DT4H5M6.789S", "PT-1S"],
      year: [1999, 0],
    } as const;
    const names = Object.keys(types) as (keyof typeof types)[];
    const server = serve({
      entities: {
        source: plain(
          Object.fromEntries(names.map((type) => [`to_${type}`, to(`of_${type}`, `the_${type}`, type)])),
        ),
        ...Object.fromEntries(
          names.map((type) => [
            `of_${type}`,
            plain(
              { code: field(type, { ...key, column: "the code" }), data: field("json") },
              { primaryKey: "code" },
            ),
          ]),
        ),
      },
    });

    it.each(names)("a reference is resolved by a key of the type %s", async (type) => {
      const [first, second] = types[type];
      await server.api.repository(`of_${type}`).create({ code: first, data: { a: [1, null] } });
      await server.api.repository(`of_${type}`).create({ code: second });
      const { id } = await server.api.repository("source").create({ [`to_${type}`]: first });
      const other = await server.api.repository("source").create({ [`to_${type}`]: second });
      const [found] = pageOf(await server.get(paths.findById("source", id))).items;
      expect(found).toMatchObject({
        [`to_${type}`]: first,
        [`the_${type}`]: { code: first, data: { a: [1, null] } },
      });
      const page = pageOf(await server.get(paths.findByCondition("source", `id=${id}|id=${other.id}`)));
      expect(page.items.map((item) => item[`the_${type}`])).toEqual([
        { code: first, data: { a: [1, null] } },
        { code: second, data: null },
      ]);
    });
  });

  describe("from an entity with a composite key and a table name that paging also uses", () => {
    const key = { isRequired: true, isEditable: false };
    const server = serve({
      entities: {
        line: plain(
          {
            nr: field("int", key),
            part: field("string", { ...key, maxLength: 20 }),
            of: to("page", "whole"),
          },
          { primaryKey: ["part", "nr"], table: "counted" },
        ),
        page: plain({ title: field("string"), parent: to("page", "above") }),
      },
    });

    const pageIds: unknown[] = [];
    /** The id of the page with this number. */
    const pageId = (number: number | null) => (number === null ? null : pageIds[number - 1]);

    beforeAll(async () => {
      const pages = server.api.repository("page");
      for (const parent of [null, 1, 1, 2, 2]) {
        const input = { title: `of ${parent ?? "none"}`, parent: pageId(parent) };
        pageIds.push((await pages.create(input)).id);
      }
      const lines = server.api.repository("line");
      for (const [part, nr, of] of [
        ["b", 1, 5],
        ["a", 2, 1],
        ["b", 2, null],
        ["a", 1, 5],
      ] as const)
        await lines.create({ part, nr, of: pageId(of) });
    });

    it("references from an entity with a composite key keep order, pages and count", async () => {
      const reply = await server.get(paths.findAll("line", "of", 0, 3));
      const whole = (number: number, parent: number | null) => ({
        id: pageId(number),
        title: `of ${parent ?? "none"}`,
        parent: pageId(parent),
      });
      expectJson(reply, 200, {
        count: 4,
        items: [
          { nr: 2, part: "b", of: null, whole: null },
          { nr: 2, part: "a", of: 1, whole: whole(1, null) },
          { nr: 1, part: "a", of: pageId(5), whole: whole(5, 2) },
        ],
      });
      expectJson(await server.get("/api/data/line/public/findbyid/b/1"), 200, {
        count: 1,
        items: [{ nr: 1, part: "b", of: pageId(5), whole: whole(5, 2) }],
      });
    });

    it.each(["id", "title", "~parent"])("a full page by %s has the count of all records", async (orderBy) => {
      const page = pageOf(await server.get(paths.findAll("page", orderBy, 0, 2)));
      expect(page.count).toBe(5);
      expect(page.items).toHaveLength(2);
      for (const { parent, above } of page.items)
        expect((above as { id: number } | null)?.id ?? null).toBe(parent);
    });
  });

  describe("to read-only entities", () => {
    const key = { isRequired: true, isEditable: false };
    const made = [
      "create table book (isbn varchar(20) not null primary key, title varchar(30))",
      "insert into book (isbn, title) values ('1-1', 'Trains')",
      "insert into book (isbn, title) values ('1/2', null)",
      "create view shelf as select isbn, title from book where isbn = '1-1'",
      "create table loan (nr integer not null primary key, isbn varchar(20))",
      "insert into loan (nr, isbn) values (1, '1-1')",
      "insert into loan (nr, isbn) values (2, 'gone')",
    ];
    const onlyRead = (fields: EntityConfig["fields"], primaryKey: string): EntityConfig => ({
      fields,
      permissions: { read: ["guest"] },
      isReadOnly: true,
      primaryKey,
    });
    const isbn = { isbn: field("string", { ...key, maxLength: 20 }), title: field("string") };
    const server = serve(
      {
        entities: {
          book: onlyRead(isbn, "isbn"),
          shelf: onlyRead(isbn, "isbn"),
          loan: onlyRead(
            { nr: field("int", key), isbn: to("book", "book", "string", { maxLength: 20 }) },
            "nr",
          ),
          review: plain({
            of: to("book", "theBook", "string", { maxLength: 20 }),
            on: to("shelf", "onShelf", "string", { maxLength: 20 }),
          }),
        },
      },
      made,
    );

    it("references to read-only entities are joined with any collation, and null if there is no target", async () => {
      const reviews = server.api.repository("review");
      const { id: first } = await reviews.create({ of: "1-1", on: "1-1" });
      const { id: second } = await reviews.create({ of: "1/2", on: "1/2" });
      const { id: third } = await reviews.create({ of: "not there", on: null });
      const trains = { isbn: "1-1", title: "Trains" };
      expectJson(await server.get(paths.findAll("review")), 200, {
        count: 3,
        items: [
          { id: first, of: "1-1", theBook: trains, on: "1-1", onShelf: trains },
          { id: second, of: "1/2", theBook: { isbn: "1/2", title: null }, on: "1/2", onShelf: null },
          { id: third, of: "not there", theBook: null, on: null, onShelf: null },
        ],
      });
    });

    it("references from read-only entities are resolved too", async () => {
      expectJson(await server.get(paths.findAll("loan", "nr")), 200, {
        count: 2,
        items: [
          { nr: 1, isbn: "1-1", book: { isbn: "1-1", title: "Trains" } },
          { nr: 2, isbn: "gone", book: null },
        ],
      });
    });
  });
}
