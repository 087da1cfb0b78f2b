import { defineConfig, type RecordOf, type RepositoryOf } from "data-api";
import { createClient } from "data-api/client";
import { describe, expectTypeOf, it } from "vitest";
import type { ItemRepository } from "../../examples/messages/src/api/item/item.repository.js";
import type { Item } from "../../examples/messages/src/api/item/item.schema.js";

const open = { isEditable: true, isRequired: true } as const;
const key = { isEditable: false, isRequired: true } as const;
const config = defineConfig({
  database: { dialect: "sqlite", name: ":memory:" },
  entities: {
    line: {
      fields: {
        order: { type: "string", ...key },
        nr: { type: "int", ...key },
        amount: { type: "int", ...open },
      },
      primaryKey: ["order", "nr"],
      permissions: {},
    },
  },
});
type Lines = RepositoryOf<typeof config, "line">;
type Line = RecordOf<typeof config, "line">;

/** Is only compiled, never run. */
function onlyCompiled(use: (lines: Lines, items: ItemRepository) => unknown): void {
  expectTypeOf(use).toBeFunction();
}

describe("writes of many records", () => {
  it("writes of many records in repositories of both modes accept the same input as writes of one record", () => {
    expectTypeOf(config.entities).toBeObject();
    onlyCompiled(async (lines, items) => {
      expectTypeOf(await lines.createMany([{ order: "A", nr: 1, amount: 2 }])).toEqualTypeOf<Line[]>();
      expectTypeOf(await items.createMany([{ title: "Bike", price: "9" }])).toEqualTypeOf<Item[]>();
      expectTypeOf(
        await lines.updateMany([{ id: { order: "A", nr: 1 }, changes: { amount: 3 } }]),
      ).toEqualTypeOf<Line[]>();
      expectTypeOf(
        await items.updateMany({ where: { price: { gt: "5" } }, changes: { issold: true } }),
      ).toEqualTypeOf<Item[]>();
      expectTypeOf(await items.deleteMany({ where: "price>5" })).toEqualTypeOf<Item[]>();
      const [upserted] = await lines.upsertMany(
        [{ create: { order: "A", nr: 1, amount: 2 }, update: { amount: 2 } }],
        { onConflict: ["order", "nr"], ignoresDuplicates: true },
      );
      expectTypeOf(upserted?.outcome).toEqualTypeOf<"created" | "updated" | "unchanged" | undefined>();
      // @ts-expect-error A record is not complete.
      await lines.createMany([{ order: "A", nr: 1 }]);
      // @ts-expect-error A key of two fields is not a number.
      await lines.updateMany([{ id: 1, changes: { amount: 3 } }]);
      // @ts-expect-error The key cannot be changed.
      await lines.updateMany([{ id: { order: "A", nr: 1 }, changes: { nr: 2 } }]);
      // @ts-expect-error There is no such field.
      await items.updateMany({ where: { colour: "red" }, changes: { issold: true } });
      // @ts-expect-error It has to be said which records are meant.
      await items.deleteMany({});
      // @ts-expect-error Changes are needed too.
      await lines.upsertMany([{ create: { order: "A", nr: 1, amount: 2 } }]);
    });
  });

  it("writes of many records in the client accept the same input as writes of one record", () => {
    const api = createClient<typeof config>("http://localhost:1337", { keys: { line: ["order", "nr"] } });
    onlyCompiled(async () => {
      const [made] = await api.line.createMany([{ order: "A", nr: 1, amount: 2 }]);
      expectTypeOf(made?.amount).toEqualTypeOf<number | undefined>();
      expectTypeOf(
        await api.line.updateMany({ where: { nr: { gt: 1 } }, changes: { amount: 1 }, maxAffected: 5 }),
      ).toEqualTypeOf<number>();
      expectTypeOf(await api.line.deleteMany({ where: { order: "A" } })).toEqualTypeOf<number>();
      const [upserted] = await api.line.upsertMany([{ order: "A", nr: 1, amount: 2 }], {
        onConflict: ["order", "nr"],
        ignoresDuplicates: true,
      });
      expectTypeOf(upserted?.outcome).toEqualTypeOf<"created" | "updated" | "unchanged" | undefined>();
      expectTypeOf(upserted?.id.nr).toEqualTypeOf<number | undefined>();
      expectTypeOf(upserted?.record?.amount).toEqualTypeOf<number | undefined>();
      // @ts-expect-error A record is not complete.
      await api.line.createMany([{ order: "A" }]);
      // @ts-expect-error A record is not complete.
      await api.line.upsertMany([{ order: "A", nr: 1 }]);
      // @ts-expect-error There is no such field.
      await api.line.upsertMany([{ order: "A", nr: 1, amount: 2 }], { onConflict: ["colour"] });
      // @ts-expect-error There is no such field.
      await api.line.updateMany({ where: { colour: "red" }, changes: { amount: 1 } });
      // @ts-expect-error The key cannot be changed.
      await api.line.updateMany({ where: { nr: 1 }, changes: { nr: 2 } });
      // @ts-expect-error It has to be said which records are meant.
      await api.line.deleteMany({});
    });
  });
});
