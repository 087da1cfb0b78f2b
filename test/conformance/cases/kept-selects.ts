import { beforeAll, describe, expect, it } from "vitest";
import { told, toldByHeader, type Headers } from "../callers.js";
import { expectProblem } from "../expectations.js";
import { field, plain } from "../fields.js";
import type { Harness } from "../harness.js";

/** Servers cache parsed `select` texts. Earlier callers must not affect later ones. */
export function keptSelectCases({ serve }: Harness): void {
  describe("of a cached select", () => {
    const toPost = (inverseName: string) =>
      field("int", {
        isIndexed: true,
        foreignKey: { targetEntityName: "post", resolvedEntityName: "thePost", inverseName },
      });
    const writes = { create: ["guest"], update: ["guest"], delete: ["guest"] };
    const server = serve({
      auth: toldByHeader,
      server: { maxRecords: 2000 },
      entities: {
        post: plain({ title: field("string") }),
        note: plain({ text: field("string"), post: toPost("notes") }),
        secret: plain(
          { word: field("string"), post: toPost("secrets") },
          { permissions: { ...writes, read: ["admin"] } },
        ),
        person: plain(
          { name: field("string"), salary: field("int"), post: toPost("people") },
          {
            permissions: {
              ...writes,
              read: ["admin", { role: "member", fields: { exclude: ["salary"] } }],
            },
          },
        ),
        draft: plain(
          { text: field("string"), owner: field("string"), post: toPost("drafts") },
          { permissions: { ...writes, read: ["admin", { role: "member", where: "owner=@user.id" }] } },
        ),
        seen: plain(
          { level: field("int"), post: toPost("views") },
          { readValidator: (roles) => (roles.includes("admin") ? "" : "level<3") },
        ),
      },
    });

    beforeAll(async () => {
      const create = (name: string, record: object) => server.api.repository(name).create({ ...record });
      await create("post", { title: "a" });
      await create("post", { title: "b" });
      for (let note = 1; note <= 3; note++) await create("note", { text: `note ${note}`, post: 1 });
      await create("secret", { word: "4711", post: 1 });
      await create("person", { name: "ann", salary: 30, post: 1 });
      for (const owner of ["ann", "bob"]) await create("draft", { text: `by ${owner}`, owner, post: 1 });
      for (const level of [2, 3]) await create("seen", { level, post: 1 });
    });

    const admin = told({ userId: "root", roles: ["admin"] });
    const ann = told({ userId: "ann", roles: ["member"] });
    const bob = told({ userId: "bob", roles: ["member"] });
    const guest = {};

    const read = (select: string, headers: Headers, more = "where=id=1", entity = "post") =>
      server.get(`/api/data/${entity}?${more}&select=${encodeURIComponent(select)}`, headers);
    const expectItems = async (select: string, headers: Headers, ...items: readonly object[]) => {
      const { status, json } = await read(select, headers);
      expect({ status, json }).toEqual({ status: 200, json: { items } });
    };
    const expectUnknown = async (select: string, headers: Headers) => {
      expectProblem(await read(select, headers), "invalid-select");
    };

    it("relations of a cached select are unknown to callers who may not read their entity", async () => {
      for (const select of ["title,secrets(word)", "title,count(secrets)"])
        for (let round = 0; round < 2; round++) {
          expect((await read(select, admin)).status).toBe(200);
          await expectUnknown(select, ann);
          await expectUnknown(select, guest);
        }
      await expectItems("title,secrets(word)", admin, { title: "a", secrets: [{ word: "4711" }] });
    });

    it("members of a cached select are those that the caller may read now, even after a change of roles", async () => {
      const select = "people(*)";
      const salary = "people(name,salary)";
      const promoted = told({ userId: "ann", roles: ["member", "admin"] });
      for (let round = 0; round < 2; round++) {
        await expectItems(select, ann, { people: [{ id: 1, name: "ann", post: 1, ownerid: null }] });
        await expectUnknown(salary, ann);
        await expectItems(select, promoted, {
          people: [{ id: 1, name: "ann", salary: 30, post: 1, ownerid: null }],
        });
        await expectItems(salary, promoted, { people: [{ name: "ann", salary: 30 }] });
        const own = () => read("name,salary", ann, "take=1", "person");
        expectProblem(await own(), "invalid-select");
        expect((await read("name,salary", promoted, "take=1", "person")).status).toBe(200);
        expectProblem(await own(), "invalid-select");
      }
    });

    it("records of a cached select match the permission rule with the caller's values", async () => {
      const select = "drafts(text),count(drafts)";
      const [byAnn, byBob] = [{ text: "by ann" }, { text: "by bob" }];
      for (let round = 0; round < 2; round++) {
        await expectItems(select, admin, { drafts: [byAnn, byBob], "count(drafts)": 2 });
        await expectItems(select, ann, { drafts: [byAnn], "count(drafts)": 1 });
        await expectItems(select, bob, { drafts: [byBob], "count(drafts)": 1 });
      }
    });

    it("records of a cached select match the readValidator for the caller", async () => {
      const select = "views(level;orderBy=~thePost.title,~level)";
      const [low, high] = [{ level: 2 }, { level: 3 }];
      for (let round = 0; round < 2; round++) {
        await expectItems(select, admin, { views: [high, low] });
        await expectItems(select, guest, { views: [low] });
      }
    });

    it("conditions in a cached select use the values of their caller", async () => {
      const select = "drafts(text;where=owner=@user.id)";
      for (let round = 0; round < 2; round++)
        for (const name of ["ann", "bob"])
          await expectItems(select, told({ userId: name, roles: ["admin"] }), {
            drafts: [{ text: `by ${name}` }],
          });
    });

    it("the number of records of a cached select is checked for each page", async () => {
      const select = "title,notes(text;take=199)";
      for (let round = 0; round < 2; round++) {
        expect((await read(select, guest, "take=10")).status).toBe(200);
        expectProblem(await read(select, guest, "take=11"), "invalid-page", { detail: /2200 records/ });
      }
    });

    it("the same text of a cached select selects the members of each entity", async () => {
      for (let round = 0; round < 2; round++)
        for (const [entity, member] of [
          ["post", "title"],
          ["note", "text"],
        ] as const) {
          const { json } = await read("*", guest, "take=1", entity);
          expect((json as { readonly items: readonly object[] }).items[0]).toHaveProperty(member);
        }
    });

    it("cursors of the same cached select belong to one entity", async () => {
      const pages = await Promise.all(["post", "note"].map((entity) => read("id", guest, "take=1", entity)));
      const [post = "", note = ""] = pages.map(({ json }) => (json as { readonly next: string }).next);
      expect(post).not.toBe(note);
      expectProblem(await read("id", guest, `take=1&after=${note}`), "invalid-page");
    });

    it("answers are correct for more select texts than the cache holds", async () => {
      for (let round = 0; round < 2; round++)
        for (let take = 1; take <= 60; take++) {
          const notes = [1, 2, 3].slice(0, take).map((note) => ({ text: `note ${note}` }));
          await expectItems(`notes(text;take=${take})`, guest, { notes });
        }
    });
  });
}
