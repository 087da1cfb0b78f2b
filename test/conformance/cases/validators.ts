import { beforeEach, describe, expect, it, vi } from "vitest";
import type { EntityConfig } from "data-api";
import { expectJson, expectProblem, pageOf, pluck, snapshot } from "../expectations.js";
import { field, openEntity } from "../fields.js";
import type { Harness } from "../harness.js";
import { paths } from "../paths.js";
import { expectReports } from "../reports.js";

const fields = {
  title: field("string"),
  isHidden: field("boolean", { default: false }),
  level: field("int"),
};

export function validatorCases({ serve }: Harness): void {
  describe("readValidator", () => {
    const asked = vi.fn<NonNullable<EntityConfig["readValidator"]>>();
    const server = serve({
      entities: {
        note: openEntity(fields, {
          readValidator: (roles, userId) => {
            asked(roles, userId);
            return "isHidden=false|isHidden=null";
          },
        }),
        free: openEntity(fields, { readValidator: () => undefined }),
        empty: openEntity(fields, { readValidator: () => "" }),
        broken: openEntity(fields, { readValidator: () => "nope=" }),
        throwing: openEntity(fields, {
          readValidator: () => {
            throw new Error("a secret reason");
          },
        }),
      },
    });
    let hidden: string | number = 0;
    let visible: string | number = 0;

    beforeEach(async () => {
      hidden = (await server.api.repository("note").create({ title: "h", isHidden: true, level: 1 })).id;
      visible = (await server.api.repository("note").create({ title: "v", level: 1 })).id;
      asked.mockClear();
    });

    it("a readValidator receives the caller's roles and id", async () => {
      await server.get(paths.findAll("note"));
      expect(asked.mock.calls).toEqual([[["guest"], null]]);
    });

    it("a readValidator applies to every read and every count", async () => {
      expect(pageOf(await server.get(paths.findById("note", hidden))).count).toBe(0);
      expect(pageOf(await server.get(paths.findById("note", visible))).count).toBe(1);
      const all = await server.get(paths.findAll("note", "id", 0, 1));
      const { count } = pageOf(all);
      expect(count).toBe(await server.api.repository("note").count("isHidden=false"));
      expect(pluck(await server.get(paths.findAll("note")), "title")).not.toContain("h");
      expect(pageOf(await server.get(paths.findAll("note", "id", 0, 0))).count).toBe(count);
    });

    it("a readValidator cannot be widened by a condition", async () => {
      for (const condition of [
        `id=${hidden}`,
        `isHidden=true`,
        "isHidden=false|id>0",
        `title=h|(title=v|level=1)`,
      ]) {
        const found = pluck(await server.get(paths.findByCondition("note", condition)), "title");
        expect(found, condition).not.toContain("h");
      }
    });

    it("a readValidator applies to updates and deletes", async () => {
      const before = await snapshot(server);
      expectProblem(await server.patch(paths.record("note", hidden), { title: "x" }), "unknown-record");
      expectProblem(await server.delete(paths.record("note", hidden)), "unknown-record");
      expect(await snapshot(server)).toBe(before);
      expectJson(await server.patch(paths.record("note", visible), { title: "w" }), 200, { count: 1 });
      expectJson(await server.delete(paths.record("note", visible)), 200, { count: 1 });
    });

    it("a readValidator applies to answers to writes", async () => {
      const headers = { Prefer: "return=representation" };
      const body = { title: "h", isHidden: true };
      const made = await server.post(paths.entity("note"), body, headers);
      expect(made.status).toBe(201);
      expect(Object.keys(made.json as object)).toEqual(["id"]);
      const { id } = await server.api.repository("note").create({ title: "v" });
      const moved = await server.patch(paths.record("note", id), body, headers);
      expectJson(moved, 200, { id });
      expect(await server.api.repository("note").findById(id)).toMatchObject(body);
    });

    it.each(["free", "empty"])(
      "a readValidator that returns no condition allows everything (%s)",
      async (name) => {
        await server.api.repository(name).create({ title: "t" });
        expect(pageOf(await server.get(paths.findAll(name))).count).toBe(1);
      },
    );

    it.each(["broken", "throwing"])(
      "a readValidator that is %s rejects requests, and does not reveal why",
      async (name) => {
        await server.api.repository(name).create({ title: "t" });
        for (const path of [
          paths.findAll(name),
          paths.findById(name, 1),
          paths.findByCondition(name, "id=1"),
        ]) {
          const reply = await server.get(path);
          expectProblem(reply, "internal-error");
          expect(reply.text).not.toMatch(/nope|reason|Validator/);
        }
        expectProblem(await server.delete(paths.record(name, 1)), "internal-error");
        expect(await server.api.repository(name).count()).toBe(1);
        expectReports(4);
      },
    );

    it("a readValidator does not apply to server code", async () => {
      expect(await server.api.repository("note").findById(hidden)).toMatchObject({ title: "h" });
    });
  });

  describe("writeValidator", () => {
    const asked = vi.fn<NonNullable<EntityConfig["writeValidator"]>>();
    const answer = (value: unknown) => openEntity(fields, { writeValidator: () => value as boolean });
    const server = serve({
      entities: {
        note: openEntity(fields, {
          writeValidator: async (...args) => {
            void asked(...args);
            await Promise.resolve();
            const [, , , dbRecord, inputRecord] = args;
            return dbRecord?.["title"] !== "locked" && inputRecord?.["title"] !== "forbidden";
          },
        }),
        no: answer(false),
        nothing: answer(undefined),
        truthy: answer("yes"),
        later: answer(Promise.resolve(false)),
        throwing: openEntity(fields, {
          writeValidator: () => {
            throw new Error("a secret reason");
          },
        }),
        rejecting: openEntity(fields, { writeValidator: () => Promise.reject(new Error("a secret reason")) }),
      },
    });

    beforeEach(() => {
      asked.mockClear();
    });

    it("a writeValidator is called for a create, with the checked input", async () => {
      await server.post("/api/data/note", { TITLE: "t", level: "5", nope: 1 });
      expect(asked.mock.calls).toEqual([
        ["create", ["guest"], null, null, { title: "t", level: 5, isHidden: false }],
      ]);
    });

    it("a writeValidator is called for an update, with the record and the changes", async () => {
      const record = await server.api.repository("note").create({ title: "old", level: 1 });
      await server.patch(paths.record("note", record.id), { level: "7" });
      expect(asked.mock.calls).toEqual([["update", ["guest"], null, record, { level: 7 }]]);
    });

    it("a writeValidator is called for a delete, with the record", async () => {
      const record = await server.api.repository("note").create({ title: "old" });
      await server.delete(paths.record("note", record.id));
      expect(asked.mock.calls).toEqual([["delete", ["guest"], null, record, null]]);
    });

    it("a writeValidator is not called for invalid input or missing records", async () => {
      await server.post("/api/data/note", { level: "x" });
      await server.patch(paths.record("note", 999_999), { level: 1 });
      await server.patch(paths.record("note", 1), {});
      await server.delete(paths.record("note", 999_999));
      expect(asked).not.toHaveBeenCalled();
    });

    it("a writeValidator rejects creates, updates and deletes, and nothing is written", async () => {
      const { id } = await server.api.repository("note").create({ title: "locked" });
      const before = await snapshot(server);
      for (const [method, path, body] of [
        ["POST", "/api/data/note", { title: "forbidden" }],
        ["PATCH", paths.record("note", id), { level: 1 }],
        ["PUT", paths.record("note", id), { title: "free" }],
        ["DELETE", paths.record("note", id), undefined],
      ] as const) {
        const reply = await server.request(method, path, { body });
        expectProblem(reply, "forbidden", { detail: /not allowed for this record\. Without "auth", / });
      }
      expect(await snapshot(server)).toBe(before);
    });

    it.each(["no", "nothing", "truthy", "later"])(
      "a writeValidator rejects a write unless it returns true (%s)",
      async (name) => {
        expectProblem(await server.post(paths.entity(name), {}), "forbidden");
        const { id } = await server.api.repository(name).create({ title: "t" });
        expectProblem(await server.patch(paths.record(name, id), { title: "n" }), "forbidden");
        expectProblem(await server.delete(paths.record(name, id)), "forbidden");
        expect(await server.api.repository(name).findById(id)).toMatchObject({ title: "t" });
      },
    );

    it.each(["throwing", "rejecting"])(
      "a writeValidator that is %s rejects a write, and does not reveal why",
      async (name) => {
        const reply = await server.post(paths.entity(name), {});
        expectProblem(reply, "internal-error");
        expect(reply.text).not.toContain("reason");
        expect(await server.api.repository(name).count()).toBe(0);
        expectReports(1);
      },
    );
  });
}
