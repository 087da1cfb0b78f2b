import type { Kysely } from "kysely";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { told, toldByHeader } from "../callers.js";
import { expectProblem } from "../expectations.js";
import { field, openEntity, to } from "../fields.js";
import type { Harness } from "../harness.js";
import { paths } from "../paths.js";
import { lineLike } from "../reports.js";
import type { RequestOptions } from "../http-client.js";

interface Entry {
  readonly userid: string | null;
  readonly entity: string;
  readonly recordid: string | null;
  readonly operation: string;
  readonly outcome: string;
}

interface Result {
  readonly status: number;
  readonly id?: unknown;
  readonly record?: Readonly<Record<string, unknown>>;
  readonly etag?: string;
}

export function batchCases({ serve, createDatabase, startOn }: Harness): void {
  const committed = vi.fn<(operation: string, name: unknown) => void>();
  const server = serve({
    auth: toldByHeader,
    batch: { maxOperations: 5 },
    server: { audit: true, idempotency: true },
    entities: {
      customer: openEntity(
        { name: field("string", { isRequired: true, isUnique: true, maxLength: 20 }) },
        {
          hooks: {
            beforeCreate: ({ input }) =>
              input["name"] === "shout" ? { ...input, name: "SHOUT" } : undefined,
            afterCreate: ({ record }) => {
              if (record["name"] === "broken") throw new Error("The hook says no.");
            },
            afterCommit: ({ operation, record }) => {
              committed(operation, record["name"]);
            },
          },
        },
      ),
      order: {
        fields: {
          customer: to("customer", "buyer", "int", { isRequired: true }),
          note: field("text"),
          data: field("json"),
          cost: field("int", { default: 5 }),
        },
        permissions: {
          read: [{ role: "guest", fields: { exclude: ["cost"] } }],
          create: ["guest"],
          update: ["clerk", { role: "member", where: "cost<10" }],
        },
      },
      line: openEntity(
        {
          order: field("int", { isRequired: true, isEditable: false }),
          nr: field("int", { isRequired: true, isEditable: false }),
          amount: field("int"),
        },
        { primaryKey: ["order", "nr"] },
      ),
      drop: { fields: { text: field("string") }, permissions: { create: ["guest"] } },
      guarded: openEntity(
        { name: field("string") },
        {
          writeValidator: async () =>
            (await server.api.repository("customer").count({ name: "closed" })) === 0,
        },
      ),
    },
  });
  const send = (operations: unknown, options: RequestOptions = {}) =>
    server.request("POST", "/api/batch", { body: { operations }, ...options });
  const resultsOf = async (operations: unknown, options?: RequestOptions): Promise<readonly Result[]> => {
    const reply = await send(operations, options);
    expect(reply.text).toMatch(/^\{"results":\[/);
    expect(reply.status).toBe(200);
    return (reply.json as { readonly results: readonly Result[] }).results;
  };
  const all = async (name: string) => (await server.api.repository(name).find({ take: 1000 })).items;

  beforeEach(async () => {
    for (const name of ["order", "customer", "guarded", "drop"])
      for (const { id } of await all(name)) await server.api.repository(name).delete(id);
    for (const { order, nr } of await all("line"))
      await server.api.repository("line").delete({ order, nr } as never);
    committed.mockClear();
  });

  describe("that succeed", () => {
    it("a batch answers each operation in order, and operations can refer to earlier ones", async () => {
      const results = await resultsOf([
        { create: "customer", input: { name: "Ann" }, as: "c" },
        { create: "Order", input: { customer: "@c.id" }, as: "o" },
        { update: "customer", id: "@c.id", changes: { name: "Anna" } },
        { read: "order", id: "@o.ID", select: "id,buyer(name)" },
      ]);
      const [customer] = await all("customer");
      const [order] = await all("order");
      expect(results).toEqual([
        { status: 201, id: customer?.id },
        { status: 201, id: order?.id },
        { status: 200 },
        {
          status: 200,
          record: { id: order?.id, buyer: { name: "Anna" } },
          etag: expect.stringMatching(/^"/) as unknown,
        },
      ]);
      expect(customer).toMatchObject({ name: "Anna" });
      expect(committed.mock.calls).toEqual([
        ["create", "Ann"],
        ["update", "Anna"],
      ]);
    });

    it("a batch can create, update, read and delete a record with a composite key", async () => {
      const results = await resultsOf([
        { create: "line", input: { order: 7, nr: 1, amount: 3 }, as: "l" },
        { update: "line", id: { order: "@l.order", nr: "@l.nr" }, changes: { amount: 4 } },
        { read: "line", id: { order: 7, nr: 1 } },
        { delete: "line", id: { order: 7, nr: 1 } },
      ]);
      expect(results[0]).toEqual({ status: 201, id: { order: 7, nr: 1 } });
      expect(results[2]?.record).toMatchObject({ amount: 4 });
      expect(await all("line")).toEqual([]);
    });

    it("a batch returns records if preferred, with the ETags of a read, which ifMatch checks", async () => {
      const reply = await send([{ create: "customer", input: { name: "Ann" } }], {
        headers: { Prefer: "return=representation" },
      });
      expect(reply.headers["preference-applied"]).toBe("return=representation");
      const [{ id, record, etag }] = (reply.json as { results: [Result] }).results;
      const read = await server.get(paths.record("customer", id as number));
      expect(read.json).toEqual(record);
      expect(read.headers["etag"]).toBe(etag);
      const changed = { update: "customer", id, changes: { name: "Anna" }, ifMatch: etag };
      expect(await resultsOf([changed])).toEqual([{ status: 200 }]);
      expectProblem(await send([changed]), "precondition-failed", {
        detail: /^operations\.0 \(update "customer"\): /,
        errors: [
          {
            path: "operations.0.ifMatch",
            code: "precondition-failed",
            message: expect.any(String) as string,
          },
        ],
      });
    });

    it("references in a batch can stand at any depth, and @@ is an escaped @", async () => {
      const [, , read] = await resultsOf([
        { create: "customer", input: { name: "@@ann" }, as: "c" },
        {
          create: "order",
          input: {
            customer: "@c.id",
            note: "a @c.id",
            data: { of: ["@c.name", "@@c.name", { n: "@c.id" }] },
          },
          as: "o",
        },
        { read: "order", id: "@o.id" },
      ]);
      const [customer] = await all("customer");
      expect(customer).toMatchObject({ name: "@ann" });
      expect(read?.record).toMatchObject({
        note: "a @c.id",
        data: { of: ["@ann", "@c.name", { n: customer?.id }] },
      });
    });

    it("a batch runs hooks, and validators that read other entities", async () => {
      await resultsOf([
        { create: "customer", input: { name: "shout" } },
        { create: "guarded", input: { name: "a" } },
      ]);
      expect(await all("customer")).toMatchObject([{ name: "SHOUT" }]);
      await server.api.repository("customer").create({ name: "closed" });
      expectProblem(await send([{ create: "guarded", input: { name: "b" } }]), "authentication-required");
      expect(await all("guarded")).toMatchObject([{ name: "a" }]);
    });

    it("a batch sets the owner of new records", async () => {
      const ann = { headers: told({ userId: 3, roles: [] }) };
      await resultsOf([{ create: "guarded", input: { name: "a" } }], ann);
      expect(await all("guarded")).toMatchObject([{ ownerid: "3" }]);
    });

    it("a batch applies the caller's roles, rules and members to each operation", async () => {
      const customer = Number((await server.api.repository("customer").create({ name: "Ann" })).id);
      const [cheap, dear] = await server.api
        .repository("order")
        .createMany([{ customer }, { customer, cost: 50 }]);
      const updates = [cheap, dear].map((order) => ({
        ...{ update: "order", id: order?.id, changes: { note: "n" } },
      }));
      const notes = async () => (await all("order")).map(({ note }) => note);
      expectProblem(await send(updates), "authentication-required");
      const member = { headers: { ...told({ userId: 3, roles: [] }), Prefer: "return=representation" } };
      expectProblem(await send(updates, member), "forbidden", {
        errors: [expect.objectContaining({ path: "operations.1" })],
      });
      expect(await notes()).toEqual([null, null]);
      const clerk = { headers: { ...member.headers, ...told({ userId: 4, roles: ["clerk"] }) } };
      const results = await resultsOf(updates, clerk);
      expect(await notes()).toEqual(["n", "n"]);
      for (const { record } of results) expect(Object.keys(record ?? {})).not.toContain("cost");
      const hidden = { read: "order", id: cheap?.id, select: "cost" };
      expectProblem(await send([hidden], clerk), "invalid-select");
    });
  });

  describe("with a failing operation", () => {
    /** Expects that a batch whose last operation has this problem writes nothing. */
    async function expectFailure(
      operation: object,
      ...expected: Parameters<typeof expectProblem> extends [unknown, ...infer R] ? R : never
    ) {
      const [code, problem] = expected;
      const reply = await send([{ create: "customer", input: { name: "first" }, as: "c" }, operation]);
      expectProblem(reply, code, problem);
      expect(await all("customer")).toEqual([]);
      expect(committed).not.toHaveBeenCalled();
      return reply;
    }
    const message = expect.any(String) as unknown;

    it.each([
      ["a field", { create: "customer", input: { name: 1 } }, "invalid-fields", "1.input.name", "wrong-type"],
      [
        "a change",
        { update: "customer", id: 1, changes: { name: null } },
        "invalid-fields",
        "1.changes.name",
        "wrong-type",
      ],
      [
        "empty changes",
        { update: "customer", id: 1, changes: {} },
        "nothing-to-update",
        "1",
        "nothing-to-update",
      ],
      ["an entity", { read: "custmer", id: 1 }, "unknown-entity", "1", "unknown-entity"],
      ["an id", { delete: "customer", id: "x" }, "invalid-id", "1.id", "wrong-type"],
      ["a part of an id", { read: "line", id: { order: 1 } }, "invalid-id", "1.id.nr", "required"],
      [
        "a selection",
        { read: "customer", id: 1, select: "nme" },
        "invalid-select",
        "1.select",
        "unknown-field",
      ],
      ["a tag", { delete: "customer", id: 1, ifMatch: "x" }, "invalid-header", "1.ifMatch", "invalid-header"],
      ["no such record", { read: "customer", id: 999_999 }, "unknown-record", "1", "unknown-record"],
      ["nothing to delete", { delete: "customer", id: 999_999 }, "unknown-record", "1", "unknown-record"],
      [
        "a taken value",
        { create: "customer", input: { name: "first" } },
        "unique-conflict",
        "1.input.name",
        "not-unique",
      ],
      [
        "a missing target",
        { create: "order", input: { customer: 999_999 } },
        "foreign-key-conflict",
        "1.input.customer",
        "no-such-record",
      ],
      ["no right", { delete: "order", id: 1 }, "authentication-required", "1", "authentication-required"],
      [
        "no right to read",
        { read: "drop", id: 1 },
        "authentication-required",
        "1",
        "authentication-required",
      ],
    ] as const)(
      "a batch with a failing operation reports %s, with the status of the single request",
      async (_, operation, code, path, issue) => {
        const [kind, entity] = Object.entries(operation)[0] ?? [];
        await expectFailure(operation, code, {
          detail: new RegExp(`^operations\\.1 \\(${String(kind)} "${entity as string}"\\): `),
          errors: [expect.objectContaining({ path: `operations.${path}`, code: issue, message })],
        });
      },
    );

    it("a batch does not reveal a hook's own error", async () => {
      await expectFailure({ create: "customer", input: { name: "broken" } }, "internal-error");
      await lineLike({ status: 500 });
    });

    it("a failed batch is audited with its failing operation, and none of the others", async () => {
      const { db } = server.api.repository("order") as unknown as { db: Kysely<{ data_api_audit: Entry }> };
      await db.deleteFrom("data_api_audit").execute();
      const headers = told({ userId: 3, roles: [] });
      const operations = [
        { create: "customer", input: { name: "a" } },
        { update: "customer", id: 999_999, changes: { name: "b" } },
      ];
      expectProblem(await send(operations, { headers }), "unknown-record");
      expect(await db.selectFrom("data_api_audit").selectAll().execute()).toMatchObject([
        {
          operation: "update",
          entity: "customer",
          recordid: "999999",
          outcome: "unknown-record",
          userid: "3",
        },
      ]);
    });
  });

  describe("with invalid references", () => {
    it.each([
      [
        "a later operation",
        [
          { read: "customer", id: "@c.id" },
          { create: "customer", input: { name: "a" }, as: "c" },
        ],
        "0.id",
      ],
      ["itself", [{ create: "order", input: { customer: "@o.id" }, as: "o" }], "0.input.customer"],
      ["an unknown operation", [{ create: "order", input: { customer: "@missing.id" } }], "0.input.customer"],
      [
        "a member of Object.prototype",
        [{ create: "order", input: { customer: "@__proto__.constructor" } }],
        "0.input.customer",
      ],
      ["a whole answer", [{ create: "order", input: { customer: "@c" } }], "0.input.customer"],
      [
        "a text with an unescaped @",
        [{ create: "order", input: { data: { handles: ["@ann"] } } }],
        "0.input.data.handles.0",
      ],
    ] as const)("a batch with a reference to %s is rejected", async (_, operations, path) => {
      expectProblem(await send(operations), "invalid-body", {
        errors: [expect.objectContaining({ path: `operations.${path}`, code: "reference" })],
      });
      expect(await all("customer")).toEqual([]);
    });

    it.each(["cost", "nope", "constructor", "__proto__", "toString"])(
      "a batch rejects a reference to the member %s that the caller may not read, as to any unknown member",
      async (member) => {
        const reply = await send([
          { create: "customer", input: { name: "a" }, as: "c" },
          { create: "order", input: { customer: "@c.id" }, as: "o" },
          { create: "order", input: { customer: "@c.id", data: { it: `@o.${member}` } } },
        ]);
        const message = `The answer of "o" has no member "${member}" that this caller may read.`;
        expectProblem(reply, "invalid-body", {
          detail: `operations.2 (create "order"): ${message}`,
          errors: [{ path: "operations.2.input.data.it", code: "reference", message }],
        });
        expect(await all("customer")).toEqual([]);
      },
    );

    it.each([
      [3, 200],
      [4, 413],
    ])("a batch with references to %i times 300,000 bytes is answered with %i", async (times, status) => {
      const data = (count: number) => ({ it: Array.from({ length: count }, () => "@o.note") });
      const reply = await send([
        { create: "customer", input: { name: "a" }, as: "c" },
        { create: "order", input: { customer: "@c.id", note: "é".repeat(150_000) }, as: "o" },
        { create: "order", input: { customer: "@c.id", data: data(1) } },
        { create: "order", input: { customer: "@c.id", data: data(times - 1) } },
      ]);
      expect(reply.status).toBe(status);
      expect((await all("order")).length).toBe(status === 200 ? 3 : 0);
      if (status === 200) return;
      const message = "The values that replace the references of the batch have more than 1048576 bytes.";
      expectProblem(reply, "body-too-large", {
        detail: `operations.3 (create "order"): ${message}`,
        errors: [{ path: "operations.3.input.data.it.2", code: "too-long", message }],
      });
    });

    it("a reference in a batch can use the key of a record that the caller may not read, but no other member", async () => {
      const results = await resultsOf([
        { create: "drop", input: { text: "t" }, as: "d" },
        { create: "customer", input: { name: "a" }, as: "c" },
        { create: "order", input: { customer: "@c.id", data: { it: "@d.id" } } },
      ]);
      expect((await all("order"))[0]).toMatchObject({ data: { it: results[0]?.id } });
      expectProblem(
        await send([
          { create: "drop", input: { text: "t" }, as: "d" },
          { create: "customer", input: { name: "@d.text" } },
        ]),
        "invalid-body",
      );
    });
  });

  describe("of an invalid form", () => {
    it.each([
      [{}, [["operations", "required"]]],
      [{ operations: [] }, [["operations", "required"]]],
      [
        { operations: {}, more: 1 },
        [
          ["more", "unknown-member"],
          ["operations", "required"],
        ],
      ],
      [
        { operations: [1, {}, { create: "a", read: "b" }] },
        [
          ["operations.0", "required"],
          ["operations.1", "required"],
          ["operations.2", "required"],
        ],
      ],
      [
        {
          operations: [
            { create: 1, inptu: {}, as: "1" },
            { update: "customer", changes: [] },
          ],
        },
        [
          ["operations.0.inptu", "unknown-member"],
          ["operations.0.create", "wrong-type"],
          ["operations.0.input", "required"],
          ["operations.0.as", "wrong-type"],
          ["operations.1.changes", "wrong-type"],
          ["operations.1.id", "required"],
        ],
      ],
      [
        {
          operations: [
            { read: "customer", id: 1, as: "a", input: {} },
            { read: "customer", id: 1, as: "a" },
          ],
        },
        [
          ["operations.0.input", "unknown-member"],
          ["operations.1.as", "duplicate"],
        ],
      ],
    ] as const)(
      "a batch of an invalid form such as %j is rejected, with all mistakes",
      async (body, issues) => {
        const problem = expectProblem(await server.post("/api/batch", body), "invalid-body");
        expect(problem.errors?.map(({ path, code }) => [path, code])).toEqual(issues);
      },
    );

    it("a batch treats members of Object.prototype in an operation like any others", async () => {
      const body =
        '{"operations":[{"create":"customer","input":{"name":"a","__proto__":{"x":1}},"constructor":1}]}';
      const reply = await server.post("/api/batch", body, { "Content-Type": "application/json" });
      expectProblem(reply, "invalid-body", {
        errors: [expect.objectContaining({ path: "operations.0.constructor", code: "unknown-member" })],
      });
    });

    it("a batch with too many operations, too many bytes or too deep JSON is rejected", async () => {
      const read = { read: "customer", id: 1 };
      expectProblem(await send(Array.from({ length: 6 }, () => read)), "body-too-large", {
        errors: [
          {
            path: "operations",
            code: "too-long",
            message: "A batch may have at most 5 operations. This one has 6.",
          },
        ],
      });
      const large = { create: "customer", input: { name: "x".repeat(1024 * 1024) } };
      expectProblem(await send([large]), "body-too-large");
      let deep: unknown = 1;
      for (let level = 0; level < 32; level++) deep = [deep];
      expectProblem(await send([{ create: "order", input: { data: deep } }]), "malformed-json");
    });

    it("a batch must be JSON, sent by POST", async () => {
      const headers = { "Content-Type": "text/plain" };
      expectProblem(await server.post("/api/batch", "{}", headers), "unsupported-media-type");
      const other = await server.get("/api/batch");
      expectProblem(other, "method-not-allowed");
      expect(other.headers["allow"]).toBe("POST, OPTIONS");
      expectProblem(await server.post("/api/batch?x=1", {}), "invalid-query");
      expectProblem(await server.post("/api/batch/x", {}), "unknown-path");
    });
  });

  describe("with an Idempotency-Key", () => {
    const operations = [{ create: "customer", input: { name: "a" } }];
    const key = (text: string) => ({ headers: { "Idempotency-Key": text } });

    it("a batch with an Idempotency-Key is run once", async () => {
      const first = await send(operations, key("once"));
      const again = await send(operations, key("once"));
      expect(again.text).toBe(first.text);
      expect(await all("customer")).toHaveLength(1);
      const other = [{ create: "customer", input: { name: "b" } }];
      expectProblem(await send(other, key("once")), "idempotency-key-reused");
    });

    it("a failed batch can be sent again with the same Idempotency-Key", async () => {
      const failing = [...operations, { delete: "customer", id: 999_999 }];
      expectProblem(await send(failing, key("failing")), "unknown-record");
      expectProblem(await send(failing, key("failing")), "unknown-record");
      expect(await all("customer")).toEqual([]);
    });

    it("batches do not share idempotency keys with creates", async () => {
      await send(operations, key("shared"));
      const body = { name: "b" };
      expect((await server.request("POST", "/api/data/customer", { body, ...key("shared") })).status).toBe(
        201,
      );
    });
  });

  it("batches do not exist unless the configuration enables them", async () => {
    const database = await createDatabase();
    const config = { entities: { note: openEntity({ text: field("string") }) } };
    const { request } = await startOn(database, config);
    expect((await request("POST", "/api/batch", { body: "{}" })).status).toBe(404);
  });

  describe("that take too long", () => {
    const slow = serve({
      batch: { timeout: 1 },
      entities: {
        note: openEntity(
          { text: field("string") },
          { hooks: { afterCreate: () => new Promise((resolve) => setTimeout(resolve, 20)) } },
        ),
      },
    });

    it("a batch that takes too long is rolled back", async () => {
      const body = { operations: [{ create: "note", input: {} }] };
      const reply = await slow.post("/api/batch", body);
      expectProblem(reply, "batch-timeout");
      expect(reply.headers["retry-after"]).toBe("1");
      expect((await slow.api.repository("note").find()).count).toBe(0);
      await lineLike({ status: 503 });
    });
  });
}
