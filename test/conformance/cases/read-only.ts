import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { describe, expect, it } from "vitest";
import type { EntityConfig } from "data-api";
import { expectJson, expectProblem, pageOf, pluck } from "../expectations.js";
import { field, openEntity } from "../fields.js";
import type { Harness } from "../harness.js";
import { paths } from "../paths.js";

const key = { isRequired: true, isEditable: false };
const req = new IncomingMessage(new Socket());

/** Existing objects: a table without a primary key, with columns narrower than the fields, and views. */
const made = [
  "create table book (isbn varchar(20) not null, title varchar(30), author varchar(20) not null, yr integer not null)",
  "insert into book (isbn, title, author, yr) values ('1-1', 'Trains', 'Ann', 1999)",
  "insert into book (isbn, title, author, yr) values ('1/2', null, 'Ann', 2005)",
  "insert into book (isbn, title, author, yr) values ('2-1', 'Boats', 'Bob', 2005)",
  "create view latest as select author, yr, max(title) as title, max(yr) as newest from book group by author, yr",
  "create view newest as select author, yr, max(title) as title from book group by author, yr",
];

const onlyRead = (fields: EntityConfig["fields"], options: Partial<EntityConfig>): EntityConfig => ({
  fields,
  permissions: { read: ["guest"] },
  isReadOnly: true,
  ...options,
});
const book = onlyRead(
  {
    isbn: field("string", key),
    title: field("string", { isUnique: true }),
    year: field("int", { column: "yr" }),
  },
  { primaryKey: "isbn" },
);
const latest = onlyRead(
  {
    newest: field("int"),
    title: field("string"),
    year: field("int", { ...key, column: "yr" }),
    author: field("string", { ...key, maxLength: 100 }),
  },
  { primaryKey: ["author", "year"] },
);
/** The key is not unique. */
const byAuthor = onlyRead(
  { author: field("string", { ...key, maxLength: 100 }), title: field("string") },
  { primaryKey: "author", table: "newest" },
);
const review = openEntity({
  book: field("string", { foreignKey: { targetEntityName: "book", resolvedEntityName: "theBook" } }),
});

export function readOnlyCases({ serve, createDatabase, createApi }: Harness): void {
  const server = serve({ entities: { book, latest, byAuthor, review } }, made);
  const ofBook = (isbn: string) => ({
    isbn,
    title: expect.anything() as unknown,
    year: expect.anything() as unknown,
  });

  it("records of a read-only entity are read like others", async () => {
    expectJson(await server.get(paths.findAll("book", "~year", 0, 9)), 200, {
      count: 3,
      items: [
        { isbn: "2-1", title: "Boats", year: 2005 },
        { isbn: "1/2", title: null, year: 2005 },
        { isbn: "1-1", title: "Trains", year: 1999 },
      ],
    });
    expect(pluck(await server.get(paths.findById("book", "1/2")), "isbn")).toEqual(["1/2"]);
    expect(
      pageOf(await server.get(paths.findByCondition("book", "year<2000|title~oa", "isbn"))).items,
    ).toEqual([ofBook("1-1"), ofBook("2-1")]);
    expect((await server.api.findByIdAsync(req, "book", "2-1")).count).toBe(1);
  });

  it("a read-only entity has no more records on a page than asked for, even if its key is not unique", async () => {
    const page = (skip: number) => server.get(paths.findAll("byAuthor", "~title", skip, 1));
    expectJson(await page(0), 200, { count: 3, items: [{ author: "Ann", title: "Trains" }] });
    expectJson(await page(2), 200, { count: 3, items: [{ author: "Ann", title: null }] });
  });

  it("a read-only entity can be a view, with a key from the configuration", async () => {
    expectJson(await server.get(paths.findAll("latest", "~year", 0, 9)), 200, {
      count: 3,
      items: [
        { newest: 2005, title: "Boats", year: 2005, author: "Bob" },
        { newest: 2005, title: null, year: 2005, author: "Ann" },
        { newest: 1999, title: "Trains", year: 1999, author: "Ann" },
      ],
    });
    expectJson(await server.get("/api/data/latest/public/findbyid/Ann/1999"), 200, {
      count: 1,
      items: [{ newest: 1999, title: "Trains", year: 1999, author: "Ann" }],
    });
    expect((await server.api.repository("latest").find({ skip: 1, take: 1 })).items).toMatchObject([
      { author: "Ann", year: 2005 },
    ]);
  });

  it.each([
    ["POST", paths.entity("book")],
    ["PUT", paths.record("book", "1-1")],
    ["PATCH", paths.record("book", "1-1")],
    ["DELETE", paths.record("book", "1-1")],
    ["POST", paths.entity("latest")],
    ["PATCH", "/api/data/latest/Ann/1999"],
    ["DELETE", "/api/data/latest/Ann/1999"],
  ])("a read-only entity cannot be written: %s %s", async (method, path) => {
    expectProblem(await server.request(method, path, { body: { title: "x", isbn: "9" } }), "forbidden");
    expect((await server.api.repository("book").find()).count).toBe(3);
  });

  it("a read-only entity cannot be written by server code either", async () => {
    const books = server.api.repository("book") as unknown as {
      create: (input: object) => Promise<unknown>;
      update: (id: string, changes: object) => Promise<unknown>;
      delete: (id: string) => Promise<unknown>;
    };
    const message = 'The entity "book" is read-only: its records cannot be written.';
    await expect(books.create({ isbn: "9" })).rejects.toThrow(message);
    await expect(books.update("1-1", { title: "x" })).rejects.toThrow(message);
    await expect(books.delete("1-1")).rejects.toThrow(message);
    expect((await server.api.repository("book").find()).count).toBe(3);
  });

  it("a foreign key to a read-only entity has no constraint", async () => {
    for (const isbn of ["1-1", "not there"])
      expect((await server.post(paths.entity("review"), { book: isbn })).status).toBe(201);
  });

  describe("with a missing table", () => {
    it("a read-only entity with a missing table or column prevents the start, and nothing is created", async () => {
      const database = await createDatabase();
      const api = await createApi(database, { entities: { book, review } });
      await expect(api.startAsync(0)).rejects.toThrow(
        'The table or view "book" is missing, and the entity "book" is read-only.',
      );
      await api.stopAsync();
      await database.run([made[0] ?? "", "alter table book drop column title"]);
      const second = await createApi(database, { entities: { book, review } });
      await expect(second.startAsync(0)).rejects.toThrow(
        'The column "book"."title" is missing, and the entity "book" is read-only.',
      );
      await second.stopAsync();
      await expect(database.run(["select * from review"])).rejects.toThrow();
    });
  });
}
