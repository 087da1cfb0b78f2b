import { createClient } from "data-api/client";
import { expectTypeOf, test } from "vitest";
import type config from "../../examples/messages/data-api.config.js";

const api = createClient<typeof config>("http://localhost:1337");

/** Compiled, and never run. */
const compiled: (() => Promise<unknown>)[] = [];

test("a client has the types of its configuration", () => {
  compiled.push(async () => {
    const page = await api.message.find();
    expectTypeOf(page.items[0]?.text).toEqualTypeOf<string | undefined>();
    const { items } = await api.message.find({
      select: { id: true, recipient: { username: true } },
      where: { text: { contains: "x" } },
      orderBy: "~createdat",
    });
    expectTypeOf(items).toEqualTypeOf<{ id: number; recipient: { username: string } | null }[]>();
    for await (const { id } of api.message.all({ select: { id: true } }))
      expectTypeOf(id).toEqualTypeOf<number>();
    const groups = await api.item.aggregate({ groupBy: ["issold"], count: true, sum: ["price"] });
    expectTypeOf(groups.items[0]?.["count()"]).toEqualTypeOf<number | undefined>();
  });
});
