import { DataApi, defineConfig } from "data-api";
import { describe, expect, expectTypeOf, test } from "vitest";

const optional = { isEditable: true, isRequired: false } as const;

const config = defineConfig(
  {
    database: { dialect: "sqlite", name: ":memory:" },
    server: { log: { level: "silent" } },
    entities: {
      customer: { fields: { name: { type: "string", isEditable: true, isRequired: true } }, permissions: {} },
      order: {
        fields: {
          customerid: {
            type: "int",
            isEditable: true,
            isRequired: true,
            foreignKey: { targetEntityName: "customer", resolvedEntityName: "customer" },
          },
          total: { type: "decimal", scale: 2, ...optional },
          ispaid: {
            type: "boolean",
            default: false,
            isEditable: false,
            isRequired: true,
            isIgnoredOnCreate: true,
          },
        },
        permissions: { create: ["guest"], update: ["guest"], read: ["guest"] },
        hooks: { afterUpdate: () => undefined },
      },
    },
    operations: {
      ping: { handler: () => "pong", returns: { value: { type: "string" } }, permissions: ["guest"] },
    },
  },
  ({ operation }) => ({
    hooks: {
      order: {
        beforeCreate: async ({ input, repository, caller }) => {
          expectTypeOf(input.customerid).toEqualTypeOf<number>();
          expectTypeOf(caller?.roles).toEqualTypeOf<readonly string[] | undefined>();
          const customer = await repository("customer").findById(input.customerid);
          expectTypeOf(customer?.name).toEqualTypeOf<string | undefined>();
          expectTypeOf(
            await repository("order").count({ customerid: input.customerid }),
          ).toEqualTypeOf<number>();
          // @ts-expect-error -- no such field
          void input.nothing;
          return { ...input, ispaid: customer?.name === "paid" };
        },
        beforeUpdate: ({ record, changes }) => {
          expectTypeOf(record.ispaid).toEqualTypeOf<boolean>();
          expectTypeOf(changes.total).toEqualTypeOf<string | null | undefined>();
          return changes;
        },
      },
    },
    operations: {
      payOrder: operation({
        parameters: { id: { type: "int" } },
        returns: { value: { type: "int" } },
        permissions: ["guest"],
        handler: async ({ input, tx }) => {
          const order = await tx.repository("order").update(input.id, { ispaid: true });
          expectTypeOf(order?.total).toEqualTypeOf<string | null | undefined>();
          // @ts-expect-error -- no such field
          const wrong = () => tx.repository("order").update(input.id, { nothing: true });
          // @ts-expect-error -- no such entity
          const unknown = () => tx.repository("orders");
          void [wrong, unknown];
          return tx.transaction((inner) => inner.repository("order").count({ ispaid: true }));
        },
      }),
    },
  }),
);

test("hooks of an unknown entity are rejected by the type and by the server", () => {
  const { database, entities } = config;
  // @ts-expect-error -- no such entity
  const wrong = defineConfig({ database, entities }, () => ({ hooks: { orders: {} } }));
  expect(() => new DataApi(wrong)).toThrow("entities.orders");
});

describe("hooks and operations in the second argument of defineConfig", () => {
  test("hooks and operations in the second argument of defineConfig are typed by the configuration, and hooks run", async () => {
    const api = new DataApi(config);
    const { id: customerid } = await api.repository("customer").create({ name: "paid" });
    const order = await api.repository("order").create({ customerid });
    expect(order).toMatchObject({ ispaid: true });
    expectTypeOf<keyof typeof config.operations>().toEqualTypeOf<"ping" | "payOrder">();
    expect(Object.keys(config.operations)).toEqual(["ping", "payOrder"]);
    expect(Object.keys(config.entities.order.hooks)).toEqual(["afterUpdate", "beforeCreate", "beforeUpdate"]);
    await api.stopAsync();
  });
});
