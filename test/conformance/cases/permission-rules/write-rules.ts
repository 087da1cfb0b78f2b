import { beforeEach, describe, expect, it } from "vitest";
import { sender, told, toldByHeader, type Headers } from "../../callers.js";
import { expectJson, expectProblem, pageOf, snapshot } from "../../expectations.js";
import { field } from "../../fields.js";
import type { Harness } from "../../harness.js";
import { paths } from "../../paths.js";

const sales = (userId: string, roles: readonly string[] = []) =>
  told({ userId, roles, claims: { dept: "sales" } });
const ann = sales("ann");
const representation: Headers = { Prefer: "return=representation" };
const strict: Headers = { Prefer: "handling=strict" };

const ofDept = { role: "member", where: "dept=@user.dept" };
const fields = { title: field("string"), dept: field("string"), price: field("int", { default: 5 }) };

/** Rules of create, update and delete: what a caller may set, and in which records. */
export function writeRuleCases({ serve }: Harness): void {
  describe("records under a rule", () => {
    const server = serve({
      auth: toldByHeader,
      entities: {
        doc: {
          fields,
          permissions: { read: ["member"], create: [ofDept], update: [ofDept], delete: [ofDept] },
        },
        // The same rules, and records of other departments are not readable.
        own: {
          fields,
          permissions: { read: [ofDept], create: [ofDept], update: [ofDept], delete: [ofDept] },
        },
        // Records that can be written, but not read.
        blind: { fields, permissions: { create: [ofDept], update: [ofDept], delete: [ofDept] } },
        split: {
          fields,
          permissions: {
            read: ["member"],
            update: [
              { role: "member", where: "dept=draft" },
              { role: "member", where: "dept=@user.dept&price<10" },
              { role: "boss" },
            ],
          },
        },
      },
    });
    const names = ["doc", "own", "blind"] as const;
    const ids: Record<string, { readonly sales: number; readonly other: number }> = {};

    beforeEach(async () => {
      for (const name of names) {
        const repository = server.api.repository(name);
        ids[name] = {
          sales: Number((await repository.create({ title: "mine", dept: "sales" })).id),
          other: Number((await repository.create({ title: "theirs", dept: "other" })).id),
        };
      }
    });
    const path = (name: string, which: "sales" | "other") => paths.record(name, ids[name]?.[which] ?? 0);

    it.each(names)("a create is rejected if the new record does not match the rule (%s)", async (name) => {
      const send = sender(server, ann);
      const before = await snapshot(server);
      for (const body of [
        { title: "t", dept: "other" },
        { title: "t" },
        { title: "t", dept: null },
        { title: "t", dept: "sales " },
        { title: "t", dept: "" },
        { title: "t", dept: "@user.dept" },
        { title: "t", dept: '" | dept<>"' },
      ]) {
        for (const prefer of [{}, strict, representation])
          expectProblem(await send("POST", paths.entity(name), body, prefer), "forbidden");
      }
      const guest = sender(server);
      expectProblem(await guest("POST", paths.entity(name), { dept: "sales" }), "authentication-required");
      const nobody = sender(server, told({ userId: "x" }));
      expectProblem(await nobody("POST", paths.entity(name), { dept: "sales" }), "forbidden");
      expect(await snapshot(server)).toBe(before);
      expect((await send("POST", paths.entity(name), { title: "t", dept: "sales" })).status).toBe(201);
    });

    it.each(names)(
      "a record under a rule can be changed, but not moved out of the rule (%s)",
      async (name) => {
        const send = sender(server, ann);
        expectJson(await send("PATCH", path(name, "sales"), { title: "better" }), 200, { count: 1 });
        expectJson(await send("PATCH", path(name, "sales"), { title: "best", dept: "sales" }), 200, {
          count: 1,
        });
        const before = await snapshot(server);
        for (const dept of ["other", null, "", "sales ", "@user.dept"]) {
          for (const [method, prefer] of [
            ["PATCH", {}],
            ["PUT", strict],
            ["PATCH", representation],
          ] as const)
            expectProblem(await send(method, path(name, "sales"), { title: "x", dept }, prefer), "forbidden");
        }
        expect(await snapshot(server)).toBe(before);
      },
    );

    it.each([
      ["doc", "forbidden"],
      ["own", "unknown-record"],
      ["blind", "unknown-record"],
    ] as const)(
      "a record outside the rule cannot be moved in, changed or deleted (%s: %s)",
      async (name, code) => {
        const before = await snapshot(server);
        const send = sender(server, ann);
        for (const body of [{ dept: "sales" }, { title: "x" }, { title: "x", dept: "sales", price: 1 }]) {
          for (const prefer of [{}, representation, strict])
            expectProblem(await send("PATCH", path(name, "other"), body, prefer), code);
        }
        expectProblem(await send("DELETE", path(name, "other")), code);
        expectProblem(await send("DELETE", path(name, "other"), undefined, representation), code);
        expect(await snapshot(server)).toBe(before);
        expectJson(await send("DELETE", path(name, "sales")), 200, { count: 1 });
        expectProblem(await send("DELETE", path(name, "sales")), "unknown-record");
        expectProblem(await send("PATCH", path(name, "sales"), { title: "x" }), "unknown-record");
      },
    );

    it("a record may match different rules before and after an update", async () => {
      const repository = server.api.repository("split");
      const make = async (dept: string, price: number) =>
        paths.record("split", Number((await repository.create({ title: "t", dept, price })).id));
      const send = sender(server, ann);
      const inDraft = await make("draft", 50);
      const cheap = await make("sales", 5);
      const dear = await make("sales", 50);
      expectJson(await send("PATCH", inDraft, { title: "u" }), 200, { count: 1 });
      expectProblem(await send("PATCH", inDraft, { dept: "sales" }), "forbidden");
      expectProblem(await send("PATCH", cheap, { price: 10 }), "forbidden");
      expectProblem(await send("PATCH", dear, { price: 5 }), "forbidden");
      expectJson(await send("PATCH", inDraft, { dept: "sales", price: 9 }), 200, { count: 1 });
      expectJson(await send("PATCH", cheap, { dept: "draft", price: 90 }), 200, { count: 1 });
      const boss = sender(server, sales("bob", ["boss"]));
      expectJson(await boss("PATCH", dear, { dept: "elsewhere", price: 1 }), 200, { count: 1 });
    });

    it("a missing permission is reported before wrong values in the body", async () => {
      const send = sender(server, ann);
      expectProblem(await send("DELETE", paths.record("own", 999_999)), "unknown-record");
      expectProblem(
        await sender(server)("PATCH", path("doc", "sales"), { dept: 5 }),
        "authentication-required",
      );
      expectProblem(await send("POST", paths.entity("split"), { dept: 5 }), "forbidden");
      expectProblem(await send("POST", paths.entity("doc"), { dept: 5 }), "invalid-fields");
    });
  });

  describe("rules for members", () => {
    const readable = { include: ["id", "title", "dept"] };
    const server = serve({
      auth: toldByHeader,
      entities: {
        item: {
          fields: { ...fields, note: field("text") },
          permissions: {
            read: [{ role: "guest", fields: readable }, "boss"],
            create: [{ role: "member", fields: { exclude: ["price"] } }, "boss"],
            update: [{ role: "member", fields: { include: ["title", "NOTE"] } }, "owner", "boss"],
          },
        },
        narrow: {
          fields,
          permissions: {
            read: [{ role: "member", fields: readable }],
            update: [{ role: "member", fields: { include: ["title"] } }],
          },
        },
        unread: { fields, permissions: { create: ["member"], update: ["member"], delete: ["member"] } },
      },
    });
    const boss = sender(server, told({ userId: "boss", roles: ["boss"] }));
    const send = sender(server, ann);
    const items = () => server.api.repository("item");

    it("members that the caller may not set are ignored in a create, which uses defaults, or rejected if strict", async () => {
      const made = await send("POST", "/api/data/item", { title: "t", price: 1, PRICE: 2, Price: null });
      expect(await items().findById(made.json as number)).toMatchObject({ title: "t", price: 5 });
      const before = await snapshot(server);
      const refused = await send("POST", "/api/data/item", { title: "t", Price: 1 }, strict);
      const { errors } = expectProblem(refused, "invalid-fields");
      expect(errors?.map(({ path }) => path.toLowerCase())).toEqual(["price"]);
      expect(await snapshot(server)).toBe(before);
      const free = await boss("POST", "/api/data/item", { title: "t", price: 1 });
      expect(await items().findById(free.json as number)).toMatchObject({ price: 1 });
    });

    it("members that the caller may not set are ignored in an update, or rejected if strict", async () => {
      const { id } = await items().create({ title: "t", dept: "d", price: 1 });
      const path = paths.record("item", id);
      const before = await items().findById(id);
      for (const body of [
        { title: "x", ownerid: "ann" },
        { title: "x", id: 7 },
        { title: "x", createdat: null },
      ]) {
        const { errors } = expectProblem(await send("PATCH", path, body, strict), "invalid-fields");
        expect(errors).toHaveLength(1);
      }
      expect(await items().findById(id)).toEqual(before);
      const system = { ownerid: "ann", id: 7, createdat: null };
      expectJson(await send("PATCH", path, { title: "x", ...system }), 200, { count: 1 });
      const after = await items().findById(id);
      expect(after).toEqual({ ...before, title: "x", updatedat: after?.["updatedat"] });
      const narrow = await server.api.repository("narrow").create({ title: "t", price: 1 });
      const pathOfNarrow = paths.record("narrow", narrow.id);
      expectProblem(await send("PATCH", pathOfNarrow, { title: "x", price: 9 }, strict), "invalid-fields");
      expectJson(await send("PATCH", pathOfNarrow, { title: "x", price: 9 }), 200, { count: 1 });
      expect(await server.api.repository("narrow").findById(narrow.id)).toMatchObject({
        ...{ title: "x", price: 1 },
      });
    });

    it("a rule may allow to set some members only in own records", async () => {
      const made = await send("POST", "/api/data/item", { title: "mine" });
      const own = paths.record("item", made.json as number);
      expectJson(await send("PATCH", own, { price: 2, dept: "d" }, strict), 200, { count: 1 });
      const { id } = await items().create({ title: "theirs", price: 1 });
      const other = paths.record("item", id);
      const before = await items().findById(id);
      for (const body of [{ price: 2 }, { title: "x", price: 2 }, { title: "x", note: "n", dept: "d" }])
        expectProblem(await send("PATCH", other, body), "forbidden");
      expect(await items().findById(id)).toEqual(before);
      expectJson(await send("PATCH", other, { title: "x", note: "n" }, strict), 200, { count: 1 });
      expect(await items().findById(id)).toMatchObject({ title: "x", note: "n", price: 1 });
    });

    it("answers to writes leave out members that the caller may not read", async () => {
      const body = { title: "t", dept: "d", note: "n" };
      const made = await send("POST", "/api/data/item", body, representation);
      expect(made.status).toBe(201);
      const { id } = made.json as { readonly id: number };
      expect(made.json).toEqual({ id, title: "t", dept: "d" });
      const changed = await send(
        "PATCH",
        paths.record("item", id),
        { note: "m", title: "u" },
        representation,
      );
      expect(changed.json).toEqual({ id, title: "u", dept: "d" });
      const whole = await boss("PATCH", paths.record("item", id), { note: "o" }, representation);
      expect(whole.json).toMatchObject({ id, note: "o", price: 5, ownerid: "ann" });
    });

    it("answers to writes contain no values if the caller may read no member", async () => {
      const made = await send("POST", "/api/data/unread", { title: "secret", price: 77 }, representation);
      expect(made.status).toBe(201);
      expect(made.text).not.toMatch(/secret|77/);
      const [record] = (await server.api.repository("unread").find()).items;
      const path = paths.record("unread", record?.id ?? 0);
      for (const [method, content] of [
        ["PATCH", { title: "secret" }],
        ["DELETE", undefined],
      ] as const) {
        const reply = await send(method, path, content, representation);
        expect(reply.status).toBe(200);
        expect(reply.text).not.toMatch(/secret|77/);
      }
      expectProblem(await send("GET", paths.findAll("unread")), "forbidden");
    });

    it("messages do not name members that the caller may neither read nor set", async () => {
      const { id } = await items().create({ title: "t" });
      const pathOfIt = paths.record("item", id);
      const guestReply = await sender(server)("PATCH", pathOfIt, { title: "x" });
      expectProblem(guestReply, "authentication-required");
      const member = sender(server, told({ userId: "carl" }));
      for (const body of [{}, { nope: 1 }]) {
        const reply = await member("PATCH", pathOfIt, body);
        expectProblem(reply, "nothing-to-update");
      }
      const reply = await member("POST", "/api/data/item", { prise: 1 }, strict);
      expectProblem(reply, "invalid-fields");
      expect(reply.text).not.toContain("price");
      const narrow = await server.api.repository("narrow").create({ title: "t" });
      const pathOfNarrow = paths.record("narrow", narrow.id);
      const nothing = await member("PATCH", pathOfNarrow, { price: 1 });
      expectProblem(nothing, "nothing-to-update", {
        detail: /^Give at least one of "title"\. Unknown field/,
      });
      const unknown = await member("PATCH", pathOfNarrow, { qqqqq: 1 });
      expect(nothing.text.replaceAll("price", "qqqqq")).toBe(unknown.text);
      const hidden = await member("POST", "/api/data/item", { title: "t", price: 1 }, strict);
      const absent = await member("POST", "/api/data/item", { title: "t", qqqqq: 1 }, strict);
      expect(hidden.text.replaceAll("price", "qqqqq")).toBe(absent.text);
    });

    it("a page leaves out members that the caller may not read, in all its records", async () => {
      const found = pageOf(await sender(server)("GET", paths.findAll("item")));
      for (const item of found.items) expect(Object.keys(item)).toEqual(["id", "title", "dept"]);
    });
  });
}
