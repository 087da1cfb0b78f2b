import { describe, expectTypeOf, it } from "vitest";
import type { Generated as GeneratedOfKysely, Insertable, Selectable, Updateable } from "kysely";
import type { Page, ReadPage, SelectedOf, WhereOf } from "data-api";
import type { ItemRepository } from "../../examples/messages/src/api/item/item.repository.js";
import type { Item, ItemShape } from "../../examples/messages/src/api/item/item.schema.js";
import type { MessageRepository } from "../../examples/messages/src/api/message/message.repository.js";
import type { MessageShape, MessageTable } from "../../examples/messages/src/api/message/message.schema.js";
import type { Generated as GeneratedOfKit } from "data-api/kit";
import type { Generated } from "data-api/schema";
import type { UserShape } from "../../examples/messages/src/api/user/user.schema.js";

/** Is only compiled, never run. */
function onlyCompiled(use: (items: ItemRepository, messages: MessageRepository) => unknown): void {
  expectTypeOf(use).toBeFunction();
}

describe("a generated repository", () => {
  it("a generated repository returns the selected members", () => {
    onlyCompiled(async (items, messages) => {
      const found = await messages.find({
        select: { text: true, recipient: { username: true }, item: { title: true, tags: { take: 2 } } },
        where: { isread: false, item: { tags: { some: { name: "bike" } } } },
        orderBy: ["~item.title", "id"],
      });
      expectTypeOf(found).toExtend<ReadPage<object>>();
      expectTypeOf(found.items).toEqualTypeOf<
        {
          text: string;
          recipient: { username: string } | null;
          item: {
            title: string;
            tags: { id: number; name: string; createdat: string; updatedat: string }[];
          } | null;
        }[]
      >();
      expectTypeOf(await items.find({ where: { price: { gt: "10" } } })).toEqualTypeOf<Page<Item>>();
      expectTypeOf(await messages.findById(1, { select: { itemid: true } })).toEqualTypeOf<
        { itemid: number | null } | undefined
      >();
    });
  });

  it("members that rights may hide are optional in the types of generated code", () => {
    expectTypeOf<SelectedOf<ItemShape, { price: true; lowestprice: true }>>().toEqualTypeOf<{
      price: string;
      lowestprice?: string | null;
    }>();
    expectTypeOf<SelectedOf<UserShape, { username: true; roles: true }>>().toEqualTypeOf<{
      username: string;
      roles?: readonly string[];
    }>();
  });

  it("conditions of a generated repository have the operators of each type", () => {
    const conditions: readonly WhereOf<MessageShape>[] = [
      { text: { contains: "x", ignoreCase: true }, itemid: null, createdat: { gt: "2024" } },
      { recipientid: { claim: "id" }, owner: { roles: { path: ["first"], eq: "admin" } } },
    ];
    expectTypeOf(conditions).toExtend<readonly WhereOf<MessageShape>[]>();
  });

  it("a generated repository rejects other members, operators and values", () => {
    onlyCompiled(async (items, messages) => {
      // @ts-expect-error -- no such member
      await messages.find({ select: { txt: true } });
      // @ts-expect-error -- no such member of the related record
      await messages.find({ select: { recipient: { password: true } } });
      // @ts-expect-error -- no such option of a list
      await items.find({ select: { tags: { limit: 1 } } });
      // @ts-expect-error -- numbers have no "contains"
      await messages.find({ where: { itemid: { contains: "1" } } });
      // @ts-expect-error -- times have no "contains"
      await messages.find({ where: { createdat: { contains: "1" } } });
      // @ts-expect-error -- the field is never null
      await messages.find({ where: { text: null } });
      // @ts-expect-error -- lists of ids cannot be compared
      await items.find({ where: { tagids: [1] } });
      // @ts-expect-error -- no such field in the list
      await items.find({ where: { tags: { some: { nam: "x" } } } });
      // @ts-expect-error -- no field to sort by
      await items.find({ select: { id: true }, orderBy: "tagids" });
    });
  });
});

describe("a column that the database fills", () => {
  it("a column that the database fills is generated for Kysely too, although schemas do not need Kysely's types", () => {
    expectTypeOf<Generated<number>>().toEqualTypeOf<GeneratedOfKysely<number>>();
    expectTypeOf<GeneratedOfKit<number>>().toEqualTypeOf<Generated<number>>();
    expectTypeOf<Selectable<MessageTable>["id"]>().toEqualTypeOf<number>();
    expectTypeOf<Insertable<MessageTable>>().toExtend<{ id?: number | undefined; text: string }>();
    expectTypeOf<Updateable<MessageTable>["isread"]>().toEqualTypeOf<number | undefined>();
    expectTypeOf<{ recipientid: number; text: string; createdat: string; updatedat: string }>().toExtend<
      Insertable<MessageTable>
    >();
  });
});
