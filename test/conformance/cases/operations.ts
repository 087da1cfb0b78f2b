import { defineOperation, type OperationTransaction } from "data-api";
import { sql, type Kysely } from "kysely";
import { z } from "data-api/schema";
import { describe, expect, it } from "vitest";
import type { ProblemCode } from "../../../runtime/errors/codes.js";
import { told, toldByHeader } from "../callers.js";
import { expectJson, expectProblem } from "../expectations.js";
import { field, openEntity } from "../fields.js";
import type { Harness } from "../harness.js";
import { expectReports, takeLog } from "../reports.js";

const clerk = told({ userId: 7, roles: ["clerk"] });
const other = told({ userId: 8, roles: ["reader"] });

/** What code of the server may do wrong through a repository. */
const mistakes: Readonly<Record<string, (tx: OperationTransaction) => Promise<unknown>>> = {
  "a wrong value": (tx) => tx.repository("order").create({ customer: 5 }),
  "an unknown field": (tx) => tx.repository("order").update(1, { nothing: 1 }),
  "a wrong condition": (tx) => tx.repository("order").count("nothing=1"),
  "an unknown entity": (tx) => tx.repository("nothing").find(),
  "nothing to change": (tx) => tx.repository("order").update(1, {}),
  "a nested transaction": (tx) => tx.transaction((inner) => inner.repository("order").create({})),
};

/** Operations whose handlers are TypeScript. Those of the database are in `test/operations`. */
export function operationCases({ serve }: Harness): void {
  let attempts = 0;
  const server = serve({
    auth: toldByHeader,
    server: { audit: true, idempotency: true },
    entities: {
      order: openEntity(
        {
          customer: field("string", { isRequired: true }),
          total: field("decimal"),
          isclosed: field("boolean"),
        },
        { systemFields: { ownerid: false, createdat: false, updatedat: false } },
      ),
    },
    operations: {
      closeOrder: defineOperation({
        input: z.object({ orderid: z.number().int(), note: z.string().max(10).optional() }),
        output: z.object({ customer: z.string(), by: z.number() }),
        permissions: ["clerk"],
        handler: async ({ input, caller, tx }) => {
          attempts++;
          const order = await tx.repository("order").update(input.orderid, { isclosed: true });
          if (order === undefined) throw new Error("There is no such order: a secret of the server.");
          return {
            customer: String(order["customer"]),
            by: input.note === "wrong" ? ("x" as never) : Number(caller.userId),
          };
        },
      }),
      findOrders: defineOperation({
        parameters: {
          customer: { type: "string", maxLength: 20 },
          least: { type: "decimal", default: "0" },
          tags: { type: "list", of: "string", isRequired: false },
        },
        returns: {
          fields: {
            id: { type: "int", isRequired: true },
            total: { type: "decimal" },
            at: { type: "datetime" },
          },
        },
        isRead: true,
        maxRows: 3,
        permissions: ["guest"],
        handler: async ({ input, tx }) => {
          if (input.customer === "writer") await tx.repository("order").create({ customer: "never" });
          if (input.customer === "hidden writer")
            await tx.db.insertInto("order").values({ customer: "never" }).execute();
          const { items } = await tx.repository("order").find({ where: { customer: input.customer } });
          return items.map(({ id, total }) => ({
            id: Number(id),
            total: (total as string | null) ?? input.least,
            at: new Date(0),
          }));
        },
      }),
      countAll: defineOperation({
        returns: { value: { type: "bigint" } },
        isRead: true,
        permissions: ["guest"],
        handler: async ({ tx }) => BigInt(await tx.repository("order").count()) + 9_007_199_254_740_993n,
      }),
      echo: defineOperation({
        parameters: {
          words: { type: "list", of: "string", isRequired: false },
          amounts: { type: "list", of: "bigint", isRequired: false },
          data: { type: "json", isRequired: false },
        },
        returns: { value: { type: "json" } },
        isRead: true,
        permissions: ["guest"],
        handler: ({ input }) => Object.fromEntries(Object.entries(input).filter(([, each]) => each !== null)),
      }),
      echoTyped: defineOperation({
        input: z.object({
          name: z.string().optional(),
          least: z.number().optional(),
          mode: z.union([z.literal(1), z.literal(2)]).optional(),
          open: z.boolean().nullable().optional(),
          words: z.array(z.string()).optional(),
          numbers: z.array(z.int()).nullable().optional(),
          range: z.object({ from: z.int() }).optional(),
          any: z.union([z.string(), z.number()]).optional(),
        }),
        output: z.unknown(),
        isRead: true,
        permissions: ["guest"],
        handler: ({ input }) => input,
      }),
      slow: defineOperation({
        timeout: 100,
        permissions: ["guest"],
        handler: async ({ tx }) => {
          await tx.repository("order").create({ customer: "late" });
          await new Promise(() => undefined);
        },
      }),
      forbid: defineOperation({
        permissions: ["guest"],
        handler: async ({ caller, tx }) => {
          await tx.repository("order").create({ customer: "undone" });
          await tx.as(caller).repository("order").create({ customer: "x", nothing: 1 });
        },
      }),
      sum: defineOperation({
        input: z.object({ numbers: z.array(z.coerce.bigint()).transform((all) => new Set(all)) }),
        output: z.object({ sum: z.bigint().transform(String) }),
        permissions: ["guest"],
        handler: ({ input }) => ({ sum: [...input.numbers].reduce((sum, each) => sum + each, 0n) }),
      }),
      closed: defineOperation({ permissions: [], handler: () => undefined }),
      mistaken: defineOperation({
        parameters: { mistake: { type: "string" } },
        permissions: ["guest"],
        handler: async ({ input, tx }) => {
          await tx.repository("order").create({ customer: "undone" });
          await mistakes[input.mistake]?.(tx);
        },
      }),
    },
  });
  const orders = () => server.api.repository("order");
  const call = (name: string, body?: unknown, headers: Readonly<Record<string, string>> = {}) =>
    server.request("POST", `/api/operations/${name}`, { ...(body !== undefined && { body }), headers });

  describe("handlers", () => {
    it.each(Object.keys(mistakes))(
      "%s in the handler of an operation is an internal error, and the operation is rolled back",
      async (mistake) => {
        const before = await orders().count();
        expectProblem(await call("mistaken", { mistake }), "internal-error");
        expectReports(1);
        expect(await orders().count()).toBe(before);
      },
    );

    it.each([
      ["words=a&words=b,c", { words: ["a", "b,c"] }],
      ["words=a", { words: ["a"] }],
      ["words=%5B%22a%22,%22b%22%5D", { words: ["a", "b"] }],
      ["words=%5B%5D", { words: [] }],
      ["words=%5B%22%5Bx%22%5D", { words: ["[x"] }],
      ["amounts=1&amounts=9223372036854775807", { amounts: [1, "9223372036854775807"] }],
      ["data=%7B%22a%22:%5B1%5D%7D", { data: { a: [1] } }],
      ["data=5", { data: 5 }],
    ])("a GET of an operation takes lists and JSON: %s", async (query, value) => {
      expectJson(await server.get(`/api/operations/echo?${query}`), 200, { value });
    });

    it.each<readonly [string, ProblemCode]>([
      ["words=%5Bx", "invalid-fields"],
      ["amounts=1&amounts=x", "invalid-fields"],
      ["data=text", "invalid-fields"],
      ["data=1&data=2", "invalid-query"],
    ])("a GET of an operation rejects %s", async (query, code) => {
      expectProblem(await server.get(`/api/operations/echo?${query}`), code);
    });

    it.each([
      ["name=5&least=5&open=true&mode=2", { name: "5", least: 5, mode: 2, open: true }],
      ["words=1&words=true", { words: ["1", "true"] }],
      ["numbers=1&numbers=2", { numbers: [1, 2] }],
      ["numbers=%5B1,2%5D&least=-1.5e3", { least: -1500, numbers: [1, 2] }],
      ["range=%7B%22from%22:1%7D", { range: { from: 1 } }],
      ["any=5", { any: "5" }],
    ])("a GET of an operation takes the types of its input schema: %s", async (query, value) => {
      expectJson(await server.get(`/api/operations/echoTyped?${query}`), 200, value);
    });

    it.each(["least=x", "least=1&least=2", "open=1", "numbers=x", "range=%7B%7D", "numbers=%5B"])(
      "a GET of an operation rejects other types than those of its input schema: %s",
      async (query) => {
        const reply = await server.get(`/api/operations/echoTyped?${query}`);
        expect(reply.status, reply.text).toBe(400);
      },
    );

    it("an operation requires its role, runs once per idempotency key, and is audited", async () => {
      const { id } = await orders().create({ customer: "Ada" });
      const headers = { ...clerk, "Idempotency-Key": "close-1" };
      attempts = 0;
      expectJson(await call("closeOrder", { orderid: id }, headers), 200, { customer: "Ada", by: 7 });
      expectJson(await call("closeorder", { OrderId: id }, headers), 200, { customer: "Ada", by: 7 });
      expect(attempts).toBe(1);
      expectProblem(await call("closeOrder", { orderid: 999 }, headers), "idempotency-key-reused");
      expect(await orders().findById(id)).toMatchObject({ isclosed: true });
      expectProblem(await call("closeOrder", { orderid: id }, other), "forbidden");
      expectProblem(await call("closeOrder", { orderid: id }), "authentication-required");
      expectProblem(await call("closed", {}, clerk), "forbidden");
      const { rows: entries } = await sql<AuditRow>`select * from data_api_audit`.execute(dbOf(orders()));
      expect(
        entries.map(({ entity, operation, outcome, userid }) => [entity, operation, outcome, userid]),
      ).toEqual(
        expect.arrayContaining([
          ["closeOrder", "call", "done", "7"],
          ["order", "update", "done", "7"],
          ["closeOrder", "call", "forbidden", "8"],
        ]),
      );
    });

    it("inputs of an operation with the same idempotency key are compared by their parsed values", async () => {
      const headers = { "Idempotency-Key": "sum-1" };
      const first = await call("sum", { numbers: ["9007199254740993", "1"] }, headers);
      expectJson(first, 200, { sum: "9007199254740994" });
      expect((await call("sum", { numbers: ["9007199254740993", "1"] }, headers)).json).toEqual(first.json);
      const another = await call("sum", { numbers: ["9007199254740993", "2"] }, headers);
      expectProblem(another, "idempotency-key-reused");
    });

    it("an operation is rolled back by an invalid answer, an error or a timeout, and reveals no reason of the server", async () => {
      const { id } = await orders().create({ customer: "Bob" });
      for (const body of [{ orderid: id, note: "wrong" }, { orderid: 0 }]) {
        const reply = await call("closeOrder", body, clerk);
        expectProblem(reply, "internal-error");
        expect(reply.text).not.toMatch(/secret|customer|of its answer/);
      }
      const [wrong, missing] = expectReports(2);
      expect(missing?.error?.message).toContain("a secret of the server");
      expect(wrong?.error?.message).toContain('"by" of its answer');
      expect((await orders().findById(id))?.["isclosed"]).not.toBe(true);
      expectProblem(await call("forbid", {}), "invalid-fields");
      const late = await call("slow");
      expectProblem(late, "operation-timeout");
      expect(late.headers["retry-after"]).toBe("1");
      expectReports(1);
      const names = (await orders().find()).items.map(({ customer }) => customer);
      expect(names).not.toContain("undone");
      expect(names).not.toContain("late");
    });

    it("an operation describes numbers that are too large without the name of a class", async () => {
      const messageOf = async (query: string) =>
        expectProblem(await server.get(`/api/operations/echoTyped?${query}`), "invalid-fields").errors?.map(
          ({ message }) => message,
        );
      const number = '"least": Invalid input: expected number, received a number that a double cannot hold.';
      expect(await messageOf("least=1e400")).toEqual([number]);
      const item =
        '"numbers.0": Invalid input: expected number, received a number that a double cannot hold.';
      expect(await messageOf("numbers=[1e400]")).toEqual([item]);
      expect(await messageOf("words=[1e400]")).toEqual([
        '"words.0": Invalid input: expected string, received number.',
      ]);
    });

    it("operations check their input and reject unknown parameters", async () => {
      const at = (reply: Parameters<typeof expectProblem>[0]) =>
        (expectProblem(reply, "invalid-fields").errors ?? []).map(({ path, code }) => `${path} ${code}`);
      expect(
        at(await call("closeOrder", { orderid: "x", note: "far too long a note", other: 1 }, clerk)),
      ).toEqual(["other unknown-parameter", "orderid wrong-type", "note too-long"]);
      expect(at(await call("closeOrder", {}, clerk))).toEqual(["orderid required"]);
      expect(
        at(
          await call("closeOrder", '{"orderid":1,"__proto__":{"note":"x"}}', {
            ...clerk,
            "Content-Type": "application/json",
          }),
        ),
      ).toEqual(["__proto__ unknown-parameter"]);
      expectProblem(await call("closeOrder", [1], clerk), "invalid-body");
      expectProblem(await call("closeOrder?orderid=1", {}, clerk), "invalid-query");
      expectProblem(await call("closeOrders", {}, clerk), "unknown-operation", { detail: /closeOrder"\?/ });
      expectProblem(await call("__proto__", {}, clerk), "unknown-operation");
      expectProblem(await call("closeOrder/x", {}, clerk), "unknown-operation");
    });

    it("read-only operations are called by GET and cannot write", async () => {
      const { id } = await orders().create({ customer: "Eve & Co", total: "12.50" });
      const get = (path: string) => server.get(`/api/operations/${path}`);
      expectJson(await get("findOrders?customer=Eve%20%26%20Co&tags=[%22a%22]"), 200, {
        items: [{ id, total: "12.5", at: "1970-01-01T00:00:00.000Z" }],
      });
      expect(await get("countAll").then(({ json }) => json)).toEqual({
        value: expect.stringMatching(/^90071992547409\d\d$/) as string,
      });
      const before = await orders().count();
      expectProblem(await get("findOrders?customer=writer"), "internal-error");
      // SQLite and SQL Server roll the write back, the others reject it.
      expect([200, 500]).toContain((await get("findOrders?customer=hidden%20writer")).status);
      takeLog();
      expect(await orders().count()).toBe(before);
      expectProblem(await get("findOrders?customer=a&least=x"), "invalid-fields", {});
      expectProblem(await get("findOrders?customer=a&tags=[1"), "invalid-fields");
      expectProblem(await get("findOrders?customer=a&other=1"), "invalid-query");
      expectProblem(await get("findOrders"), "invalid-fields");
      const post = await call("findOrders", { customer: "a" });
      expectProblem(post, "method-not-allowed");
      expect(post.headers["allow"]).toBe("GET, HEAD, OPTIONS");
      const options = await server.request("OPTIONS", "/api/operations/closeOrder");
      expect([options.status, options.headers["allow"]]).toEqual([204, "POST, OPTIONS"]);
      expect((await server.request("HEAD", "/api/operations/countAll")).status).toBe(200);
    });
  });
}

interface AuditRow {
  readonly entity: string;
  readonly operation: string;
  readonly outcome: string;
  readonly userid: string | null;
}

const dbOf = (repository: unknown) => (repository as { readonly db: Kysely<unknown> }).db;
