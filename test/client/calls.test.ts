import { DataApi, defineConfig, defineOperation } from "data-api";
import { call, callToRead, ClientError, createClient } from "data-api/client";
import { z } from "data-api/schema";
import { testLog } from "../conformance/reports.js";
import { expect, expectTypeOf, test } from "vitest";
import { serveApi } from "../conformance/start.js";

let greeted = 0;

const config = defineConfig({
  database: { dialect: "sqlite", name: ":memory:" },
  server: { host: "127.0.0.1", maxEventLoopDelay: 0, idempotency: true, log: testLog },
  entities: {
    order: {
      fields: { customer: { type: "string", isEditable: true, isRequired: true } },
      permissions: { create: ["guest"], read: ["guest"] },
    },
  },
  operations: {
    greet: defineOperation({
      input: z.object({ name: z.string(), loud: z.boolean().default(false) }),
      output: z.object({ text: z.string() }),
      permissions: ["guest"],
      handler: ({ input }) => {
        greeted++;
        return { text: input.loud ? input.name.toUpperCase() : input.name };
      },
    }),
    find: defineOperation({
      parameters: { customer: { type: "string" }, tags: { type: "json", isRequired: false } },
      returns: { fields: { id: { type: "int", isRequired: true }, tag: { type: "string" } } },
      isRead: true,
      permissions: ["guest"],
      handler: async ({ input, tx }) => {
        const { items } = await tx.repository("order").find({ where: `customer="${input.customer}"` });
        return items.map(({ id }) => ({ id: Number(id), tag: JSON.stringify(input.tags) }));
      },
    }),
    clear: defineOperation({ permissions: ["guest"], handler: () => undefined }),
  },
});

test("a client calls operations with their types", async () => {
  const server = new DataApi(config);
  const { port } = await serveApi(server);
  const api = createClient<typeof config>(`http://127.0.0.1:${port}`, { idempotency: true });
  const options = { idempotencyKey: "greet-1" };
  const greeting = await call(api, "greet", { name: "Ada", loud: true }, options);
  expectTypeOf(greeting).toEqualTypeOf<{ text: string }>();
  expect(greeting).toEqual({ text: "ADA" });
  expect(await call(api, "greet", { name: "Ada", loud: true }, options)).toEqual({ text: "ADA" });
  expect(greeted).toBe(1);
  const { id } = await api.order.create({ customer: "A&B" });
  const found = await callToRead(api, "find", { customer: "A&B", tags: { a: [1] } });
  expectTypeOf(found.items).toEqualTypeOf<{ readonly id: number; readonly tag: string | null }[]>();
  expect(found).toEqual({ items: [{ id, tag: '{"a":[1]}' }] });
  expect((await callToRead(api, "find", { customer: "A&B", tags: null })).items[0]?.tag).toBe("null");
  const cleared = call(api, "clear");
  expectTypeOf(cleared).toEqualTypeOf<Promise<undefined>>();
  await expect(cleared).resolves.toBeUndefined();
  // @ts-expect-error A read operation needs `callToRead`.
  await expect(call(api, "find", { customer: "x" })).rejects.toThrow(ClientError);
  // @ts-expect-error The name is required.
  await expect(call(api, "greet", {})).rejects.toMatchObject({ code: "invalid-fields" });
  // @ts-expect-error There is no such operation.
  await expect(call(api, "gone")).rejects.toMatchObject({ code: "unknown-operation" });
});

test("a cursor is not a parameter of a call, and its rows are a result", () => {
  const shop = defineConfig({
    database: { dialect: "postgres", host: "localhost", name: "shop", userName: "api" },
    entities: {},
    operations: {
      closeOrder: {
        procedure: "close_order",
        parameters: {
          orderid: { type: "int" },
          lines: { type: "string", direction: "cursor" },
          total: { type: "decimal", direction: "out" },
        },
        returns: { results: [{ fields: { line: { type: "int", isRequired: true } } }] },
        permissions: ["guest"],
      },
    },
  });
  const api = createClient<typeof shop>("http://127.0.0.1:1");
  const close = () => call(api, "closeOrder", { orderid: 1 });
  type Closed = Awaited<ReturnType<typeof close>>;
  expectTypeOf<Closed["results"][0]>().toEqualTypeOf<{ readonly line: number }[]>();
  expectTypeOf<Exclude<keyof Closed, "results">>().toEqualTypeOf<"total">();
  expectTypeOf<Closed["total"]>().toEqualTypeOf<string | null>();
  // @ts-expect-error The server names the cursor.
  expectTypeOf(() => call(api, "closeOrder", { orderid: 1, lines: "mine" })).toBeFunction();
});
