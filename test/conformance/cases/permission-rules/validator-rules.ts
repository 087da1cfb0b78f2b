import { beforeEach, describe, expect, it, vi } from "vitest";
import type { EntityConfig } from "data-api";
import { sender, told, toldByHeader } from "../../callers.js";
import { expectJson, expectProblem, pluck, snapshot } from "../../expectations.js";
import { field } from "../../fields.js";
import type { Harness } from "../../harness.js";
import { paths } from "../../paths.js";
import { expectReports } from "../../reports.js";

const ann = told({ userId: "ann", roles: ["editor"], claims: { level: 1 } });
const fields = {
  title: field("string"),
  level: field("int"),
  isHidden: field("boolean", { default: false }),
};
const allOf = (role: string) => ({ read: [role], create: [role], update: [role], delete: [role] });

/** Validators in addition to rules: they can only restrict access. */
export function validatorRuleCases({ serve }: Harness): void {
  const asked = vi.fn<NonNullable<EntityConfig["writeValidator"]>>();
  let meanwhile: (() => Promise<unknown>) | undefined;
  const server = serve({
    auth: toldByHeader,
    entities: {
      note: {
        fields,
        permissions: {
          ...allOf("member"),
          read: [{ role: "member", where: "level=@user.level" }, "owner"],
        },
        readValidator: (roles, userId) => {
          expect(roles).toEqual(["guest", "member", "editor"]);
          return `isHidden=false|title="of ${String(userId)}"`;
        },
        writeValidator: async (...args) => {
          void asked(...args);
          const [, , , dbRecord, inputRecord] = args;
          const isLocked = dbRecord?.["title"] === "locked" || inputRecord?.["title"] === "forbidden";
          await meanwhile?.();
          return !isLocked;
        },
      },
      widening: {
        fields,
        permissions: { ...allOf("member"), read: ["owner"] },
        readValidator: () => "id>0|title=null|isHidden=true",
        writeValidator: () => true,
      },
      throwing: {
        fields,
        permissions: allOf("member"),
        writeValidator: async () => {
          await Promise.resolve();
          throw new Error("a reason that stays here");
        },
      },
      broken: {
        fields,
        permissions: allOf("member"),
        readValidator: () => "title=x | nope=1",
        writeValidator: () => true,
      },
    },
  });
  const notes = () => server.api.repository("note");
  const send = sender(server, ann);

  beforeEach(() => {
    asked.mockClear();
    meanwhile = undefined;
  });

  it("a readValidator narrows what a rule makes readable", async () => {
    const own = notes().as({ userId: "ann", roles: ["editor"] });
    await notes().deleteMany({ where: "id>0" });
    await notes().create({ title: "level", level: 1 });
    await notes().create({ title: "hidden", level: 1, isHidden: true });
    await notes().create({ title: "of ann", level: 1, isHidden: true });
    await notes().create({ title: "of bob", level: 1, isHidden: true });
    await notes().create({ title: "other", level: 2 });
    await own.create({ title: "own", level: 2 });
    await own.create({ title: "own hidden", level: 2, isHidden: true });
    const expected = ["level", "of ann", "own"];
    for (const path of [paths.findAll("note"), paths.findByCondition("note", "id>0|isHidden=true|level=2")])
      expect(pluck(await send("GET", path), "title")).toEqual(expected);
    expect(pluck(await send("GET", paths.findOwn("note")), "title")).toEqual(["own"]);
    for (const { id, ...record } of (await notes().find()).items) {
      const isSeen = expected.includes(String(record["title"]));
      expect(pluck(await send("GET", paths.findById("note", id)), "title")).toHaveLength(isSeen ? 1 : 0);
      const reply = await send("PATCH", paths.record("note", id), { level: 1 });
      if (!isSeen) expectProblem(reply, "unknown-record");
      else expectJson(reply, 200, { count: 1 });
    }
  });

  it("validators never allow what no rule allows", async () => {
    const { id } = await server.api.repository("widening").create({ title: "t" });
    expect(pluck(await send("GET", paths.findAll("widening")), "id")).toEqual([]);
    expectProblem(await send("PATCH", paths.record("widening", id), { title: "x" }), "unknown-record");
    expectProblem(await send("DELETE", paths.record("widening", id)), "unknown-record");
    expectProblem(await sender(server)("DELETE", paths.record("widening", id)), "authentication-required");
  });

  it("a writeValidator receives the operation, the caller, the record and the input", async () => {
    const roles = ["guest", "member", "editor"];
    const made = await send("POST", paths.entity("note"), { title: "t", LEVEL: "1", ownerid: "bob" });
    const id = made.json as number;
    const record = await notes().findById(id);
    await send("PATCH", paths.record("note", id), { title: "u", ownerid: "bob" });
    const changed = await notes().findById(id);
    await send("DELETE", paths.record("note", id));
    expect(asked.mock.calls).toEqual([
      ["create", roles, "ann", null, { title: "t", level: 1, isHidden: false }],
      ["update", roles, "ann", record, { title: "u" }],
      ["delete", roles, "ann", changed, null],
    ]);
  });

  it("a writeValidator rejects a write with 403, and nothing is written", async () => {
    const { id } = await notes().create({ title: "locked", level: 1 });
    const before = await snapshot(server);
    expectProblem(await send("PATCH", paths.record("note", id), { title: "x" }), "forbidden");
    expectProblem(await send("DELETE", paths.record("note", id)), "forbidden");
    expectProblem(await send("POST", paths.entity("note"), { title: "forbidden" }), "forbidden");
    expect(await snapshot(server)).toBe(before);
  });

  it("a writeValidator checks the record that is written, even if it changes while the validator runs", async () => {
    for (const method of ["PATCH", "DELETE"]) {
      const { id } = await notes().create({ title: "free", level: 1 });
      meanwhile = async () => {
        meanwhile = undefined;
        await notes().update(id, { title: "locked" });
      };
      const body = method === "PATCH" ? { level: 1, isHidden: false } : undefined;
      expectProblem(await send(method, paths.record("note", id), body), "forbidden");
      expect(await notes().findById(id)).toMatchObject({ title: "locked" });
    }
    expect(asked).toHaveBeenCalledTimes(4);
  });

  it("a record that is deleted while the writeValidator runs is reported as missing", async () => {
    const { id } = await notes().create({ title: "free", level: 1 });
    meanwhile = () => notes().delete(id);
    expectProblem(await send("PATCH", paths.record("note", id), { level: 1 }), "unknown-record");
  });

  it("a record that becomes unreadable while the writeValidator runs is not written", async () => {
    const { id } = await notes().create({ title: "free", level: 1 });
    meanwhile = async () => {
      meanwhile = undefined;
      await notes().update(id, { isHidden: true });
    };
    expectProblem(await send("PATCH", paths.record("note", id), { title: "x" }), "unknown-record");
    expect(await notes().findById(id)).toMatchObject({ title: "free" });
  });

  it("a writeValidator that throws rejects a write with 500, reveals nothing and writes nothing", async () => {
    const { id } = await server.api.repository("throwing").create({ title: "t" });
    const before = await snapshot(server);
    for (const [method, path, body] of [
      ["POST", paths.entity("throwing"), { title: "x" }],
      ["PATCH", paths.record("throwing", id), { title: "x" }],
      ["DELETE", paths.record("throwing", id), undefined],
    ] as const) {
      const reply = await send(method, path, body);
      expectProblem(reply, "internal-error");
      expect(reply.text).not.toContain("reason");
    }
    expectReports(3);
    expect(await snapshot(server)).toBe(before);
  });

  it("a readValidator with an invalid condition rejects reads and writes with 500", async () => {
    const { id } = await server.api.repository("broken").create({ title: "x" });
    for (const [method, path, body] of [
      ["GET", paths.findAll("broken"), undefined],
      ["GET", paths.findOwn("broken"), undefined],
      ["PATCH", paths.record("broken", id), { title: "y" }],
      ["DELETE", paths.record("broken", id), undefined],
    ] as const) {
      const reply = await send(method, path, body);
      expectProblem(reply, "internal-error");
      expect(reply.text).not.toContain("nope");
    }
    expectReports(4);
    expect(await server.api.repository("broken").findById(id)).toMatchObject({ title: "x" });
  });

  describe("private access", () => {
    const ofAccess = serve({
      auth: toldByHeader,
      entities: {
        diary: {
          fields,
          permissions: {
            ...allOf("member"),
            read: [
              { role: "member", where: "level=1" },
              { role: "editor", where: "level=2" },
            ],
          },
        },
        unowned: { fields, permissions: allOf("guest"), systemFields: { ownerid: false } },
        closed: { fields, permissions: { ...allOf("boss"), read: ["owner", "boss"] } },
        bossy: { fields, permissions: allOf("boss") },
      },
    });

    it("private access returns the own records that rules make readable", async () => {
      for (const userId of ["ann", "bob"]) {
        const diary = ofAccess.api.repository("diary").as({ userId, roles: ["editor"] });
        for (const level of [1, 2, 3]) await diary.create({ title: `${userId} ${level}`, level });
      }
      const read = async (path: string, roles: readonly string[]) =>
        pluck(await ofAccess.get(path, told({ userId: "ann", roles })), "title");
      expect(await read(paths.findOwn("diary"), [])).toEqual(["ann 1"]);
      expect(await read(paths.findOwn("diary"), ["editor"])).toEqual(["ann 1", "ann 2"]);
      expect(await read(paths.findAll("diary"), ["editor"])).toEqual(["ann 1", "ann 2", "bob 1", "bob 2"]);
      expect(await read(paths.findOwnByCondition("diary", "id>0|ownerid=bob"), ["editor"])).toEqual([
        "ann 1",
        "ann 2",
      ]);
      expect(await read(paths.findOwnByCondition("diary", 'ownerid="bob"'), ["editor"])).toEqual([]);
    });

    it("private access does not exist if records have no owner", async () => {
      await ofAccess.api.repository("unowned").create({ title: "t" });
      for (const path of [
        paths.findOwn("unowned"),
        paths.findOwnById("unowned", 1),
        paths.findOwnByCondition("unowned", "id=1"),
      ]) {
        const reply = await ofAccess.get(path, ann);
        expectProblem(reply, "unknown-path", { detail: /owner/ });
      }
    });

    it("private access requires a caller with a role that may read", async () => {
      for (const name of ["diary", "closed", "bossy"])
        expectProblem(await ofAccess.get(paths.findOwn(name)), "authentication-required");
      const boss = told({ userId: "ann", roles: ["boss"] });
      expectProblem(await ofAccess.get(paths.findOwn("bossy"), ann), "forbidden");
      expect((await ofAccess.get(paths.findOwn("bossy"), boss)).status).toBe(200);
      expect(pluck(await ofAccess.get(paths.findOwn("closed"), ann), "id")).toEqual([]);
    });
  });
}
