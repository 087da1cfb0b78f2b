import { sql } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import { ApiError } from "data-api";
import { sender, told, toldByHeader } from "../../callers.js";
import { expectJson, expectProblem, pageOf, snapshot } from "../../expectations.js";
import { field } from "../../fields.js";
import type { Harness } from "../../harness.js";
import { paths } from "../../paths.js";
import { expectReports } from "../../reports.js";

const tags = {
  targetEntityName: "tag",
  resolvedEntityName: "tags",
  isManyToMany: true,
  joinTable: "item_tags",
};
const ownersOnly = { create: ["member"], update: ["owner"], delete: ["owner"] };

/** Lists of ids, and errors from hooks. */
export function linkAttackCases({ serve }: Harness): void {
  const refusals = new Set<string>();
  const refuse = (name: string) => {
    if (refusals.has(`${name} fails`)) throw new Error("a reason that stays here");
    if (refusals.has(name)) throw new ApiError("forbidden", `${name} says no.`);
  };
  const server = serve({
    auth: toldByHeader,
    entities: {
      tag: {
        fields: { name: field("string") },
        permissions: {
          read: [{ role: "guest", where: 'name~"open"' }, "owner"],
          create: ["member"],
          delete: ["member"],
        },
      },
      item: {
        fields: { title: field("string"), tagids: field("int", { foreignKey: tags }) },
        permissions: { read: ["guest"], ...ownersOnly },
        hooks: {
          beforeCreate: () => {
            refuse("beforeCreate");
          },
          afterCreate: async ({ repository }) => {
            await repository("log").create({ text: "created" });
            refuse("afterCreate");
          },
          beforeUpdate: () => {
            refuse("beforeUpdate");
          },
          afterUpdate: async ({ repository }) => {
            await repository("log").create({ text: "updated" });
            refuse("afterUpdate");
          },
          beforeDelete: () => {
            refuse("beforeDelete");
          },
          afterDelete: async ({ repository }) => {
            await repository("log").create({ text: "deleted" });
            refuse("afterDelete");
          },
        },
      },
      plain: {
        fields: {
          title: field("string"),
          tagids: field("int", { foreignKey: { ...tags, joinTable: "plain_tags" } }),
        },
        permissions: { read: ["guest"], ...ownersOnly },
      },
      log: { fields: { text: field("string") }, permissions: {} },
    },
  });
  const ann = sender(server, told({ userId: "ann" }));
  const bob = sender(server, told({ userId: "bob" }));
  const open: number[] = [];
  let hidden = 0;

  beforeEach(async () => {
    refusals.clear();
    if (open.length > 0) return;
    for (const name of ["open one", "open two"])
      open.push(Number((await server.api.repository("tag").create({ name })).id));
    hidden = Number(
      (await server.api.repository("tag").as({ userId: "bob" }).create({ name: "bob's own" })).id,
    );
  });

  const make = async (entity: string, tagids: readonly unknown[] = open) => {
    const reply = await ann("POST", paths.entity(entity), { title: "t", tagids });
    expect(reply.status, reply.text).toBe(201);
    return reply.json as number;
  };

  describe.each(["plain", "item"])("a list of %s", (entity) => {
    it("a list of links does not show records that the caller may not read", async () => {
      const id = await make(entity, [hidden, ...open]);
      for (const send of [ann, sender(server)]) {
        const reply = await send("GET", paths.findById(entity, id));
        const [item] = pageOf(reply).items;
        expect(item?.["tags"]).toMatchObject([{ name: "open one" }, { name: "open two" }]);
        expect(reply.text).not.toContain('own"');
      }
      const forBob = pageOf(await bob("GET", paths.findById(entity, id))).items[0];
      expect(forBob?.["tags"]).toHaveLength(3);
    });

    it.each<readonly [string, (mine: number) => unknown]>([
      ["a string", () => "1"],
      ["an object", () => ({ 0: 1, length: 1 })],
      ["null", () => null],
      ["an id twice", () => [open[0], open[0]]],
      ["an id twice, once as text", () => [open[0], String(open[0])]],
      ["a list in a list", () => [[open[0]]]],
      ["a record", () => [{ id: open[0] }]],
      ["a list with a fraction", () => [1.5]],
      ["a list with a text", () => ["x"]],
      ["an injection", () => ["1); delete from tag; --"]],
      ["a list with null", () => [open[0], null]],
      ["a list with true", () => [true]],
      ["an id out of range", () => [2 ** 31]],
      ["1001 ids", () => Array.from({ length: 1001 }, (_, index) => index + 1)],
    ])("a list of links cannot be %s", async (_what, list) => {
      const id = await make(entity);
      const before = await snapshot(server);
      const tagids = list(id);
      const made = await ann("POST", paths.entity(entity), { title: "u", tagids });
      const { errors } = expectProblem(made, "invalid-fields");
      for (const { path } of errors ?? []) expect(path).toMatch(/^tagids/);
      expectProblem(await ann("PATCH", paths.record(entity, id), { title: "u", tagids }), "invalid-fields");
      expect(await snapshot(server)).toBe(before);
    });

    it("a list of links to missing records is rejected, and nothing is written", async () => {
      const id = await make(entity);
      const before = await snapshot(server);
      for (const tagids of [[999_999], [...open, 999_999], [0], [-1]]) {
        for (const [method, path] of [
          ["POST", paths.entity(entity)],
          ["PATCH", paths.record(entity, id)],
        ] as const) {
          const reply = await ann(method, path, { title: "u", tagids });
          expect(expectProblem(reply, "foreign-key-conflict").errors).toMatchObject([{ path: "tagids" }]);
        }
      }
      expect(await snapshot(server)).toBe(before);
    });

    it("a list of links in a record of another user cannot be changed, and the record cannot be deleted", async () => {
      const id = await make(entity);
      const before = await snapshot(server);
      for (const body of [{ tagids: [] }, { tagids: [hidden] }, { title: "x", tagids: [open[0]] }]) {
        for (const prefer of [{}, { Prefer: "return=representation" }, { Prefer: "handling=strict" }]) {
          expectProblem(await bob("PATCH", paths.record(entity, id), body, prefer), "forbidden");
          expectProblem(
            await sender(server)("PATCH", paths.record(entity, id), body, prefer),
            "authentication-required",
          );
        }
      }
      expectProblem(await bob("DELETE", paths.record(entity, id)), "forbidden");
      expect(await snapshot(server)).toBe(before);
    });

    it("a list of links is replaced as a whole, can be emptied, and is deleted with its record", async () => {
      const id = await make(entity);
      const stored = async () => {
        const { rows } =
          await sql`select * from ${sql.table(`${entity}_tags`)} where sourceid = ${id}`.execute(
            server.api.repository(entity).db,
          );
        return rows.length;
      };
      const list = async () => (await server.api.repository(entity).findById(id))?.["tagids"];
      for (const tagids of [[open[1]], [hidden, open[0]], [], open]) {
        expectJson(await ann("PATCH", paths.record(entity, id), { tagids }), 200, { count: 1 });
        expect(await list()).toEqual(tagids.toSorted((one, other) => Number(one) - Number(other)));
      }
      expectJson(await ann("PATCH", paths.record(entity, id), { title: "only" }), 200, { count: 1 });
      expect(await list()).toEqual(open);
      expect(await stored()).toBe(open.length);
      expectJson(await ann("DELETE", paths.record(entity, id)), 200, { count: 1 });
      expect(await stored()).toBe(0);
      const again = await make(entity, []);
      expect((await server.api.repository(entity).findById(again))?.["tagids"]).toEqual([]);
    });

    it("a list of links is not an entity, and takes no records as input", async () => {
      for (const name of ["item_tags", "plain_tags", "tags", "tagids", `${entity}_tagids`])
        expectProblem(await ann("GET", paths.findAll(name)), "unknown-entity");
      const id = await make(entity, []);
      await ann("PATCH", paths.record(entity, id), { title: "u", tags: [{ id: open[0], name: "changed" }] });
      expect((await server.api.repository(entity).findById(id))?.["tagids"]).toEqual([]);
      const strict = { Prefer: "handling=strict" };
      const reply = await ann("PATCH", paths.record(entity, id), { title: "u", tags: [] }, strict);
      expectProblem(reply, "invalid-fields");
    });

    it("a list of links prevents the delete of its targets", async () => {
      await make(entity);
      const before = await snapshot(server);
      expectProblem(await ann("DELETE", paths.record("tag", open[0] ?? 0)), "foreign-key-conflict");
      expect(await snapshot(server)).toBe(before);
    });
  });

  it("a list of links takes 50 ids, and returns them in ascending order", async () => {
    const many: number[] = [];
    for (let index = 0; index < 50; index++)
      many.push(Number((await server.api.repository("tag").create({ name: `many ${index}` })).id));
    const id = await make("plain", many.toReversed());
    expect((await server.api.repository("plain").findById(id))?.["tagids"]).toEqual(many);
  });

  describe("an error from a hook", () => {
    const writes = (id: number) =>
      ({
        Create: ["POST", paths.entity("item"), { title: "new", tagids: [hidden] }],
        Update: ["PATCH", paths.record("item", id), { title: "changed", tagids: [hidden] }],
        Delete: ["DELETE", paths.record("item", id), undefined],
      }) as const;

    it.each([
      ["beforeCreate", "Create"],
      ["afterCreate", "Create"],
      ["beforeUpdate", "Update"],
      ["afterUpdate", "Update"],
      ["beforeDelete", "Delete"],
      ["afterDelete", "Delete"],
    ] as const)(
      "an error from a hook is answered, and undoes the whole write (%s)",
      async (hook, operation) => {
        const id = await make("item");
        const before = await snapshot(server);
        const [method, path, body] = writes(id)[operation];
        for (const prefer of [{}, { Prefer: "return=representation" }]) {
          refusals.add(hook);
          expectProblem(await ann(method, path, body, prefer), "forbidden", { detail: `${hook} says no.` });
          refusals.add(`${hook} fails`);
          const reply = await ann(method, path, body, prefer);
          expectProblem(reply, "internal-error");
          expect(reply.text).not.toContain("reason");
          expectReports(1);
          refusals.clear();
        }
        expect(await snapshot(server)).toBe(before);
        expect((await ann(method, path, body)).status).toBeLessThan(300);
        expect(await snapshot(server)).not.toBe(before);
      },
    );
  });
}
