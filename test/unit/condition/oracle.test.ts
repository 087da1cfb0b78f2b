import fc from "fast-check";
import { beforeAll, expect, it } from "vitest";
import { quoteValue } from "data-api";
import { field, openEntity } from "../../conformance/fields.js";
import { describeDialects } from "../../conformance/describe-dialects.js";
import {
  startServer,
  type AnyRecord,
  type TestApi,
  type TestServer,
} from "../../conformance/start-server.js";
import {
  arbitraryCondition,
  type BareComparison,
  type BareCondition,
  withPositions,
} from "./arbitrary-condition.js";
import { compareStored, holds } from "./in-memory.js";
import { checkCondition } from "../../../runtime/condition/check-condition.js";
import { parseCondition } from "../../../runtime/condition/parse-condition.js";
import { truthOf, type KnownValues } from "../../../runtime/condition/truth-of.js";
import { formatCondition } from "../../../runtime/condition/format-condition.js";

/** Few values of each type, so that random conditions often match random records. */
const pools = {
  // None ends with a blank: SQL Server ignores blanks at the end, except for `=` and `<>`.
  astring: ["", " a", "a", "A", "ab", "b", "%", "_", "a%b", "é", "e\u0301", "\u{1f600}", "null", "10", "9"],
  atext: ["", "line\nbreak", "a&b|c", '"', "\\", "(x)"],
  anint: [-2147483648, -10, -9, 0, 1, 9, 10, 2147483647],
  abigint: [
    "-9223372036854775808",
    "-9007199254740993",
    -1,
    0,
    9,
    10,
    "9007199254740992",
    "9007199254740993",
    "9223372036854775807",
  ],
  afloat: [-1e308, -0.1, 0, 5e-324, 0.1, 0.30000000000000004, 0.3, 9, 10, 1e308],
  adecimal: ["-10.5", "-9.5", "-0.01", "0", "0.01", "0.1", "9", "9.5", "10", "10.05", "99999999999999999999"],
  aboolean: [true, false],
  adate: ["0001-01-01", "1999-12-31", "2024-02-29", "9999-12-31"],
  adatetime: [
    "0001-01-01T00:00:00.000Z",
    "2024-02-29T12:00:00.000Z",
    "2024-02-29T12:00:00.001Z",
    "9999-12-31T23:59:59.999Z",
  ],
  atime: ["00:00:00", "00:00:00.001", "09:59:59.999", "10:00:00", "23:59:59.999"],
  // A month and 30 days of 24 hours sort as equal, but are not equal.
  aduration: ["P-1M", "P-30D", "PT-0.000001S", "PT0S", "PT24H", "P1D", "P30D", "PT720H", "P1M", "P1Y"],
  ayear: [0, 1901, 1999, 2155],
  auuid: [
    "00000000-0000-0000-0000-000000000000",
    "aaaaaaaa-0000-0000-0000-000000000000",
    "ffffffff-ffff-ffff-ffff-ffffffffffff",
  ],
} as const satisfies Readonly<Record<string, readonly (string | number | boolean)[]>>;

type FieldName = keyof typeof pools;
const fieldNames = Object.keys(pools) as FieldName[];
const texts: ReadonlySet<string> = new Set<FieldName>(["astring", "atext"]);

const typeOf = (name: string) => name.replace(/^an?/, "") as Parameters<typeof field>[0];

const record = fc.record(
  Object.fromEntries(
    fieldNames.map((name) => [name, fc.option(fc.constantFrom(...pools[name]), { freq: 5 })]),
  ),
);

/** A comparison that is valid for the entity: `~` for texts only, values of the field's type. */
function fitting({ kind, field: name, operator, value }: BareComparison): BareComparison {
  const isNull = value.text === "null" && (operator === "=" || operator === "<>");
  const pool: readonly unknown[] = pools[name as FieldName];
  const text = String(pool[value.text.length % pool.length]);
  // No field here is a list.
  const usable = (operator === "~" && !texts.has(name)) || operator === "has" ? "<>" : operator;
  return {
    kind,
    field: name,
    operator: usable,
    value: isNull ? { text: "null", isQuoted: false } : { text, isQuoted: true },
  };
}

function fit(tree: BareCondition): BareCondition {
  return tree.kind === "comparison"
    ? fitting(tree)
    : { kind: tree.kind, conditions: tree.conditions.map(fit) };
}

const condition = arbitraryCondition({
  field: fc.constantFrom(...fieldNames),
  value: fc.oneof(
    { weight: 1, arbitrary: fc.constant({ text: "null", isQuoted: false }) },
    // The length of this text selects the value.
    {
      weight: 6,
      arbitrary: fc.nat({ max: 20 }).map((length) => ({ text: "x".repeat(length), isQuoted: true })),
    },
  ),
}).map(fit);

/** Long enough for hundreds of statements of different shapes on an engine that plans slowly. */
const TIMEOUT = 180_000;

await describeDialects("conditions on random records", (dialect) => {
  const entities = {
    thing: openEntity(Object.fromEntries(fieldNames.map((name) => [name, field(typeOf(name))]))),
  };
  let server: TestServer | undefined;
  let things: ReturnType<TestApi["repository"]>;
  let records: readonly AnyRecord[] = [];

  beforeAll(async () => {
    server = await startServer("dynamic", dialect, { entities });
    things = server.api.repository("thing");
    for (const each of fc.sample(record, { seed: 7, numRuns: 80 })) await things.create(each);
    records = (await things.find({ take: 1000 })).items;
  });

  it(
    "a query finds for a random condition the same records as a search in memory",
    async () => {
      let found = 0;
      await fc.assert(
        fc.asyncProperty(condition, async (tree) => {
          const where = formatCondition(withPositions(tree));
          fc.pre(where.length <= 4096);
          const page = await things.find({ where, take: 1000 });
          const expected = records.filter((each) => holds(tree, each, typeOf)).map(({ id }) => id);
          expect(page.items.map(({ id }) => id)).toEqual(expected);
          expect(page.count).toBe(expected.length);
          expect(await things.count(where)).toBe(expected.length);
          found += expected.length;
        }),
        { seed: 20_170_101, numRuns: 700 },
      );
      // Many conditions match many records.
      expect(found).toBeGreaterThan(2000);
    },
    TIMEOUT,
  );

  it("a condition decided from a record's values alone gives the same result as in memory", () => {
    let shown = 0;
    fc.assert(
      fc.property(condition, (tree) => {
        const where = formatCondition(withPositions(tree));
        fc.pre(where.length <= 4096);
        const checked = checkCondition(parseCondition(where), things.entity);
        for (const each of records) {
          const truth = truthOf(checked, each as KnownValues);
          if (truth === undefined) continue;
          expect(truth, `${where} of ${JSON.stringify(each)}`).toBe(holds(tree, each, typeOf));
          shown++;
        }
      }),
      { seed: 20_170_103, numRuns: 700 },
    );
    // Most conditions, of most records.
    expect(shown).toBeGreaterThan(20_000);
  });

  it(
    "records of random conditions are sorted and paged in the same way as in memory",
    async () => {
      const paging = fc.record({
        orderBy: fc.constantFrom("id", ...fieldNames),
        isDescending: fc.boolean(),
        skip: fc.nat({ max: 90 }),
        take: fc.nat({ max: 90 }),
        tree: fc.option(condition, { freq: 2 }),
      });
      await fc.assert(
        fc.asyncProperty(paging, async ({ orderBy, isDescending, skip, take, tree }) => {
          const matching = records.filter((each) => tree === null || holds(tree, each, typeOf));
          const ordered = matching.toSorted((a, b) => {
            const order = orderBy === "id" ? 0 : compareStored(typeOf(orderBy), a[orderBy], b[orderBy]);
            return (order === 0 ? Number(a.id) - Number(b.id) : order) * (isDescending ? -1 : 1);
          });
          const page = await things.find({
            where: tree === null ? undefined : formatCondition(withPositions(tree)),
            orderBy: `${isDescending ? "~" : ""}${orderBy}`,
            skip,
            take,
          });
          expect(page.items).toEqual(ordered.slice(skip, skip + take));
          expect(page.count).toBe(matching.length);
        }),
        { seed: 20_170_102, numRuns: 250 },
      );
    },
    TIMEOUT,
  );

  it("a condition with a quoted value finds exactly the records that have this text", async () => {
    for (const name of texts) {
      for (const text of pools[name as "astring"]) {
        const { items } = await things.find({ where: `${name}=${quoteValue(text)}`, take: 1000 });
        expect(items).toEqual(records.filter((each) => each[name] === text));
      }
    }
  });
});
