import { beforeAll, describe, expect, it } from "vitest";
import { expectJson, expectProblem } from "../expectations.js";
import { field, plain, to } from "../fields.js";
import type { Harness } from "../harness.js";
import { paths } from "../paths.js";

const many = (targetEntityName: string, resolvedEntityName?: string) =>
  field("int", { foreignKey: { targetEntityName, resolvedEntityName, isManyToMany: true } });

export function keysAloneCases({ serve }: Harness): void {
  describe("if a foreign key has no resolved name", () => {
    const server = serve({
      entities: {
        note: plain({
          title: field("string"),
          author: field("int", { foreignKey: { targetEntityName: "person" } }),
          editor: to("person", "theEditor"),
          readers: many("person"),
        }),
        person: plain({ name: field("string") }),
      },
    });
    const note = { id: 1, title: "one", author: 1, editor: 1, theEditor: { id: 1, name: "Ann" } };
    const readers: (number | string)[] = [];
    const whole = { ...note, readers };

    beforeAll(async () => {
      const people = server.api.repository("person");
      for (const name of ["Ann", "Bob"]) readers.push((await people.create({ name })).id);
      await server.api.repository("note").create({ title: "one", author: 1, editor: 1, readers });
    });

    it("records contain only the key for a foreign key without a resolved name", async () => {
      const found = { count: 1, items: [whole] };
      expectJson(await server.get(paths.findAll("note")), 200, found);
      expectJson(await server.get(paths.findById("note", 1)), 200, found);
      expect(await server.api.repository("note").findById(1)).toEqual(whole);
    });

    it("conditions and orders can use a foreign key without a resolved name", async () => {
      const found = (condition: string) => server.get(paths.findByCondition("note", condition, "~author"));
      expectJson(await found("author=1"), 200, { count: 1, items: [whole] });
      expectJson(await found("author>1"), 200, { count: 0, items: [] });
    });

    it("the database checks a foreign key without a resolved name", async () => {
      const wrong = { body: { title: "x", author: 77 } };
      expectProblem(await server.request("POST", paths.entity("note"), wrong), "foreign-key-conflict", {
        errors: [{ path: "author", code: "no-such-record", message: expect.any(String) as string }],
      });
      const lists = { body: { title: "x", readers: [readers[1], 78] } };
      expectProblem(await server.request("POST", paths.entity("note"), lists), "foreign-key-conflict");
      for (const reader of readers)
        expectProblem(await server.delete(paths.record("person", reader)), "foreign-key-conflict");
    });
  });

  describe("if an entity does not resolve foreign keys", () => {
    const server = serve({
      entities: {
        note: plain(
          { title: field("string"), author: to("person", "theAuthor"), readers: many("person", "people") },
          { resolveForeignKeys: false },
        ),
        bare: plain({ author: to("person", "theAuthor") }, { resolveForeignKeys: false }),
        person: plain({ name: field("string"), best: to("note", "theBest") }),
      },
    });
    const ann = { id: 1, name: "Ann", best: null };
    const own = { id: 1, title: "one", author: 1, readers: [1] };
    const whole = { id: 1, title: "one", author: 1, theAuthor: ann, readers: [1], people: [ann] };

    beforeAll(async () => {
      await server.api.repository("person").create({ name: "Ann" });
      await server.api.repository("note").create({ title: "one", author: 1, readers: [1] });
    });

    it("reads return keys only for an entity that does not resolve foreign keys", async () => {
      const found = { count: 1, items: [own] };
      expectJson(await server.get(paths.findAll("note")), 200, found);
      expectJson(await server.get(paths.findByCondition("note", "author=1")), 200, found);
      expectJson(await server.get(paths.findById("note", 1)), 200, found);
    });

    it("answers to writes contain keys only for an entity that does not resolve foreign keys, and the ETag of a read matches", async () => {
      const { headers } = await server.get(paths.findById("note", 1));
      const prefer = { Prefer: "return=representation", "If-Match": headers["etag"] ?? "" };
      const same = { body: { title: "one" }, headers: prefer };
      expectJson(await server.request("PATCH", paths.record("note", 1), same), 200, own);
      const created = { body: { author: 1 }, headers: { Prefer: "return=representation" } };
      expectJson(await server.request("POST", paths.entity("bare"), created), 201, { id: 1, author: 1 });
    });

    it("server code gets resolved records of an entity that does not resolve foreign keys, even with a caller's rights", async () => {
      const notes = server.api.repository("note");
      const caller = { userId: 1, roles: ["guest"] };
      expect(await notes.findById(1)).toEqual(whole);
      expect((await notes.as(caller).find()).items).toEqual([whole]);
      const changed = await notes.as(caller).update(1, { title: "one" });
      expect(changed).toEqual(whole);
    });

    it("other entities resolve their keys to an entity that does not resolve foreign keys", async () => {
      const { id } = await server.api.repository("person").create({ name: "Bob", best: 1 });
      const best = { id: 1, title: "one", author: 1 };
      expectJson(await server.get(paths.findById("person", id)), 200, {
        count: 1,
        items: [{ id, name: "Bob", best: 1, theBest: best }],
      });
    });
  });
}
