import { describe, expectTypeOf, it } from "vitest";
import { defineConfig, type ChangesOf, type DataApi, type NewRecordOf } from "data-api";
import type { ApiOf, Client } from "data-api/client";

const config = defineConfig({
  database: { dialect: "sqlite", name: ":memory:" },
  entities: {
    order: {
      fields: { title: { type: "string", isEditable: true, isRequired: true } },
      permissions: {},
    },
    line: {
      fields: {
        orderid: {
          type: "int",
          isEditable: false,
          isRequired: true,
          foreignKey: { targetEntityName: "Order", inverseName: "lines", isWritable: true },
        },
        title: { type: "string", isEditable: true, isRequired: true },
        parentid: {
          type: "int",
          isEditable: true,
          isRequired: false,
          foreignKey: { targetEntityName: "line", inverseName: "sublines", isWritable: true },
        },
      },
      permissions: {},
    },
    place: {
      primaryKey: ["orderid", "nr"],
      fields: {
        orderid: {
          type: "int",
          isEditable: false,
          isRequired: true,
          foreignKey: { targetEntityName: "order", inverseName: "places", isWritable: true },
        },
        nr: { type: "int", isEditable: false, isRequired: true },
        word: { type: "string", isEditable: true, isRequired: false },
      },
      permissions: {},
    },
    remark: {
      fields: {
        orderid: {
          type: "int",
          isEditable: false,
          isRequired: true,
          foreignKey: { targetEntityName: "order", inverseName: "remarks" },
        },
      },
      permissions: {},
    },
  },
});
type Config = typeof config;
type NewOrder = NewRecordOf<Config, "order">;
type OrderChanges = ChangesOf<Config, "order">;
type NewLine = NonNullable<NewOrder["lines"]>[number];

describe("the input of a record with writable lists", () => {
  it("the input of a writable list has new records without the reference", () => {
    expectTypeOf(config.entities).toHaveProperty("order");
    expectTypeOf<keyof NewOrder>().toEqualTypeOf<"title" | "lines" | "places">();
    expectTypeOf<NewLine>().toHaveProperty("title").toEqualTypeOf<string>();
    expectTypeOf<keyof NewLine>().toEqualTypeOf<"title" | "parentid" | "sublines">();
    expectTypeOf<NonNullable<NewOrder["places"]>[number]>().toEqualTypeOf<{
      readonly nr: number;
      readonly word?: string | null | undefined;
    }>();
    expectTypeOf<{
      title: string;
      lines: { title: string; sublines: { title: string; orderid: number }[] }[];
    }>().toExtend<NewOrder>();
    expectTypeOf<{ title: string; lines: { title: number }[] }>().not.toExtend<NewOrder>();
  });

  it("the changes of a writable list are creates, updates and deletes, or the whole list", () => {
    expectTypeOf<{
      lines: { create: { title: string }[]; update: { id: number; title: string }[]; delete: number[] };
      places: { set: ({ nr: number; word: string } | { nr: number })[] };
    }>().toExtend<OrderChanges>();
    expectTypeOf<{ lines: { set: []; delete: number[] } }>().not.toExtend<OrderChanges>();
    expectTypeOf<{ lines: { update: { title: string }[] } }>().not.toExtend<OrderChanges>();
    expectTypeOf<{ lines: { title: string }[] }>().not.toExtend<OrderChanges>();
    expectTypeOf<{ places: { delete: number[] } }>().toExtend<OrderChanges>();
  });

  it("repositories and clients take the input of writable lists", () => {
    const use = async (api: DataApi<Config>, client: Client<ApiOf<Config>>) => {
      await api.repository("order").create({ title: "a", lines: [{ title: "x" }] });
      await api.repository("order").update(1, { lines: { set: [{ id: 1 }, { title: "y" }] } });
      // @ts-expect-error The list sets the reference.
      await api.repository("order").create({ title: "a", lines: [{ title: "x", orderid: 1 }] });
      await client.order.create({ title: "a", lines: [{ title: "x" }] });
      await client.order.update(1, { lines: { delete: [1] } });
    };
    expectTypeOf(use).toBeFunction();
  });
});
