import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { resolveModel } from "../../../runtime/config/resolve-model.js";
import { columnOf } from "../../../runtime/database/sql/column-of.js";
import { sqlite } from "../../../runtime/database/dialects/sqlite/sqlite-dialect.js";
import { instantSortKey } from "../../../runtime/database/dialects/sqlite/sqlite-times.js";
import type { Field } from "../../../runtime/model/model.js";
import { fieldTypes } from "../../../runtime/model/field-type.js";
import { field, openEntity } from "../../conformance/fields.js";
import { useDatabaseFile } from "./open-database.js";

const file = useDatabaseFile();

const layout = fc
  .tuple(
    fc.constantFrom("T", " "),
    fc.integer({ min: 0, max: 9 }),
    fc.constantFrom("", "Z", "+00:00", " +00:00"),
  )
  .map(([separator, digits, zone]) => {
    const fraction = digits === 0 ? "" : `.${"S".repeat(digits)}`;
    return `YYYY-MM-DD${separator}HH:MM:SS${fraction}${zone}`;
  });
const form = fc.oneof(layout, fc.constantFrom("unix seconds", "unix milliseconds", "julian day", "any"));

/** An instant with the number of digits of a second that are stored. */
function instantOf(milliseconds: number, finer: number, { type, precision = 3 }: Field): string {
  const digits = `${new Date(milliseconds).toISOString().slice(20, 23)}${String(finer).padStart(6, "0")}`;
  const text = `${new Date(milliseconds).toISOString().slice(0, 20)}${digits.slice(0, precision)}`;
  return fieldTypes[type].parse(`${text.replace(/\.$/, "")}Z`, { precision }) as string;
}

/** A parameter as the column returns it: better-sqlite3 returns numbers instead of BigInt. */
const stored = (value: unknown) => (typeof value === "bigint" ? Number(value) : value);

describe("booleans in a configured stored form", () => {
  it.each([
    ["Y/N", "text"],
    ["true/false", "text"],
    ["-1/0", "integer"],
    ["1/0", "integer"],
  ])("booleans stored as %s are created, found and sorted as booleans", async (storedAs, kind) => {
    const flag = field("boolean", { storedAs, isIndexed: true, default: true });
    const api = file.createApi({ e: openEntity({ flag, other: field("boolean", { storedAs }) }) });
    const e = api.repository("e");
    for (const record of [{}, { flag: false, other: true }, { flag: null, other: false }])
      await e.create(record);
    const ids = async (query: object) => (await e.find(query)).items.map(({ id }) => id);
    expect((await e.find({ orderBy: "id" })).items).toMatchObject([
      { flag: true, other: null },
      { flag: false, other: true },
      { flag: null, other: false },
    ]);
    expect(await ids({ orderBy: "flag" })).toEqual([3, 2, 1]);
    expect(await ids({ where: "flag=true" })).toEqual([1]);
    expect(await ids({ where: "flag<true" })).toEqual([2]);
    expect(await ids({ where: "other>=false", orderBy: "id" })).toEqual([2, 3]);
    const stored = file
      .connect()
      .prepare("select distinct typeof(flag) as kind, flag from e where flag is not null order by id");
    expect(stored.all()).toEqual(
      storedAs.split("/").map((text) => ({ kind, flag: kind === "text" ? text : Number(text) })),
    );
  });

  it("booleans stored as 1/0 may have a column of integers", async () => {
    file.connect().exec("create table e (id integer primary key, flag integer not null default 0)");
    const flag = field("boolean", { storedAs: "1/0", isRequired: true, default: false });
    const systemFields = { createdat: false, updatedat: false };
    const e = file.createApi({ e: openEntity({ flag }, { systemFields }) }).repository("e");
    expect(await e.create({ flag: true })).toMatchObject({ flag: true });
    expect(await e.create({})).toMatchObject({ flag: false });
    expect((await e.find({ where: "flag=true" })).items).toMatchObject([{ id: 1 }]);
    expect(file.connect().prepare("select flag, typeof(flag) as kind from e").all()).toEqual([
      { flag: 1, kind: "integer" },
      { flag: 0, kind: "integer" },
    ]);
  });

  it("the error for an unknown stored form of booleans lists the allowed forms", () => {
    const entities = { e: openEntity({ flag: field("boolean", { storedAs: "ja/nein" }) }) };
    expect(() => resolveModel({ database: { dialect: "sqlite", name: "x" }, entities })).toThrow(
      /"ja\/nein".*"Y\/N"/,
    );
  });
});

describe("instants in a configured stored form", () => {
  it("instants in a configured stored form are read as they were written, and sorted by time", () => {
    const times = fc.tuple(
      fc.date({ min: new Date("1980-01-01"), max: new Date("2200-01-01"), noInvalidDate: true }),
      fc.integer({ min: 0, max: 999_999 }),
    );
    fc.assert(
      fc.property(form, times, times, (storedAs, ...pair) => {
        const { entities } = resolveModel({
          database: { dialect: "sqlite", name: "x" },
          entities: { e: openEntity({ at: field("datetime", { storedAs }) }) },
        });
        const at = entities[0]?.fieldsByName.get("at");
        if (at === undefined) throw new Error("The field is gone.");
        const column = columnOf(at, sqlite);
        const [a = "", b = ""] = pair.map(([date, finer]) => instantOf(date.getTime(), finer, at));
        const [x, y] = [a, b].map((instant) => stored(column.toParameter(instant)));
        expect(column.fromColumn(x)).toBe(a);
        expect(column.fromColumn(y)).toBe(b);
        const key = (instant: string) => instant.slice(0, -1).padEnd(29, "0");
        const order = Math.sign(Number(key(a) > key(b)) - Number(key(a) < key(b)));
        const [first, second] =
          column.comparable === undefined
            ? [x as string | number, y as string | number]
            : [instantSortKey(x) as string, instantSortKey(y) as string];
        expect(Math.sign(Number(first > second) - Number(first < second))).toBe(order);
      }),
    );
  });

  it("a stored form of instants can also store dates: without a time, unless the form has one", () => {
    const written = (storedAs: string) => {
      const { entities } = resolveModel({
        database: { dialect: "sqlite", name: "x" },
        entities: { e: openEntity({ on: field("date", { storedAs }) }) },
      });
      const on = entities[0]?.fieldsByName.get("on");
      if (on === undefined) throw new Error("The field is gone.");
      const column = columnOf(on, sqlite);
      const value = column.toParameter("2021-01-01");
      expect(column.fromColumn(stored(value))).toBe("2021-01-01");
      return stored(value);
    };
    expect(written("any")).toBe("2021-01-01");
    expect(written("YYYY-MM-DD")).toBe("2021-01-01");
    expect(written("YYYY-MM-DD HH:MM:SS")).toBe("2021-01-01 00:00:00");
    expect(written("unix seconds")).toBe(1_609_459_200);
    expect(written("julian day")).toBe(2_459_215.5);
  });
});
