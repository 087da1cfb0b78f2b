import type { Kysely } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { told, type Headers } from "../conformance/callers.js";
import { describeDialects } from "../conformance/describe-dialects.js";
import { expectNoReports } from "../conformance/expect-no-reports.js";
import type { Reply } from "../conformance/http-client.js";
import { startServer, type TestServer } from "../conformance/start-server.js";
import { SEED } from "../fuzz/settings.js";
import { isLong, runs } from "../runs.js";
import { Chance } from "./random/chance.js";
import { ReadOracle, type Expected, type Reader, type Row, type Rows } from "./random/oracle.js";
import { bodyOf, queryOf, type Plan } from "./random/plan.js";
import { randomPlan } from "./random/random-plan.js";
import { randomRows, randomSchema, readers } from "./random/random-schema.js";
import { configOf, pathsOf, type Schema, type Table } from "./random/schema.js";

expectNoReports();

/** The number of configurations for each database, and of plans for each. */
const CONFIGURATIONS = runs(3);
const PLANS = 75;
/** One in this many plans may name members that the caller may not read. */
const CURIOUS_EVERY = 8;
const TIMEOUT = 120_000;

interface Page {
  readonly items: readonly object[];
  readonly next?: string;
  readonly count?: number;
}

/** A caller, and the oracle that predicts the caller's answers. */
interface Asker {
  readonly reader: Reader;
  readonly oracle: ReadOracle;
  readonly headers: Headers;
}

await describeDialects("random reads", (dialect) => {
  const answered = new Map<string, number>();
  afterAll(() => {
    if (isLong) console.info(dialect.name, `FUZZ_SEED=${SEED}`, Object.fromEntries([...answered].toSorted()));
  });

  describe.each(Array.from({ length: CONFIGURATIONS }, (_, index) => index))(
    "of configuration %i",
    (index) => {
      const chance = new Chance(SEED + index);
      const schema = randomSchema(chance);
      const rows = randomRows(chance, schema);
      let server: TestServer;

      beforeAll(async () => {
        server = await startServer("dynamic", dialect, configOf(schema));
        await store(server, schema, rows);
      }, TIMEOUT);
      afterAll(() => server.stop());

      it(
        "random reads get the same answer for a hidden name as for one that does not exist",
        async () => {
          for (const reader of readers)
            for (const table of schema.tables)
              await checkHidden(server, schema, askerOf(schema, rows, reader), table);
        },
        TIMEOUT,
      );

      it(
        "random reads return exactly what the caller may read",
        async () => {
          for (let count = 0; count < PLANS; count++) {
            const asker = askerOf(schema, rows, chance.pick(readers));
            const table = chance.pick(schema.tables);
            const { oracle } = asker;
            const isCurious = chance.oneIn(CURIOUS_EVERY);
            const plan = randomPlan(
              chance,
              {
                schema,
                depth: 3,
                isText: chance.oneIn(2),
                knows: (of, member, isSelected) =>
                  isCurious || (isSelected ? oracle.maySelect(of, member) : oracle.mayUse(of, member)),
                follows: (of, path, isSelected) => isCurious || oracle.mayFollow(of, path, isSelected),
              },
              table,
            );
            const expected = oracle.answer(table, plan);
            const kind =
              "items" in expected ? "items" : "codes" in expected ? "codes" : String(expected.status);
            answered.set(kind, (answered.get(kind) ?? 0) + 1);
            await check(server, asker, table, plan, expected).catch((error: unknown) => {
              const told = JSON.stringify({ table, plan: bodyOf(plan), reader: asker.reader, schema });
              throw new Error(`FUZZ_SEED=${SEED}, configuration ${index}, plan ${count}: ${told}`, {
                cause: error,
              });
            });
          }
        },
        TIMEOUT,
      );
    },
  );
});

function askerOf(schema: Schema, rows: Rows, reader: Reader): Asker {
  const { userId, roles, claims } = reader;
  const headers = userId === null ? {} : told({ userId, roles, claims });
  return { reader, oracle: new ReadOracle(schema, rows, reader), headers };
}

async function check(
  server: TestServer,
  { headers }: Asker,
  table: Table,
  plan: Plan,
  expected: Expected,
): Promise<void> {
  const query = (body: object) =>
    server.request("POST", `/api/data/${table.name}/query`, { headers, body: { ...bodyOf(plan), ...body } });
  const reply = await query({ count: true });
  const text = queryOf(plan);
  if (text !== undefined) {
    const same = await server.request("GET", `/api/data/${table.name}?${text}&count=true`, { headers });
    if (reply.status === 200) expect(same.text).toBe(reply.text);
    else expect([same.status, codeOf(same)]).toEqual([reply.status, codeOf(reply)]);
  }
  if ("status" in expected) {
    expect(reply.status, reply.text).toBe(expected.status);
    return;
  }
  if ("codes" in expected) {
    expect(reply.status, reply.text).toBe(400);
    expect(expected.codes).toContain(codeOf(reply));
    return;
  }
  const page = pageOf(reply);
  const { take = 20 } = plan;
  expect(page.items).toEqual(expected.items.slice(0, take));
  expect(JSON.stringify(page.items)).toBe(JSON.stringify(expected.items.slice(0, take)));
  expect(page.count).toBe(expected.count);
  const { skip = 0 } = plan;
  expect(page.next === undefined).toBe(take === 0 || skip + take >= expected.count);
  if (take > 0) await checkPages(query, page, take, expected);
}

/** Expects all pages together to have exactly the expected records. */
async function checkPages(
  query: (body: object) => Promise<Reply>,
  first: Page,
  take: number,
  { items, count }: Extract<Expected, { readonly items: unknown }>,
): Promise<void> {
  const seen = [...first.items];
  for (let { next } = first, pages = 0; next !== undefined; pages++) {
    expect(pages).toBeLessThanOrEqual(count);
    const page = pageOf(await query({ skip: undefined, after: next, count: true }));
    expect(page.items.length).toBeLessThanOrEqual(take);
    expect(page.count).toBe(count);
    seen.push(...page.items);
    ({ next } = page);
  }
  expect(JSON.stringify(seen)).toBe(JSON.stringify(items));
}

/** Expects the same answer for every hidden name as for one that does not exist. */
async function checkHidden(
  server: TestServer,
  schema: Schema,
  { oracle, headers }: Asker,
  table: Table,
): Promise<void> {
  if (oracle.rights(table) === undefined) return;
  const paths = pathsOf(schema, table);
  const members = [...table.fields, ...table.links].map(({ name }) => name);
  const unselectable = [
    ...members.filter((name) => !oracle.maySelect(table, name)),
    ...paths.filter((path) => !oracle.mayFollow(table, path, true)).map(({ name }) => name),
  ];
  const unusable = [
    ...members.filter((name) => !oracle.mayUse(table, name)),
    ...paths.filter((path) => !oracle.mayFollow(table, path, false)).map(({ name }) => name),
  ];
  const asked = [
    ...unselectable.flatMap((name) => selections.map((ask) => [name, ask] as const)),
    ...unusable.flatMap((name) => uses.map((ask) => [name, ask] as const)),
  ];
  for (const [name, ask] of asked) {
    const get = (query: string) => server.request("GET", `/api/data/${table.name}?${query}`, { headers });
    const absent = "q".repeat(name.length);
    const [reply, other] = [await get(ask(name)), await get(ask(absent))];
    expect(reply.status, ask(name)).toBe(400);
    const same = withoutSuggestion(reply.text).replaceAll(`\\"${name}\\"`, `\\"${absent}\\"`);
    expect(same, ask(name)).toBe(withoutSuggestion(other.text));
  }
}

/** Suggestions are ignored: a name may resemble one that the caller may read. */
function withoutSuggestion(text: string): string {
  return text.replaceAll(/ Did you mean [^?]*\?/g, "");
}

const selections: readonly ((name: string) => string)[] = [
  (name) => `select=${name}`,
  (name) => `select=${name}(id)`,
  (name) => `select=*,count(${name})`,
];
const uses: readonly ((name: string) => string)[] = [
  (name) => `where=${name}=1`,
  (name) => `where=${name}~"a"`,
  (name) => `where=${name}=null`,
  (name) => `where=${name}=x`,
  (name) => `where=!(${name}.id=1)`,
  (name) => `where=${name}(id=1)`,
  (name) => `where=count(${name})>0`,
  (name) => `orderBy=${name}`,
  (name) => `orderBy=~${name}.id`,
];

function pageOf(reply: Reply): Page {
  expect(reply.status, reply.text).toBe(200);
  return reply.json as Page;
}

function codeOf(reply: Reply): string {
  return (reply.json as { readonly code?: string }).code ?? "";
}

/** Stores without permission checks: first the records, then their foreign keys, which may refer to any record. */
async function store({ api }: TestServer, { tables }: Schema, rows: Rows): Promise<void> {
  for (const table of tables) {
    const db = api.repository(table.name).db as Kysely<Record<string, Record<string, unknown>>>;
    for (const row of rows.get(table.name) ?? []) {
      const own = table.fields.filter(({ key, isSystem }) => key === undefined && isSystem === undefined);
      const values = Object.fromEntries(own.map(({ name }) => [name, row[name]]));
      const created = await api.repository(table.name).create(values);
      expect(created).toMatchObject(keyOf(table, row));
      if (row["ownerid"] === null) continue;
      const update = db.updateTable(table.name).set({ ownerid: row["ownerid"] });
      await Object.entries(keyOf(table, row))
        .reduce((part, [name, value]) => part.where(name, "=", value), update)
        .execute();
    }
  }
  for (const table of tables)
    for (const row of rows.get(table.name) ?? []) {
      const { name, fields, links } = table;
      const keys = [...fields.filter(({ key }) => key !== undefined), ...links].map((member) => member.name);
      const key = keyOf(table, row);
      await api
        .repository(name)
        .update(
          ("id" in key ? row.id : key) as number,
          Object.fromEntries(keys.map((member) => [member, row[member]])),
        );
    }
}

/** The fields that identify the record. */
function keyOf({ fields }: Table, row: Row): Readonly<Record<string, unknown>> {
  const names = fields.filter(({ name, isPartOfKey }) => name === "id" || isPartOfKey === true);
  return Object.fromEntries(names.map(({ name }) => [name, row[name]]));
}
