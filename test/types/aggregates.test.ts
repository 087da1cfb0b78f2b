import { expectTypeOf, it } from "vitest";
import type { PlainEntity, Repository } from "data-api";

interface Sale {
  readonly id: number;
  readonly status: "paid" | "open";
  readonly total: string | null;
  readonly amount: number;
}

type Sales = Repository<PlainEntity<Sale>>;

const linesOf = async (sales: Sales) => {
  const { items } = await sales.aggregate({
    groupBy: ["status", "month(createdat)", "date(createdat)", "client.team.name"],
    count: true,
    sum: ["total", "amount"],
    min: ["amount"],
    countDistinct: ["status"],
    having: { "sum(total)": { gt: 100 } },
    orderBy: ["~sum(total)"],
  });
  return items;
};

it("the type of an aggregate has the requested members", () => {
  type Line = Awaited<ReturnType<typeof linesOf>>[number];
  expectTypeOf(linesOf).toBeFunction();
  expectTypeOf<Line["status"]>().toEqualTypeOf<"paid" | "open">();
  expectTypeOf<Line["month(createdat)"]>().toEqualTypeOf<number | null>();
  expectTypeOf<Line["date(createdat)"]>().toEqualTypeOf<string | null>();
  expectTypeOf<Line["client"]>().toEqualTypeOf<{ readonly team: { readonly name: unknown } }>();
  expectTypeOf<Line["count()"]>().toEqualTypeOf<number>();
  expectTypeOf<Line["sum(total)"]>().toEqualTypeOf<string | null>();
  expectTypeOf<Line["sum(amount)"]>().toEqualTypeOf<number | string | null>();
  expectTypeOf<Line["min(amount)"]>().toEqualTypeOf<number | null>();
  expectTypeOf<Line["count(distinct status)"]>().toEqualTypeOf<number>();
  expectTypeOf<Line>().not.toHaveProperty("avg(total)");
});

it("the type of an aggregate rejects unknown fields and options", () => {
  const wrong = (sales: Sales) => [
    // @ts-expect-error there is no such field
    sales.aggregate({ sum: ["totl"] }),
    // @ts-expect-error there is no such part of a time
    sales.aggregate({ groupBy: ["week(createdat)"] }),
    // @ts-expect-error it must be a number
    sales.aggregate({ count: true, take: "1" }),
  ];
  expectTypeOf(wrong).toBeFunction();
});
