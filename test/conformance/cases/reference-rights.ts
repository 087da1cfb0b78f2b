import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { EntityConfig } from "data-api";
import { expectJson, expectProblem, pageOf } from "../expectations.js";
import { everybody, field, plain, to } from "../fields.js";
import type { Harness } from "../harness.js";
import { paths } from "../paths.js";
import { expectReports } from "../reports.js";

export function referenceRightsCases({ serve }: Harness): void {
  describe("to targets of keys", () => {
    const asked = vi.fn<NonNullable<EntityConfig["readValidator"]>>();
    const server = serve({
      entities: {
        note: plain({
          title: field("string"),
          safe: to("safe", "theSafe"),
          person: to("person", "thePerson"),
          seen: to("seen", "theSeen"),
          other: to("seen", "theOther"),
        }),
        safe: plain({ code: field("string") }, { permissions: { create: ["guest"] } }),
        person: plain(
          {
            name: field("string"),
            salary: field("int"),
            isHidden: field("boolean"),
            boss: to("person", "theBoss"),
          },
          {
            permissions: {
              ...everybody,
              read: [
                { role: "guest", fields: { include: ["name"] }, where: "isHidden=false" },
                { role: "guest", fields: { include: ["name", "salary"] }, where: "salary<25" },
                { role: "member" },
              ],
            },
          },
        ),
        seen: plain(
          { word: field("string"), level: field("int") },
          {
            readValidator: (roles, userId) => {
              asked(roles, userId);
              return "level<3|level=null";
            },
          },
        ),
        broken: plain({ word: field("string") }, { readValidator: () => "nope=" }),
        fault: plain({ broken: to("broken", "theBroken") }),
      },
    });

    beforeAll(async () => {
      const create = (name: string, record: object) => server.api.repository(name).create({ ...record });
      await create("safe", { code: "4711" });
      await create("person", { name: "plain", salary: 30, isHidden: false });
      const { id: open } = await create("person", { name: "open", salary: 20, isHidden: true });
      const { id: hidden } = await create("person", { name: "hidden", salary: 30, isHidden: true, boss: 1 });
      await create("seen", { word: "visible", level: 2 });
      const { id: invisible } = await create("seen", { word: "invisible", level: 3 });
      const notes = [
        { title: "a", safe: 1, person: 1, seen: 1, other: invisible },
        { title: "b", safe: 1, person: open, seen: invisible, other: 1 },
        { title: "c", person: hidden },
      ];
      for (const [index, note] of notes.entries()) {
        const { id } = await create("note", note);
        // The expected records get the ids that the database assigned.
        Object.assign(seenByGuests[index] ?? {}, { ...note, id });
      }
      await create("fault", {});
    });
    beforeEach(() => asked.mockClear());

    const visible = { id: 1, word: "visible", level: 2 };
    const seenByGuests = [
      {
        id: 1,
        title: "a",
        safe: 1,
        person: 1,
        thePerson: { name: "plain" },
        seen: 1,
        theSeen: visible,
        other: 2,
        theOther: null,
      },
      {
        id: 2,
        title: "b",
        safe: 1,
        person: 2,
        thePerson: { name: "open", salary: 20 },
        seen: 2,
        theSeen: null,
        other: 1,
        theOther: visible,
      },
      {
        id: 3,
        title: "c",
        safe: null,
        person: 3,
        thePerson: null,
        seen: null,
        theSeen: null,
        other: null,
        theOther: null,
      },
    ];

    it("pages leave out the rows and fields of references that the caller may not read", async () => {
      expectJson(await server.get(paths.findAll("note")), 200, { count: 3, items: seenByGuests });
      expectJson(await server.get(paths.findAll("note", "~title", 1, 1)), 200, {
        count: 3,
        items: [seenByGuests[1]],
      });
      expectJson(await server.get(paths.findByCondition("note", "person>1|title=a", "person", 0, 2)), 200, {
        count: 3,
        items: seenByGuests.slice(0, 2),
      });
    });

    it("a record by id leaves out the rows and fields of references that the caller may not read", async () => {
      for (const record of seenByGuests)
        expectJson(await server.get(paths.findById("note", record.id)), 200, {
          count: 1,
          items: [record],
        });
    });

    it("the readValidator of a reference's target is called once for all keys", async () => {
      await server.get(paths.findAll("note"));
      expect(asked.mock.calls).toEqual([[["guest"], null]]);
    });

    it("a read is rejected if the readValidator of a reference's target fails", async () => {
      for (const path of [paths.findAll("fault"), paths.findById("fault", 1)])
        expectProblem(await server.get(path), "internal-error");
      expectReports(2);
    });

    it("rights to references do not apply to server code", async () => {
      const { items } = await server.api.repository("note").find({ where: "title=c|title=a" });
      expect(items).toEqual([
        {
          ...seenByGuests[0],
          theSafe: { id: 1, code: "4711" },
          thePerson: { id: 1, name: "plain", salary: 30, isHidden: false, boss: null },
          theOther: { id: seenByGuests[0]?.other, word: "invisible", level: 3 },
        },
        {
          ...seenByGuests[2],
          theSafe: null,
          thePerson: { id: seenByGuests[2]?.person, name: "hidden", salary: 30, isHidden: true, boss: 1 },
        },
      ]);
    });

    it("a page leaves out members of some records, and the records that these refer to", async () => {
      // The caller may not sort by the key.
      expectJson(await server.get(paths.findAll("person", "~name")), 200, {
        count: 2,
        items: [{ name: "plain" }, { name: "open", salary: 20 }],
      });
    });
  });

  describe("of callers without a claim", () => {
    const systemFields = { createdat: false, updatedat: false, ownerid: false };
    const server = serve({
      auth: { identify: () => undefined },
      entities: {
        asking: plain({ claimed: to("claimed", "theClaimed"), title: field("string") }, { systemFields }),
        claimed: plain(
          { word: field("string") },
          {
            permissions: { read: [{ role: "guest", where: "word=@user.word" }], create: ["guest"] },
            systemFields,
          },
        ),
      },
    });

    it("a reference returns the key only if the caller lacks a claim that the target's rule needs", async () => {
      const create = (name: string, record: object) => server.api.repository(name).create({ ...record });
      await create("claimed", { word: "w" });
      await create("asking", { claimed: 1, title: "t" });
      expectJson(await server.get(paths.findAll("asking")), 200, {
        count: 1,
        items: [{ id: 1, claimed: 1, title: "t" }],
      });
    });
  });

  describe("of fields that are keys", () => {
    const server = serve({
      entities: {
        item: plain(
          {
            title: field("string"),
            level: field("int"),
            owner: to("owner", "theOwner"),
            maker: to("owner", "theMaker"),
          },
          {
            permissions: {
              ...everybody,
              read: [
                { role: "guest", fields: { exclude: ["owner", "maker"] } },
                { role: "guest", fields: { exclude: ["owner"] }, where: "level=1" },
              ],
            },
          },
        ),
        owner: plain({ name: field("string") }),
        hushed: plain(
          { word: field("string"), owner: to("owner", "theOwner") },
          {
            permissions: {
              ...everybody,
              read: [
                { role: "guest", where: "word=x", fields: { include: ["word"] } },
                { role: "guest", where: "word=y", fields: { include: ["owner"] } },
              ],
            },
          },
        ),
      },
    });

    const ids: (number | string)[] = [];
    const hushed: (number | string)[] = [];

    beforeAll(async () => {
      await server.api.repository("owner").create({ name: "Ann" });
      for (const level of [1, 2, null])
        ids.push((await server.api.repository("item").create({ title: "t", level, owner: 1, maker: 1 })).id);
      for (const word of ["x", "y", "z"])
        hushed.push((await server.api.repository("hushed").create({ word, owner: 1 })).id);
    });

    it("a foreign key that the caller may not read also hides its record", async () => {
      const items = [
        { id: ids[0], title: "t", level: 1, maker: 1, theMaker: { id: 1, name: "Ann" } },
        { id: ids[1], title: "t", level: 2 },
        { id: ids[2], title: "t", level: null },
      ];
      expectJson(await server.get(paths.findAll("item")), 200, { count: 3, items });
      expectJson(await server.get(paths.findAll("item", "~title", 1, 2)), 200, {
        count: 3,
        items: [items[1], items[0]],
      });
      for (const item of items)
        expectJson(await server.get(paths.findById("item", item.id ?? "")), 200, {
          count: 1,
          items: [item],
        });
    });

    it("a record shows the members of the rules that match it", async () => {
      const items = [{ word: "x" }, { owner: 1, theOwner: { id: 1, name: "Ann" } }];
      for (const [index, item] of items.entries()) {
        const reply = await server.get(paths.findById("hushed", hushed[index] ?? ""));
        expect(pageOf(reply)).toEqual({ count: 1, items: [item] });
      }
      expect(pageOf(await server.get(paths.findById("hushed", hushed[2] ?? ""))).count).toBe(0);
    });
  });
}
