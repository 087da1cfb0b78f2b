import { beforeEach, describe, expect, it } from "vitest";
import { expectJson, expectProblem, pageOf, snapshot } from "../expectations.js";
import { field, openEntity } from "../fields.js";
import type { Harness } from "../harness.js";
import { paths } from "../paths.js";

export function conflictCases({ serve }: Harness): void {
  describe("of unique values", () => {
    const server = serve({
      entities: {
        person: openEntity({
          email: field("string", { isUnique: true, isRequired: true }),
          number: field("bigint", { isUnique: true }),
          price: field("decimal", { isUnique: true, column: "the, price" }),
        }),
        // Two entities whose indexes could get the same name.
        a: openEntity({ b_c: field("string", { isUnique: true }) }),
        a_b: openEntity({ c: field("string", { isUnique: true }) }),
      },
    });

    it("a conflict of unique values is a 409 that names the field, not the value", async () => {
      await server.post("/api/data/person", { email: "ann@example.com", number: 1 });
      const before = await snapshot(server);
      const reply = await server.post("/api/data/person", { email: "ann@example.com", number: 2 });
      const message = '"email" is taken by another record.';
      expectProblem(reply, "unique-conflict", {
        detail: message,
        errors: [{ path: "email", code: "not-unique", message }],
      });
      expect(reply.text).not.toContain("ann");
      expect(await snapshot(server)).toBe(before);
    });

    it("a conflict of unique values is reported for updates too", async () => {
      await server.post("/api/data/person", { email: "bob@example.com", number: "77" });
      const { json: id } = await server.post("/api/data/person", { email: "cid@example.com" });
      const before = await snapshot(server);
      for (const method of ["PUT", "PATCH"]) {
        const reply = await server.request(method, paths.record("person", id as number), {
          body: { number: 77 },
        });
        const problem = expectProblem(reply, "unique-conflict");
        expect(problem.errors).toMatchObject([{ path: "number", code: "not-unique" }]);
        expect(reply.text).not.toContain("77");
      }
      expect(await snapshot(server)).toBe(before);
      expectJson(
        await server.patch(paths.record("person", id as number), { email: "cid@example.com" }),
        200,
        { count: 1 },
      );
    });

    it("unique decimals are compared by their values, not by their texts", async () => {
      await server.post("/api/data/person", { email: "d@example.com", price: "1.50" });
      const reply = await server.post("/api/data/person", { email: "e@example.com", price: 1.5 });
      expect(reply.status).toBe(409);
      expectProblem(reply, "unique-conflict");
    });

    it("a unique field allows any number of nulls", async () => {
      for (const email of ["n1", "n2"]) {
        expect((await server.post("/api/data/person", { email, number: null })).status).toBe(201);
      }
    });

    it("unique texts are compared exactly", async () => {
      // Trailing blanks are not tested: SQL Server ignores them in unique columns.
      for (const email of ["x", "X", " x", "\u00e9", "e\u0301"]) {
        expect((await server.post("/api/data/person", { email })).status, email).toBe(201);
      }
    });

    it("a conflict of unique values is reported in entities whose indexes could get the same name", async () => {
      for (const [entity, name] of [
        ["a", "b_c"],
        ["a_b", "c"],
      ] as const) {
        expectJson(await server.post(paths.entity(entity), { [name]: "x" }), 201, 1);
        expectProblem(await server.post(paths.entity(entity), { [name]: "x" }), "unique-conflict");
      }
    });
  });

  describe("of references between records", () => {
    const reference = (targetEntityName: string, resolvedEntityName: string) => ({
      foreignKey: { targetEntityName, resolvedEntityName },
    });
    const server = serve({
      entities: {
        comment: openEntity({
          post: field("int", { ...reference("POST", "thePost"), isRequired: true }),
          answers: field("int", reference("comment", "answered")),
          tag: field("uuid", reference("tag", "theTag")),
        }),
        post: openEntity({ title: field("string") }),
        tag: openEntity({ name: field("string") }, { systemFields: { id: "uuid" } }),
      },
    });
    let post: string | number = 0;

    beforeEach(async () => {
      post = (await server.api.repository("post").create({ title: "t" })).id;
    });

    function expectDangling(reply: Parameters<typeof expectProblem>[0], name: string): void {
      const message = `"${name}" refers to a record that does not exist.`;
      const errors = [{ path: name, code: "no-such-record", message }];
      expectProblem(reply, "foreign-key-conflict", { detail: message, errors });
    }

    it("a foreign key accepts existing records, and null", async () => {
      const tag = (await server.api.repository("tag").create({ name: "n" })).id;
      const { json: id } = await server.post("/api/data/comment", { post, tag, answers: null });
      const body = { post, tag: String(tag).toUpperCase(), answers: id };
      expect((await server.post("/api/data/comment", body)).status).toBe(201);
      expect(pageOf(await server.get(paths.findByCondition("comment", `tag=${tag}`))).count).toBe(2);
    });

    it("a create that refers to a missing record is rejected", async () => {
      const before = await snapshot(server);
      for (const [name, body] of [
        ["post", { post: 999_999 }],
        ["answers", { post, answers: 999_999 }],
        ["tag", { post, tag: "123e4567-e89b-42d3-a456-426614174000" }],
      ] as const) {
        expectDangling(await server.post("/api/data/comment", body), name);
      }
      expect(await snapshot(server)).toBe(before);
    });

    it("an update that refers to a missing record is rejected", async () => {
      const { id } = await server.api.repository("comment").create({ post });
      const before = await snapshot(server);
      expectDangling(await server.patch(paths.record("comment", id), { post: -1 }), "post");
      expect(await snapshot(server)).toBe(before);
    });

    it("the delete of a record that others refer to is rejected", async () => {
      const { id } = await server.api.repository("comment").create({ post });
      const before = await snapshot(server);
      expectProblem(await server.delete(paths.record("post", post)), "foreign-key-conflict", {
        detail: "Another record refers to this one.",
      });
      expect(await snapshot(server)).toBe(before);
      expectJson(await server.delete(paths.record("comment", id)), 200, { count: 1 });
      expectJson(await server.delete(paths.record("post", post)), 200, { count: 1 });
    });

    it("a foreign key with a value of the wrong type is rejected before any target is looked for", async () => {
      const { errors } = expectProblem(
        await server.post("/api/data/comment", { post: "x", answers: 999_999 }),
        "invalid-fields",
      );
      expect(errors?.map(({ path }) => path)).toEqual(["post"]);
    });
  });
}
