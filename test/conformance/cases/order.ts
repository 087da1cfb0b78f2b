import { beforeAll, describe, expect, it } from "vitest";
import { expectProblem, pluck } from "../expectations.js";
import { field, openEntity } from "../fields.js";
import type { Harness } from "../harness.js";
import { paths } from "../paths.js";

/** Values of each sortable type in ascending order. */
const ascending: Readonly<Record<string, readonly unknown[]>> = {
  astring: ["", " a", "A", "Z", "_", "a", "ab", "b", "ä", "日", "\u{1f600}"],
  atext: ["", "10", "9", "B", "a"],
  arichtext: ["<b>", "<p>"],
  anint: [-2147483648, -10, -9, 0, 9, 10, 100, 2147483647],
  abigint: [
    "-9223372036854775808",
    "-9007199254740993",
    -10,
    -9,
    0,
    9,
    10,
    9007199254740991,
    "9007199254740992",
    "9007199254740993",
    "9223372036854775807",
  ],
  afloat: [-1e308, -1.5, -1e-300, 0, 5e-324, 0.1, 0.30000000000000004, 9, 10, 1e308],
  adecimal: [
    "-100.5",
    "-100",
    "-9.99",
    "-0.1",
    "-0.01",
    "0",
    "0.01",
    "0.1",
    "0.11",
    "9",
    "10",
    "99999999999999999999",
  ],
  aboolean: [false, true],
  adate: ["0001-01-01", "1969-12-31", "2024-02-29", "9999-12-31"],
  atime: ["00:00:00", "00:00:00.001", "09:59:59.999", "10:00:00", "23:59:59.999"],
  // The length of a month is 30 days. Without 30 days, every order is unambiguous.
  aduration: ["P-1Y", "P-31D", "P-1M", "PT-0.000001S", "PT0S", "PT24H", "P1DT1S", "P1M", "P31D", "P1Y"],
  ayear: [0, 1901, 1999, 2155],
  adatetime: [
    "0001-01-01T00:00:00.000Z",
    "2024-02-29T12:00:00.000Z",
    "2024-02-29T12:00:00.001Z",
    "9999-12-31T23:59:59.999Z",
  ],
  auuid: [
    "00000000-0000-0000-0000-000000000000",
    "0a000000-0000-0000-0000-000000000000",
    "a0000000-0000-0000-0000-000000000000",
  ],
};

export function orderCases({ serve }: Harness): void {
  describe("by a field of each type", () => {
    const types = Object.keys(ascending);
    const fields = Object.fromEntries(
      types.map((name) => [name, field(name.replace(/^an?/, "") as Parameters<typeof field>[0])]),
    );
    const server = serve({
      entities: { thing: openEntity({ ...fields, data: field("json"), hidden: field("secret") }) },
    });
    const idsInOrder: Record<string, unknown[]> = {};

    beforeAll(async () => {
      for (const [name, values] of Object.entries(ascending)) {
        const ids = new Map<unknown, unknown>();
        // Shuffled, so that the ids have another order.
        const shuffled = values.map((_, index) => values[(index * 7 + 3) % values.length]);
        for (const value of new Set([...shuffled, ...values])) {
          ids.set(value, (await server.api.repository("thing").create({ [name]: value })).id);
        }
        idsInOrder[name] = values.map((value) => ids.get(value));
      }
    });

    it.each(types)("records are ordered by %s, ascending and descending", async (name) => {
      const condition = `${name}<>null`;
      const up = await server.get(paths.findByCondition("thing", condition, name));
      expect(pluck(up, name)).toEqual(ascending[name]);
      expect(pluck(up, "id")).toEqual(idsInOrder[name]);
      const down = await server.get(paths.findByCondition("thing", condition, `~${name}`));
      expect(pluck(down, "id")).toEqual(idsInOrder[name]?.toReversed());
    });

    it.each(types)("records ordered by %s have the same order on pages of two", async (name) => {
      const ids: unknown[] = [];
      for (let skip = 0; skip < (ascending[name]?.length ?? 0); skip += 2) {
        const reply = await server.get(paths.findByCondition("thing", `${name}<>null`, name, skip, 2));
        ids.push(...pluck(reply, "id"));
      }
      expect(ids).toEqual(idsInOrder[name]);
    });

    it("an order puts nulls first if it is ascending, and last if it is descending", async () => {
      const total = pluck(await server.get(paths.findAll("thing", "adate")), "adate");
      const dates = ascending["adate"] ?? [];
      expect(total.slice(-dates.length)).toEqual(dates);
      expect(new Set(total.slice(0, -dates.length))).toEqual(new Set([null]));
      const down = pluck(await server.get(paths.findAll("thing", "~adate")), "adate");
      expect(down.slice(0, dates.length)).toEqual(dates.toReversed());
    });

    it("an order by a field that cannot be sorted is rejected", async () => {
      const message = 'Field "data" is of type "json", which has no order.';
      expectProblem(await server.get(paths.findAll("thing", "data")), "invalid-order", {
        detail: message,
        errors: [{ path: "orderBy", code: "not-sortable", message }],
      });
    });

    it("an order by an unknown field is rejected, and a similar field is suggested", async () => {
      const message = 'Unknown field "adatex" in entity "thing". Did you mean "adate"?';
      expectProblem(await server.get(paths.findAll("thing", "adatex")), "invalid-order", {
        detail: message,
        errors: [{ path: "orderBy", code: "unknown-field", message }],
      });
    });

    it("an order by a secret field is reported like an order by a missing field", async () => {
      const hidden = await server.get(paths.findAll("thing", "hidden"));
      const absent = await server.get(paths.findAll("thing", "hiddex"));
      expectProblem(hidden, "invalid-order", { detail: 'Unknown field "hidden" in entity "thing".' });
      expect(hidden.text.replaceAll("hidden", "hiddex")).toBe(absent.text);
    });

    it.each([
      "~",
      "~~id",
      "-id",
      "id desc",
      "id,adate",
      "id;",
      '"id"',
      "1",
      "id~",
      "(id)",
      "random()",
      "constructor",
      "__proto__",
    ])("an order is rejected if it is %j", async (orderBy) => {
      const problem = expectProblem(await server.get(paths.findAll("thing", orderBy)), "invalid-order");
      expect(problem.errors).toMatchObject([{ path: "orderBy", code: "unknown-field" }]);
    });
  });

  describe("by a field with an index", () => {
    const server = serve({
      entities: {
        row: openEntity({
          unique: field("bigint", { isUnique: true }),
          indexed: field("decimal", { isIndexed: true }),
        }),
      },
    });

    it("a field with an index orders records by its values, as one without", async () => {
      for (const value of [10, 9, -1])
        await server.api.repository("row").create({ unique: value, indexed: value });
      for (const name of ["unique", "indexed"]) {
        expect(pluck(await server.get(paths.findAll("row", name)), "unique")).toEqual([-1, 9, 10]);
        expect(pluck(await server.get(paths.findAll("row", `~${name}`, 1, 1)), "unique")).toEqual([9]);
      }
    });
  });
}
