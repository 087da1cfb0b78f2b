import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { DataApi } from "data-api";
import { field, openEntity } from "../../conformance/fields.js";
import type { TestApi } from "../../conformance/start-server.js";

const types = [
  "string",
  "text",
  "richtext",
  "int",
  "bigint",
  "float",
  "decimal",
  "boolean",
  "date",
  "datetime",
  "uuid",
  "json",
] as const;
type Type = (typeof types)[number];

const text = fc
  .oneof(
    fc.string({ unit: "binary" }),
    fc.string(),
    fc.constantFrom('"', "\\", "\u2028", "</script>", "\n", "\u001f", "\u007f"),
  )
  .map((value) => value.toWellFormed().replaceAll("\0", ""));
const storable = (value: unknown): boolean => !/\\u0000|\\ud[89a-f]/i.test(JSON.stringify(value));
const instant = fc.date({
  min: new Date("0001-01-01T00:00:00Z"),
  max: new Date("9999-12-31T23:59:59.999Z"),
  noInvalidDate: true,
});

const values: Readonly<Record<Type, fc.Arbitrary<unknown>>> = {
  string: text.map((value) => value.slice(0, 100).toWellFormed()),
  text,
  richtext: text,
  int: fc.integer(),
  bigint: fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map(String),
  float: fc.double({ noNaN: true, noDefaultInfinity: true }),
  decimal: fc
    .tuple(fc.bigInt({ min: -(10n ** 27n), max: 10n ** 27n }), fc.nat({ max: 999_999 }))
    .map((parts) => parts.join(".")),
  boolean: fc.boolean(),
  date: instant.map((value) => value.toISOString().slice(0, 10)),
  datetime: instant.map((value) => value.toISOString()),
  uuid: fc.uuid(),
  json: fc.jsonValue({ maxDepth: 4 }).filter((value) => value !== null && storable(value)),
};

describe("the text of a page", () => {
  const api = new DataApi({
    database: { dialect: "sqlite", name: ":memory:" },
    entities: {
      thing: openEntity(
        Object.fromEntries(types.map((type) => [`a "${type}"`.replace(/\W/g, "_"), field(type)])),
      ),
    },
  }) as unknown as TestApi;
  const things = api.repository("thing");
  const nameOf = (type: Type) => `a "${type}"`.replace(/\W/g, "_");

  afterAll(() => api.stopAsync());

  it("the text of a page is the JSON of its items, for any values", async () => {
    const record = fc.record(
      Object.fromEntries(types.map((type) => [nameOf(type), fc.option(values[type], { freq: 4 })])),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(record, { minLength: 1, maxLength: 3 }), async (records) => {
        const ids: (number | string)[] = [];
        for (const each of records) ids.push((await things.create(each)).id);
        const where = ids.map((id) => `id=${id}`).join("|");
        const asText = (await things.find({ where })).toText();
        const page = await things.find({ where });
        expect(asText).toBe(JSON.stringify({ count: page.count, items: page.items }));
        expect(asText).toBe(JSON.stringify(page));
        expect(page.toText()).toBe(asText);
        expect(page.items).toHaveLength(records.length);
        for (const [index, each] of records.entries()) {
          for (const type of [
            "string",
            "text",
            "richtext",
            "int",
            "boolean",
            "date",
            "datetime",
            "uuid",
          ] as const)
            expect(page.items[index]?.[nameOf(type)]).toEqual(each[nameOf(type)]);
          expect(JSON.stringify(page.items[index]?.[nameOf("json")])).toBe(
            JSON.stringify(each[nameOf("json")]),
          );
        }
      }),
      { seed: 20_170_101, numRuns: 300 },
    );
  });

  it("the text of an empty page is an empty list with a count", async () => {
    expect((await things.find({ where: "id<0" })).toText()).toBe('{"count":0,"items":[]}');
  });
});
