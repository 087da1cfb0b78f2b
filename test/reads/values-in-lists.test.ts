import { expect, it } from "vitest";
import type { FieldConfig } from "data-api";
import { fieldTypeNames } from "../../runtime/model/field-type.js";
import { describeDialects } from "../conformance/describe-dialects.js";
import { field, plain } from "../conformance/fields.js";
import { useFresh } from "../schema/fresh.js";

/** Columns of PostgreSQL, each with values as literals of SQL. */
const columns: Readonly<Record<string, readonly [FieldConfig, ...(readonly string[])]>> = {
  string: [
    field("string"),
    "''",
    "'null'",
    `'"quoted" ''twice'''`,
    String.raw`'back\slash \u0041 \n'`,
    String.raw`e'\x01\x08\t\n\r\x1f\x7f'`,
    "'a 😀 é \u2028 \uffff'",
    "'  blanks  '",
    "'</script>'",
  ],
  text: [field("text"), "repeat('\"\\', 5000)"],
  richtext: [field("richtext"), "'<p class=\"x\">&amp;</p>'"],
  enum: [field("enum", { values: ["a", 'b "c"', "d\\e"] }), "'a'", `'b "c"'`, String.raw`'d\e'`],
  int: [field("int"), "0", "-2147483648", "2147483647"],
  bigint: [field("bigint"), "0", "-9223372036854775808", "9223372036854775807", "9007199254740993"],
  float: [
    field("float"),
    "0.1",
    "'-0'",
    "1e308",
    "-1e308",
    "5e-324",
    "0.1::float8 + 0.2::float8",
    "'NaN'",
    "'Infinity'",
    "'-Infinity'",
  ],
  decimal: [field("decimal"), "0.1000000000", "-99999999999999999999.0000000001", "'NaN'"],
  anydecimal: [field("decimal", { precision: "unlimited" }), `1${"0".repeat(299)}.50`, "'Infinity'"],
  money: [field("decimal", { storedAs: "money", precision: 19, scale: 2 }), "-1234567.89"],
  boolean: [field("boolean"), "true", "false"],
  date: [field("date"), "'2024-02-29'", "'0044-03-15 BC'", "'infinity'", "'-infinity'", "'20000-01-01'"],
  datetime: [
    field("datetime", { precision: 6 }),
    "'2024-02-29 12:00:00.5+02'",
    "'0044-03-15 12:00:00+00 BC'",
    "'infinity'",
    "'20000-01-01 00:00:00.000001+00'",
  ],
  local: [field("datetime", { zone: "none" }), "'2024-02-29 12:00:00.5'", "'-infinity'"],
  time: [field("time", { precision: 6 }), "'00:00:00'", "'23:59:59.999999'", "'24:00:00'"],
  zoned: [field("time", { zone: "offset" }), "'08:30:00.5-03:30'"],
  duration: [field("duration"), "'1 year -2 months 3 days -04:05:06.789'", "'0'"],
  year: [field("year"), "0", "2155"],
  uuid: [field("uuid"), "'A0EEBC99-9C0B-4EF8-BB6D-6BB9BD380A11'"],
  json: [
    field("json"),
    "'null'",
    "'[]'",
    `'"text"'`,
    String.raw`'{"a": [1e400, 12345678901234567890.12, -0.0, "\"\\ 😀"], "__proto__": 1}'`,
    "(repeat('[', 2000) || repeat(']', 2000))::jsonb",
  ],
  bytes: [field("bytes"), String.raw`'\x'`, String.raw`'\x00ff5c2722'`],
  native: [field("native", { storedAs: "inet" }), "'10.0.0.1'", "'10.1.2.3/16'"],
  xml: [field("xml"), `'<a b="c">\\ &amp; 😀</a>'`],
  list: [field("list", { of: "text" }), "'{}'", `'{"a \\"b\\" \\\\",NULL,"NULL","😀"}'`],
  floats: [field("list", { of: "float" }), "'{0.1,NaN,-0,1e308}'"],
  datetimes: [field("list", { of: "datetime" }), "'{2024-02-29 12:00:00.5+02,infinity}'"],
};

/** Longer lists are read by a separate statement. */
const SHORT = 20;

await describeDialects("values in lists", (target) => {
  if (target.name !== "postgres") {
    it.skip("not run: this database reads lists in the same way as records", () => undefined);
    return;
  }
  const fresh = useFresh(target);
  const names = Object.keys(columns);

  // A server does not create columns of the type "other", which are always selected as text.
  it("values in lists are tested for every readable type", () => {
    const tested = new Set(Object.values(columns).map(([{ type }]) => type));
    expect([...tested, "other", "secret"].toSorted()).toEqual([...fieldTypeNames].toSorted());
  });

  const inJson = names.filter((name) => name !== "native");
  it.each([...names, inJson.join()])("values in lists equal those of single records: %s", async (of) => {
    const chosen = of.split(",");
    const fields = Object.fromEntries(chosen.map((name) => [name, (columns[name] as [FieldConfig])[0]]));
    const owner = {
      foreignKey: { targetEntityName: "box", resolvedEntityName: "theBox", inverseName: "things" },
    };
    const entities = {
      box: plain({ name: field("string") }),
      thing: plain({ ...fields, box: field("int", owner) }),
    };
    const api = await fresh.start(entities);
    const inserts = chosen.flatMap((name) =>
      [...(columns[name] ?? []).slice(1), "null"].map(
        (literal) => `insert into thing (${name}, box) values (${literal as string}, 1)`,
      ),
    );
    await fresh.database().run([`insert into box (name) values ('a')`, ...inserts]);
    const records = await api
      .repository("thing")
      .find({ select: chosen.join(), orderBy: "id", take: 1000 } as never);
    const list = (take: number) => `id,things(${chosen.join()};take=${take})`;
    const expected = records.items;
    expect(expected).toHaveLength(inserts.length);
    for (const take of [SHORT, 1000]) {
      const page = await api.repository("box").find({ select: list(take) } as never);
      expect(page.items).toStrictEqual([{ id: 1, things: expected.slice(0, take) }]);
    }
    const again = await api.repository("box").find({ select: list(SHORT) } as never);
    expect(JSON.stringify(again)).toBe(
      JSON.stringify({ items: [{ id: 1, things: expected.slice(0, SHORT) }] }),
    );
  });
});
