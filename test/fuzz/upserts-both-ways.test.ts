import { afterAll, beforeAll, expect, it, onTestFailed } from "vitest";
import { describeDialects } from "../conformance/describe-dialects.js";
import { everybody, field } from "../conformance/fields.js";
import { startServer, type TestServer } from "../conformance/start-server.js";
import { testLog } from "../conformance/reports.js";
import { Chance } from "../reads/random/chance.js";
import { SEED } from "./settings.js";

/** The number of requests for each kind of entity. */
const REQUESTS = 60;

const fields = {
  sku: field("string", { isRequired: true, isUnique: true }),
  number: field("bigint", { isUnique: true }),
  code: field("string", { isUnique: true }),
  amount: field("int", { default: 3 }),
  price: field("decimal", { precision: 8, scale: 2 }),
  at: field("datetime"),
  fixed: field("string", { isEditable: false }),
};
const keyFields = { sku: { ...fields.sku, isUnique: false, isEditable: false } };
const systemFields = { ownerid: false };
const below = { role: "guest", where: "amount<8" };

const kinds = {
  plain: { entity: { fields, permissions: everybody, systemFields }, targets: ["sku", "number", "code"] },
  keyed: {
    entity: { fields: { ...fields, ...keyFields }, primaryKey: "sku", permissions: everybody, systemFields },
    targets: ["sku", "number"],
  },
  visible: {
    entity: { fields, permissions: { ...everybody, read: [below] }, systemFields },
    targets: [],
  },
  ruled: {
    entity: { fields, permissions: { ...everybody, update: [below] }, systemFields },
    targets: ["sku", "number"],
  },
  guarded: {
    entity: {
      fields,
      permissions: { ...everybody, create: ["guest", { role: "guest", where: "amount<8" }] },
      systemFields,
    },
    targets: ["sku"],
  },
  // The table exists before the server, with a case-insensitive column.
  folded: {
    entity: {
      fields: { sku: fields.sku, amount: field("int") },
      permissions: everybody,
      systemFields: { ownerid: false, createdat: false, updatedat: false },
    },
    targets: ["sku"],
  },
} as const;

const tables: Readonly<Record<string, readonly string[]>> = {
  sqlite: ["folded", "foldedslow"].map(
    (name) =>
      `create table ${name} (id integer primary key autoincrement, sku text collate nocase not null unique, amount integer)`,
  ),
  postgres: [
    "create collation folded (provider = icu, locale = 'und-u-ks-level2', deterministic = false)",
    ...["folded", "foldedslow"].map(
      (name) =>
        `create table ${name} (id serial primary key, sku varchar(255) collate folded not null unique, amount integer)`,
    ),
  ],
};

// With a hook, the server first reads the records, and then writes them step by step.
const slow = { hooks: { afterUpdate: () => undefined } };
const entities = Object.fromEntries(
  Object.entries(kinds).flatMap(([name, { entity }]) => [
    [name, entity],
    [`${name}slow`, { ...entity, ...slow }],
  ]),
);

await describeDialects("random upserts", (dialect) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer(
      "dynamic",
      dialect,
      { server: { host: "127.0.0.1", log: testLog, metrics: true }, entities },
      tables[dialect.name],
    );
  });
  afterAll(() => server.stop());

  it.each(Object.keys(kinds) as (keyof typeof kinds)[])(
    "random upserts have the same answers and records with and without a prior read: %s",
    async (kind) => {
      onTestFailed(() => {
        process.stderr.write(`To see it again: FUZZ_SEED=${SEED}\n`);
      });
      const chance = new Chance(SEED);
      const statuses = new Set<number>();
      const names = Object.keys(kinds[kind].entity.fields).join();
      for (let turn = 0; turn < REQUESTS; turn++) {
        const target = chance.pick(["sku", "sku", ...kinds[kind].targets]);
        const body = randomRecords(chance, kinds[kind].entity.fields);
        const [fast, other] = await Promise.all([
          upsert(server, kind, target, body),
          upsert(server, `${kind}slow`, target, body),
        ]);
        const said = `request ${turn} by ${target}: ${JSON.stringify(body)}`;
        expect(fast, said).toEqual(other);
        expect(await storedIn(server, kind, names), said).toEqual(
          await storedIn(server, `${kind}slow`, names),
        );
        statuses.add(fast.status);
      }
      // Fewer kinds of outcome would prove little.
      expect(statuses.size).toBeGreaterThan(1);
    },
    60_000,
  );

  it("upserts need no prior read if the database has upsert statements", async () => {
    const answer = await upsert(server, "plain", "sku", [{ sku: "new", amount: 1 }]);
    expect(answer.status).toBe(200);
    const { text } = await server.request("GET", "/metrics");
    const isThere = (operation: string) => text.includes(`entity="plain",operation="${operation}"`);
    const { found, runsEach } =
      dialect.name === "sqlite" || dialect.name === "postgres" ? ways[dialect.name] : none;
    expect(isThere("updateFound")).toBe(found);
    expect(isThere("findOfEach")).toBe(runsEach);
  });
});

const none = { found: false, runsEach: false };
const ways = { sqlite: { found: false, runsEach: true }, postgres: { found: true, runsEach: false } };

function randomRecords(chance: Chance, known: object): readonly object[] {
  const names = ["a", "A", "b", "c ", "c", "é", "e\u0301", "d", "f", "g"];
  const mistake = chance.oneIn(12) ? { amount: "much" } : undefined;
  const members = {
    number: () => chance.pick([null, 1, 2, "9007199254740993", "9007199254740995", 5]),
    code: () => chance.pick([null, null, "x", "X", "y"]),
    amount: () => chance.below(12),
    price: () => chance.pick(["1", "1.50", 2]),
    at: () => chance.pick(["2024-01-01T00:00:00Z", "2024-01-01T01:00:00.5+01:00"]),
    fixed: () => chance.pick(["p", "q"]),
  };
  // In most requests, all records have the same members.
  const given = chance.some(Object.entries(members).filter(([name]) => name in known));
  const count = 1 + chance.below(5);
  return Array.from({ length: count }, (_, index) => ({
    ...(chance.oneIn(30) ? {} : { sku: chance.pick(names) }),
    ...Object.fromEntries(given.filter(() => !chance.oneIn(40)).map(([name, make]) => [name, make()])),
    ...(index === count - 1 && mistake),
  }));
}

async function upsert(server: TestServer, entity: string, target: string, body: readonly object[]) {
  const { status, text } = await server.request("PUT", `/api/data/${entity}?onConflict=${target}`, { body });
  const answer = JSON.parse(text) as unknown;
  if (Array.isArray(answer))
    return { status, outcomes: (answer as { outcome: string }[]).map(({ outcome }) => outcome) };
  const { detail, errors, code } = answer as Record<string, unknown>;
  return { status, code, errors, detail: String(detail).replaceAll(entity, "it") };
}

async function storedIn(server: TestServer, entity: string, select: string): Promise<unknown> {
  const { text } = await server.request("GET", `/api/data/${entity}?select=${select}&orderBy=sku&take=100`);
  return (JSON.parse(text) as { readonly items: unknown }).items;
}
