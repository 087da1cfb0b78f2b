import { beforeAll, describe, expect, it } from "vitest";
import type { AggregateOptions } from "data-api";
import { field, openEntity, plain, to } from "../../fields.js";
import type { Harness } from "../../harness.js";
import { answerOf, type Facts, type Question, type Sale, type Value } from "./oracle.js";

const kinds = ["web", "shop", "app"];
const numbers = ["total", "price", "amount", "wide"];
const facts: Facts = { numbers, scales: { total: 10, price: 2 }, enums: { kind: kinds } };

const values: Readonly<Record<string, readonly Value[]>> = {
  status: ["paid", "Paid", "open", "ö", "\u{1f600}", "", null],
  kind: [...kinds, null],
  total: [
    "0",
    "0.1",
    "-0.3",
    "99999999999999999.9999999999",
    "-12345678901234567890.5",
    "1.0000000001",
    null,
  ],
  price: ["12.5", "-0.01", "99999999.99", null],
  amount: [0, 1, -7, 2_147_483_647, -2_147_483_648, null],
  wide: ["9223372036854775807", "-9223372036854775808", 9_007_199_254_740_991, -1, 5, null],
  isgift: [true, false, null],
  at: [
    "2024-02-29T23:59:59.999Z",
    "2024-03-01T00:00:00.000Z",
    "1969-12-31T05:00:00.000Z",
    "2023-12-31T17:30:00.000Z",
    null,
  ],
  local: ["2024-02-29T23:59:59.999", "2021-07-04T06:00:00.000", null],
  day: ["2024-02-29", "1999-12-31", null],
  clientid: [1, 2, 3, null],
};

const groupTerms = [
  ...["status", "kind", "isgift", "price", "amount", "wide", "at", "day", "clientid"],
  ...["client.name", "client.team.title", "date(at)", "year(at)", "month(at)", "day(at)", "hour(at)"],
  ...["month(local)", "date(local)", "hour(local)", "month(day)", "day(day)", "year(day)"],
];
const aggregateTerms = [
  "count()",
  ...numbers.flatMap((name) => [`sum(${name})`, `avg(${name})`, `min(${name})`, `max(${name})`]),
  ...["min(status)", "max(status)", "min(at)", "max(at)", "min(day)", "max(client.name)"],
  ...["count(distinct status)", "count(distinct total)", "count(distinct at)", "count(distinct client.name)"],
];

/** Numbers from a seed (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const SEED = 15;
const RECORDS = 120;
const QUESTIONS = 60;

export function randomAggregateCases({ serve }: Harness): void {
  const server = serve({
    entities: {
      sale: openEntity({
        status: field("string"),
        kind: field("enum", { values: kinds }),
        total: field("decimal"),
        price: field("decimal", { precision: 10, scale: 2 }),
        amount: field("int"),
        wide: field("bigint"),
        isgift: field("boolean"),
        at: field("datetime"),
        local: field("datetime", { zone: "none" }),
        day: field("date"),
        clientid: to("client", "client"),
      }),
      client: plain({ name: field("string"), teamid: to("team", "team") }),
      team: plain({ title: field("string") }),
    },
  });
  const random = randomFrom(SEED);
  const below = (count: number) => Math.floor(random() * count);
  const oneOf = <T>(list: readonly T[]): T => list[below(list.length)] as T;
  const some = <T>(list: readonly T[], most: number): readonly T[] => [
    ...new Set(Array.from({ length: below(most + 1) }, () => oneOf(list))),
  ];
  const sales: Sale[] = [];

  beforeAll(async () => {
    const repository = (name: string) => server.api.repository(name);
    const team = await repository("team").create({ title: "north" });
    const clients: Sale[] = [];
    for (const [name, teamid] of [
      ["anna", team.id],
      ["Berta", null],
      ["anna", team.id],
    ] as const) {
      const { id } = await repository("client").create({ name, teamid });
      clients.push({ id, name, team: teamid === null ? null : { title: "north" } });
    }
    for (let index = 0; index < RECORDS; index++) {
      const sale = Object.fromEntries(Object.entries(values).map(([name, list]) => [name, oneOf(list)]));
      const client = clients.find((_, place) => place + 1 === sale["clientid"]) ?? null;
      const clientid = client === null ? null : (client as { id: Value }).id;
      await repository("sale").create({ ...sale, clientid });
      sales.push({ ...sale, clientid, client } as Sale);
    }
  });

  describe("random queries", () => {
    it(`random aggregate queries, ${QUESTIONS} of them, give the results of a computation in memory, in pages too`, async () => {
      for (let number = 0; number < QUESTIONS; number++) {
        const groupBy = some(groupTerms, 3);
        const aggregates = ["count()", ...some(aggregateTerms, 4).filter((term) => term !== "count()")];
        const orders = some([...groupBy, ...aggregateTerms], 3);
        const orderBy = orders.map((term) => (random() < 0.5 ? `~${term}` : term));
        const of = oneOf(["count()", "sum(total)", "sum(wide)", "avg(amount)", "min(price)"]);
        const having = { of, operator: oneOf(["gt", "lte"] as const), value: oneOf(["0", "3", "-2"]) };
        const question: Question = { groupBy, aggregates, orderBy, ...(random() < 0.4 && { having }) };
        const expected = answerOf(sales, question, facts);
        const about = `seed ${SEED}, question ${number}: ${JSON.stringify(question)}`;
        const { items, count } = await ask(question, { countGroups: true });
        expect(items, about).toEqual(expected);
        expect(count, about).toBe(expected.length);
        expect(await inPages(question, 1 + below(4)), `${about}, in pages`).toEqual(expected);
      }
    });
  });

  async function inPages(question: Question, take: number): Promise<readonly unknown[]> {
    const found: unknown[] = [];
    for (let after: string | undefined, pages = 0; pages === 0 || after !== undefined; pages++) {
      const page = await ask(question, { take, ...(after !== undefined && { after }) });
      found.push(...page.items);
      after = page.next;
      expect(pages).toBeLessThan(RECORDS);
    }
    return found;
  }

  function ask({ groupBy, aggregates, orderBy, having }: Question, more: AggregateOptions) {
    const of = (name: string) =>
      aggregates.flatMap((term) => {
        const [, call, path] = /^(\w+)\((?!distinct )(.+)\)$/.exec(term) ?? [];
        return call === name && path !== undefined ? [path] : [];
      });
    const distinct = aggregates.flatMap((term) => /^count\(distinct (.+)\)$/.exec(term)?.[1] ?? []);
    return server.api.repository("sale").aggregate({
      ...{ groupBy: groupBy, orderBy, count: aggregates.includes("count()") },
      ...{ sum: of("sum"), avg: of("avg"), min: of("min"), max: of("max"), countDistinct: distinct },
      ...(having !== undefined && { having: { [having.of]: { [having.operator]: having.value } } }),
      ...more,
    });
  }
}
