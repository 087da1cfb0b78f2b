import { describe, expect, it } from "vitest";
import type { EntityConfig, FieldConfig } from "data-api";
import { quoteValue } from "../../runtime/condition/format-condition.js";
import { ExactNumber } from "../../runtime/model/values/exact-number.js";
import { describeDialect, describeDialects } from "../conformance/describe-dialects.js";
import { everybody, field } from "../conformance/fields.js";
import { modes } from "../conformance/targets.js";
import { useFresh } from "../schema/fresh.js";

/** Valid JSON, but nested too deeply for `JSON.stringify`. */
const tooDeep = [deepJson(1001), deepJson(5000), deepJson(100_000)];
/** The deepest JSON that is read as a value. */
const deepest = deepJson(1000);

function deepJson(levels: number): string {
  return `${"[".repeat(levels)}"]"${"]".repeat(levels)}`;
}

type Cell = readonly [literal: string, value: unknown];

/** Values of a column in another program's table: a literal of SQL, and the value in answers. */
interface StoredColumn {
  readonly type: string;
  readonly field: FieldConfig;
  readonly values: readonly Cell[];
}

function columnOf(type: string, field: FieldConfig, ...values: readonly Cell[]): StoredColumn {
  return { type, field, values };
}

/** Valid values of the field's type. Each is found by its value in answers, and unchanged when written back. */
const regular: Readonly<Record<string, Readonly<Record<string, StoredColumn>>>> = {
  sqlite: {
    picture: columnOf("varbinary(20)", field("bytes", { maxLength: 20 }), ["x'00ff27'", "AP8n"], ["x''", ""]),
    space: columnOf(
      "datetime",
      field("datetime", { storedAs: "YYYY-MM-DD HH:MM:SS" }),
      ["'2021-01-01 00:00:00'", "2021-01-01T00:00:00.000Z"],
      ["'1969-12-31 23:59:59'", "1969-12-31T23:59:59.000Z"],
    ),
    zoned: columnOf(
      "timestamp",
      field("datetime", { storedAs: "YYYY-MM-DD HH:MM:SS.SSSSSS +00:00" }),
      ["'2021-01-01 00:00:00.123456 +00:00'", "2021-01-01T00:00:00.123456Z"],
      ["'2021-01-01 00:00:00.500000 +00:00'", "2021-01-01T00:00:00.500Z"],
    ),
    seconds: columnOf(
      "datetime",
      field("datetime", { storedAs: "unix seconds" }),
      ["1609459200", "2021-01-01T00:00:00.000Z"],
      ["-1", "1969-12-31T23:59:59.000Z"],
    ),
    milliseconds: columnOf(
      "datetime",
      field("datetime", { storedAs: "unix milliseconds" }),
      ["1609459200123", "2021-01-01T00:00:00.123Z"],
      ["-62135596800000", "0001-01-01T00:00:00.000Z"],
    ),
    julian: columnOf(
      "datetime",
      field("datetime", { storedAs: "julian day" }),
      ["julianday('2021-01-01 12:34:56.789')", "2021-01-01T12:34:56.789Z"],
      ["2459215.5", "2021-01-01T00:00:00.000Z"],
    ),
    midnight: columnOf("date", field("date", { storedAs: "YYYY-MM-DD HH:MM:SS" }), [
      "'2021-01-01 00:00:00'",
      "2021-01-01",
    ]),
    day: columnOf("datetime", field("date", { storedAs: "YYYY-MM-DD" }), ["'2021-01-01'", "2021-01-01"]),
    local: columnOf("datetime", field("datetime", { storedAs: "YYYY-MM-DD HH:MM:SS", zone: "none" }), [
      "'2021-01-01 00:00:00'",
      "2021-01-01T00:00:00.000",
    ]),
    offset: columnOf(
      "datetime",
      field("datetime", { zone: "offset", precision: 6 }),
      ["'2021-01-01T00:00:00.000+02:00'", "2021-01-01T00:00:00.000+02:00"],
      ["'2021-01-01T12:00:00.123456-05:30'", "2021-01-01T12:00:00.123456-05:30"],
    ),
    opens: columnOf(
      "time",
      field("time", { precision: 6 }),
      ["'08:30:00'", "08:30:00"],
      ["'08:30:00.000001'", "08:30:00.000001"],
    ),
    big: columnOf(
      "integer",
      field("bigint"),
      ["1700000000000123456", "1700000000000123456"],
      ["1700000000000123457", "1700000000000123457"],
      ["1609459200123", 1609459200123],
    ),
  },
  postgres: {
    stamp: columnOf(
      "timestamptz",
      field("datetime", { precision: 6 }),
      ["'2021-01-01 00:00:00.123456+00'", "2021-01-01T00:00:00.123456Z"],
      ["'2021-01-01 00:00:00.12345+00'", "2021-01-01T00:00:00.12345Z"],
      ["'2021-01-01 02:00:00.1+02'", "2021-01-01T00:00:00.100Z"],
    ),
    plain: columnOf("timestamp", field("datetime", { precision: 6 }), [
      "'2021-01-01 00:00:00.000001'",
      "2021-01-01T00:00:00.000001Z",
    ]),
    local: columnOf(
      "timestamp",
      field("datetime", { zone: "none", precision: 6 }),
      ["'2021-01-01 00:00:00.000001'", "2021-01-01T00:00:00.000001"],
      ["'2021-01-01 00:00:00.5'", "2021-01-01T00:00:00.500"],
    ),
    opens: columnOf(
      "time",
      field("time", { precision: 6 }),
      ["'08:30'", "08:30:00"],
      ["'23:59:59.999999'", "23:59:59.999999"],
    ),
    zoned: columnOf(
      "time with time zone",
      field("time", { zone: "offset", precision: 6 }),
      ["'08:30:00.5+02'", "08:30:00.5+02:00"],
      ["'08:30:00.5-03:30'", "08:30:00.5-03:30"],
      ["'08:30:00+00:53:28'", "08:30:00+00:53:28"],
    ),
    stay: columnOf(
      "interval",
      field("duration"),
      ["'1 year -2 months 3 days -04:05:06.789'", "P10M3DT-4H-5M-6.789S"],
      ["'24 hours'", "PT24H"],
      ["'1 day'", "P1D"],
      ["'1 month'", "P1M"],
      ["'-0.000001 seconds'", "PT-0.000001S"],
      [
        "'P-178956970Y-8M-2147483648DT-2562047788H-54.775807S'",
        "P-178956970Y-8M-2147483648DT-2562047788H-54.775807S",
      ],
    ),
    number: columnOf(
      "numeric",
      field("decimal", { precision: "unlimited" }),
      ["0.1234567890123456789012345", "0.1234567890123456789012345"],
      [`1${"0".repeat(299)}.5`, `1${"0".repeat(299)}.5`],
    ),
    ip: columnOf(
      "inet",
      field("native", { storedAs: "inet" }),
      ["'10.0.0.1'", "10.0.0.1"],
      ["'10.1.2.3/16'", "10.1.2.3/16"],
      ["'::ffff:1.2.3.4'", "::ffff:1.2.3.4"],
    ),
    net: columnOf("cidr", field("native", { storedAs: "cidr" }), ["'10.1/16'", "10.1.0.0/16"]),
    mac: columnOf("macaddr", field("native", { storedAs: "macaddr" }), [
      "'08-00-2B-01-02-03'",
      "08:00:2b:01:02:03",
    ]),
    bits: columnOf("bit(4)", field("native", { storedAs: "bit(4)" }), ["b'0101'", "0101"]),
    flags: columnOf(
      "bit varying(12)",
      field("native", { storedAs: "varbit(12)" }),
      ["b'01'", "01"],
      ["b''", ""],
    ),
    span: columnOf(
      "int4range",
      field("native", { storedAs: "int4range" }),
      ["'[1,4]'", "[1,5)"],
      ["'empty'", "empty"],
    ),
    hours: columnOf("tstzrange", field("native", { storedAs: "tstzrange" }), [
      "'[2024-01-01 00:00:00.123456+02,infinity)'",
      '["2023-12-31 22:00:00.123456+00",infinity)',
    ]),
    days: columnOf("datemultirange", field("native", { storedAs: "datemultirange" }), [
      "'{[2024-01-01,2024-01-02]}'",
      "{[2024-01-01,2024-01-03)}",
    ]),
    words: columnOf("tsvector", field("native", { storedAs: "tsvector" }), ["'b:2 a:1A'", "'a':1A 'b':2"]),
    cost: columnOf(
      "money",
      field("decimal", { precision: 19, scale: 2, storedAs: "money" }),
      ["'1234567.5'", "1234567.5"],
      ["'-92233720368547758.08'", "-92233720368547758.08"],
    ),
    picture: columnOf("bytea", field("bytes"), ["'\\x00ff27'", "AP8n"], ["''", ""]),
    short: columnOf("float4", field("float"), ["0.1", 0.1], ["16777217", 16777216]),
  },
  mysql: {
    stamp: columnOf(
      "datetime(6)",
      field("datetime", { precision: 6 }),
      ["'2021-01-01 00:00:00.123456'", "2021-01-01T00:00:00.123456Z"],
      ["'2021-01-01 00:00:00.100000'", "2021-01-01T00:00:00.100Z"],
    ),
    whole: columnOf("datetime", field("datetime", { precision: 0 }), [
      "'2021-01-01 00:00:01'",
      "2021-01-01T00:00:01.000Z",
    ]),
    local: columnOf("datetime(6)", field("datetime", { zone: "none", precision: 6 }), [
      "'2021-01-01 00:00:00.000001'",
      "2021-01-01T00:00:00.000001",
    ]),
    opens: columnOf(
      "time(6)",
      field("time", { precision: 6 }),
      ["'08:30:00'", "08:30:00"],
      ["'23:59:59.999999'", "23:59:59.999999"],
    ),
    made: columnOf("year", field("year"), ["0", 0], ["1901", 1901]),
    number: columnOf("decimal(65,30)", field("decimal", { precision: 65, scale: 30 }), [
      "0.123456789012345678901234567891",
      "0.123456789012345678901234567891",
    ]),
    huge: columnOf("decimal(65,30)", field("decimal", { precision: 65, scale: 30 }), [
      `${"9".repeat(35)}.${"9".repeat(30)}`,
      `${"9".repeat(35)}.${"9".repeat(30)}`,
    ]),
    big: columnOf(
      "bigint unsigned",
      field("bigint", { storedAs: "bigint unsigned" }),
      ["18446744073709551615", "18446744073709551615"],
      ["9223372036854775808", "9223372036854775808"],
      ["7", 7],
    ),
    yes: columnOf("bit(1)", field("boolean", { storedAs: "bit(1)" }), ["b'1'", true], ["b'0'", false]),
    some: columnOf(
      "set('a','b c','d')",
      field("string", { maxLength: 7, storedAs: "set" }),
      ["'d,a'", "a,d"],
      ["''", ""],
    ),
    small: columnOf("tinyint(1)", field("int"), ["5", 5]),
    ip: columnOf("inet6", field("native", { storedAs: "inet6" }), ["'::1'", "::1"]),
    picture: columnOf("blob", field("bytes", { maxLength: 65_535 }), ["x'00ff27'", "AP8n"], ["''", ""]),
    padded: columnOf("binary(4)", field("bytes", { maxLength: 4, storedAs: "binary" }), [
      "x'00ff'",
      "AP8AAA==",
    ]),
    short: columnOf("float", field("float"), ["0.1", Math.fround(0.1)]),
  },
  mssql: {
    stamp: columnOf(
      "datetime2(7)",
      field("datetime", { precision: 7 }),
      ["'2021-01-01T00:00:00.1234567'", "2021-01-01T00:00:00.1234567Z"],
      ["'2021-01-01T00:00:00.1'", "2021-01-01T00:00:00.100Z"],
    ),
    local: columnOf("datetime2(7)", field("datetime", { zone: "none", precision: 7 }), [
      "'2021-01-01T00:00:00.1234567'",
      "2021-01-01T00:00:00.1234567",
    ]),
    zoned: columnOf(
      "datetimeoffset(7)",
      field("datetime", { zone: "offset", precision: 7 }),
      ["'2021-01-01T00:00:00.1234567+02:00'", "2021-01-01T00:00:00.1234567+02:00"],
      ["'2021-01-01T12:00:00.5-05:30'", "2021-01-01T12:00:00.500-05:30"],
    ),
    instant: columnOf("datetimeoffset(7)", field("datetime", { precision: 7 }), [
      "'2021-01-01T02:00:00.1234567+02:00'",
      "2021-01-01T00:00:00.1234567Z",
    ]),
    opens: columnOf(
      "time(7)",
      field("time", { precision: 7 }),
      ["'08:30:00'", "08:30:00"],
      ["'23:59:59.9999999'", "23:59:59.9999999"],
    ),
  },
};

/** Values outside the field's type. Each is returned as the database has it, and no page fails. */
const odd: Readonly<Record<string, Readonly<Record<string, StoredColumn>>>> = {
  sqlite: {
    whole: columnOf(
      "integer",
      field("int"),
      ["'many'", "many"],
      ["1700000000000123456", "1700000000000123456"],
      ["-9223372036854775808", "-9223372036854775808"],
      ["5000000000", 5000000000],
      ["1.5", 1.5],
      ["x'00ff'", "X'00FF'"],
    ),
    big: columnOf("bigint", field("bigint"), ["'many'", "many"]),
    number: columnOf(
      "real",
      field("float"),
      ["'n/a'", "n/a"],
      ["''", ""],
      ["9e999", "Infinity"],
      ["1e300", 1e300],
    ),
    yes: columnOf("boolean", field("boolean"), ["2", "2"], ["'t'", "t"]),
    data: columnOf(
      "json_text",
      field("json"),
      ["'{broken'", "{broken"],
      ["''", ""],
      [`'${deepest}'`, JSON.parse(deepest)],
      ...tooDeep.map((text) => [`'${text}'`, text] as const),
    ),
    price: columnOf("decimal_text", field("decimal"), ["'free'", "free"]),
    at: columnOf(
      "datetime",
      field("datetime", { storedAs: "any" }),
      ["'soon'", "soon"],
      ["'2021-01-01 00:00:00'", "2021-01-01T00:00:00.000Z"],
      ["1609459200", "2021-01-01T00:00:00.000Z"],
      ["'2021-01-01T01:00:00+01:00'", "2021-01-01T00:00:00.000Z"],
    ),
    title: columnOf("text", field("string"), ["x'00ff'", "X'00FF'"]),
    local: columnOf(
      "datetime",
      field("datetime", { zone: "none" }),
      ["'soon'", "soon"],
      ["'12024-01-01T00:00:00.000'", "12024-01-01T00:00:00.000"],
    ),
    opens: columnOf("time", field("time"), ["'noon'", "noon"], ["'24:00:00'", "24:00:00"], ["8.5", "8.5"]),
    stay: columnOf("duration_text", field("duration"), ["'P1D'", "P1D"], ["'1 day'", "1 day"]),
    picture: columnOf("blob", field("bytes"), ["'AP8='", "'AP8='"], ["5", "5"], ["x'00ff'", "AP8="]),
  },
  postgres: {
    texts: columnOf(
      "varchar(9)[]",
      field("list", { of: "string", maxLength: 9 }),
      ["'{}'", []],
      ["array['NULL', null, '', 'a\"\\,{}']", ["NULL", null, "", 'a"\\,{}']],
      ["'[0:1]={a,b}'", "[0:1]={a,b}"],
      ["'{{a,b},{c,d}}'", "{{a,b},{c,d}}"],
    ),
    floats: columnOf("float8[]", field("list", { of: "float" }), [
      "array['NaN', 0.1, '-Infinity']::float8[]",
      ["NaN", 0.1, "-Infinity"],
    ]),
    moments: columnOf("timestamptz[]", field("list", { of: "datetime", precision: 6 }), [
      "array['2021-01-01 02:00:00.1+02', '2021-01-01 00:00:00.123456+00', 'infinity']::timestamptz[]",
      ["2021-01-01T00:00:00.100Z", "2021-01-01T00:00:00.123456Z", "infinity"],
    ]),
    number: columnOf(
      "numeric",
      field("decimal", { precision: "unlimited" }),
      ["'NaN'", "NaN"],
      ["'Infinity'", "Infinity"],
    ),
    double: columnOf("float8", field("float"), ["'NaN'", "NaN"], ["'-Infinity'", "-Infinity"]),
    day: columnOf(
      "date",
      field("date"),
      ["'infinity'", "infinity"],
      ["'0044-03-15 BC'", "0044-03-15 BC"],
      ["'12024-01-01'", "12024-01-01"],
    ),
    at: columnOf(
      "timestamptz",
      field("datetime", { precision: 6 }),
      ["'-infinity'", "-infinity"],
      ["'0044-03-15 00:00:00+00 BC'", "0044-03-15 00:00:00+00 BC"],
      ["'12024-01-01 00:00:00+00'", "12024-01-01 00:00:00+00"],
    ),
    local: columnOf(
      "timestamp",
      field("datetime", { zone: "none", precision: 6 }),
      ["'infinity'", "infinity"],
      ["'0044-03-15 00:00:00.000001 BC'", "0044-03-15 00:00:00.000001 BC"],
      ["'294276-12-31 23:59:59.999999'", "294276-12-31 23:59:59.999999"],
    ),
    opens: columnOf("time", field("time"), ["'24:00:00'", "24:00:00"]),
    zoned: columnOf("timetz", field("time", { zone: "offset" }), ["'24:00:00-07'", "24:00:00-07"]),
    data: columnOf(
      "jsonb",
      field("json"),
      [`'${deepest}'`, JSON.parse(deepest)],
      ...tooDeep.slice(0, 2).map((text) => [`'${text}'`, text] as const),
    ),
  },
  mysql: {
    day: columnOf("date", field("date"), ["'0000-00-00'", "0000-00-00"], ["'2024-00-00'", "2024-00-00"]),
    at: columnOf("datetime", field("datetime"), ["'0000-00-00 00:00:00'", "0000-00-00 00:00:00"]),
    local: columnOf("datetime(6)", field("datetime", { zone: "none", precision: 6 }), [
      "'0000-00-00 00:00:00'",
      "0000-00-00 00:00:00",
    ]),
    opens: columnOf(
      "time(6)",
      field("time", { precision: 6 }),
      ["'838:59:59'", "838:59:59"],
      ["'-838:59:59'", "-838:59:59"],
      ["'24:00:00'", "24:00:00"],
      ["'-00:00:00.5'", "-00:00:00.5"],
    ),
    yes: columnOf("tinyint(1)", field("boolean"), ["2", "2"]),
  },
};

const other = field("other", { isIgnoredOnCreate: true, isEditable: false });

/** Values of column types without a field type. Each is read as its text. */
const others: Readonly<Record<string, Readonly<Record<string, StoredColumn>>>> = {
  sqlite: {
    anything: columnOf(
      "",
      other,
      ["5", "5"],
      ["9223372036854775807", "9223372036854775807"],
      ["'a'", "a"],
      ["x'00ff'", "X'00FF'"],
    ),
  },
  postgres: {
    place: columnOf("point", other, ["'(1.5,2)'", "(1.5,2)"]),
    shape: columnOf("polygon", other, ["'((0,0),(1,1),(1,0))'", "((0,0),(1,1),(1,0))"]),
    grid: columnOf("int[][]", other, ["'{{1,2},{3,NULL}}'", "{{1,2},{3,NULL}}"]),
    whole: columnOf("pg_catalog.pg_am", other, ["row(1, 'a', 0, 'i')", "(1,a,-,i)"]),
    path: columnOf("jsonpath", other, ["'$.a'", '$."a"']),
  },
  mysql: {
    place: columnOf("point", { ...other, storedAs: "point" }, ["point(1.5, 2)", "POINT(1.5 2)"]),
    shape: columnOf("geometry", { ...other, storedAs: "geometry" }, [
      "st_geomfromtext('LINESTRING(0 0,1 1)')",
      "LINESTRING(0 0,1 1)",
    ]),
    bits: columnOf("bit(10)", { ...other, storedAs: "bit(10)" }, ["b'101'", "0000000101"]),
    long: columnOf("time", other, ["'-838:59:59'", "-838:59:59"]),
  },
};

function entityOf(fields: EntityConfig["fields"]): EntityConfig {
  return {
    primaryKey: "id",
    fields: { id: field("int", { isRequired: true, isEditable: false }), ...fields },
    systemFields: { createdat: false, updatedat: false },
    permissions: everybody,
  };
}

function fieldsOf(columns: Readonly<Record<string, StoredColumn>>): EntityConfig["fields"] {
  return Object.fromEntries(Object.entries(columns).map(([name, column]) => [name, column.field]));
}

/** A row for each value. Its other columns are null. */
function statements(columns: Readonly<Record<string, StoredColumn>>): readonly string[] {
  const declared = Object.entries(columns).map(([name, { type }]) => `${name}_ ${type} null`);
  const values = Object.entries(columns).flatMap(([name, column]) =>
    column.values.map(([literal]) => [`${name}_`, literal] as const),
  );
  return [
    `create table stored (id integer not null primary key, ${declared.join(", ")})`,
    ...values.map(
      ([name, literal], index) => `insert into stored (id, ${name}) values (${index + 1}, ${literal})`,
    ),
  ];
}

function columnsOf(table: Readonly<Record<string, StoredColumn>>): Readonly<Record<string, StoredColumn>> {
  return Object.fromEntries(
    Object.entries(table).map(([name, column]) => [
      name,
      { ...column, field: { ...column.field, column: `${name}_` } },
    ]),
  );
}

await describeDialects("values in existing tables", (target) => {
  describe.each(modes)("%s", (mode) => {
    const fresh = useFresh(target, mode);

    it("values of existing tables are found by their value in answers, and stay the same when written back", async () => {
      const columns = columnsOf(regular[target.name] ?? {});
      await fresh.database().run([...statements(columns)]);
      const api = await fresh.start({ stored: entityOf(fieldsOf(columns)) });
      const stored = api.repository("stored");
      const read = await stored.find({ take: 100 });
      let id = 0;
      for (const [name, { values }] of Object.entries(columns)) {
        for (const [, value] of values) {
          id++;
          expect(read.items[id - 1], `${name} ${String(value)}`).toMatchObject({ id, [name]: value });
          const same = { where: `${name}=${quoteValue(String(value))}`, take: 10 };
          expect((await stored.find(same)).items, same.where).toMatchObject([{ id, [name]: value }]);
          expect(await stored.update(id, { [name]: value })).toMatchObject({ [name]: value });
          expect((await stored.find(same)).items, same.where).toMatchObject([{ id, [name]: value }]);
          const isThere = { where: `${name}<>null`, orderBy: name, take: 10 };
          const { items } = await stored.find(isThere);
          const sorted = items.map((item) => (item as Record<string, unknown>)[name]);
          expect(sorted).toEqual(
            sorted.toSorted((a, b) =>
              typeof a === "string" && /^\d{4}-/.test(a)
                ? a.replace("Z", "") < String(b).replace("Z", "")
                  ? -1
                  : 1
                : Number(a) - Number(b),
            ),
          );
        }
      }
      expect((await stored.find({ take: 100 })).toText()).toBe(read.toText());
    });

    it("values without a field type are read as text, and are read-only", async () => {
      const columns = columnsOf(others[target.name] ?? {});
      if (Object.keys(columns).length === 0) return;
      await fresh.database().run([...statements(columns)]);
      const api = await fresh.start({ stored: entityOf({ ...fieldsOf(columns), name: field("string") }) });
      const stored = api.repository("stored");
      const read = await stored.find({ take: 100 });
      let id = 0;
      for (const [name, { values }] of Object.entries(columns)) {
        for (const [, value] of values) {
          id++;
          expect(read.items[id - 1], name).toMatchObject({ id, [name]: value });
          expect(await stored.findById(id)).toMatchObject({ [name]: value });
          const isThere = { where: `${name}<>null&id=${id}`, take: 10 };
          expect((await stored.find(isThere)).items).toMatchObject([{ [name]: value }]);
          expect(await stored.update(id, { name: "x" })).toMatchObject({ [name]: value, name: "x" });
        }
        const refused = (query: object) => stored.find(query).catch((error: unknown) => error);
        expect(await refused({ where: `${name}=x` })).toMatchObject({ code: "invalid-condition" });
        expect(await refused({ orderBy: name })).toMatchObject({ code: "invalid-order" });
        const changed = stored.update(1, { [name]: "x" }).catch((error: unknown) => error);
        expect(await changed).toMatchObject({
          code: expect.stringMatching(/nothing-to-update|invalid-fields/) as string,
        });
      }
      const created = await stored.create({ id: 100, name: "y" });
      expect(created).toMatchObject({ id: 100, name: "y" });
      expect((await stored.find({ where: `${Object.keys(columns)[0] ?? ""}=null&id=100` })).count).toBe(1);
    });

    describe("outside their field's type", () => {
      const columns = columnsOf(odd[target.name] ?? {});
      if (Object.keys(columns).length === 0) {
        it.skip("not run: no column of this database can hold any", () => undefined);
        return;
      }

      it("values outside of their field's type are returned as the database has them", async () => {
        await fresh
          .database()
          .run(
            ["set sql_mode = 'ALLOW_INVALID_DATES'"]
              .filter(() => target.name === "mysql")
              .concat(statements(columns)),
          );
        const stored = (await fresh.start({ stored: entityOf(fieldsOf(columns)) })).repository("stored");
        const page = await stored.find({ take: 100 });
        const text = page.toText();
        let id = 0;
        for (const [name, { values }] of Object.entries(columns)) {
          for (const [, value] of values) {
            const record = await stored.findById(++id);
            expect(record, `${name} ${String(value)}`).toMatchObject({ [name]: value });
            expect(text).toContain(JSON.stringify(record));
          }
        }
      });
    });
  });

  const fresh = useFresh(target);

  it("the error of a value that the database rejects names the field, and its cause names the constraint", async () => {
    await fresh
      .database()
      .run([
        `create table stored (id integer not null primary key, age integer, size_ smallint, constraint "adult" check (age >= 18))`.replaceAll(
          '"',
          target.name === "mysql" ? "`" : '"',
        ),
        "insert into stored (id, age) values (1, 20)",
      ]);
    const api = await fresh.start({
      stored: entityOf({ age: field("int"), size: field("int", { column: "size_" }) }),
    });
    const stored = api.repository("stored");
    const refused = await stored.update(1, { age: 3, size: 1 }).catch((error: unknown) => error);
    expect(refused).toMatchObject({
      code: "invalid-value",
      message: '"age" violates a check constraint of the database.',
      issues: [{ path: "age", code: "check" }],
      cause: { kind: "check", constraint: "adult", entity: "stored" },
    });
    // SQLite does not limit the range of integers.
    if (target.name === "sqlite") return;
    expect(await stored.update(1, { age: 30, size: 40000 }).catch((error: unknown) => error)).toMatchObject({
      code: "invalid-value",
      issues: [{ path: "size", code: "out-of-range" }],
      cause: { kind: "outOfRange", entity: "stored" },
    });
  });

  it.skipIf(target.name !== "postgres")(
    "the error of a value that is invalid for a native type names the field",
    async () => {
      const types = ["inet", "cidr", "bit(4)", "varbit(4)", "int4range", "tsvector", "tsquery"] as const;
      const named = types.map((type) => [type.replace(/\W/g, ""), type] as const);
      const columns = named.map(([name, type]) => `${name}_ ${type}`);
      await fresh
        .database()
        .run([
          `create table stored (id integer not null primary key, ${columns.join(", ")}, doc xml)`,
          "insert into stored (id) values (1)",
        ]);
      const natives = named.map(([name, storedAs]): [string, FieldConfig] => [
        name,
        field("native", { storedAs, column: `${name}_` }),
      ]);
      const api = await fresh.start({
        stored: entityOf({ ...Object.fromEntries(natives), doc: field("xml") }),
      });
      const stored = api.repository("stored");
      const right = {
        ...{ inet: "10.0.0.1", cidr: "10.0.0.0/8", bit4: "0101", varbit4: "01", int4range: "[1,5)" },
        ...{ tsvector: "'a'", tsquery: "'a' & 'b'", doc: "<a>b</a>" },
      };
      expect(await stored.update(1, right)).toMatchObject(right);
      const wrong = {
        ...{ inet: "x", cidr: "10.1.1.1/8", bit4: "01", varbit4: "01010", int4range: "[5,1)" },
        ...{ tsvector: "'a", tsquery: "&", doc: "<a" },
      };
      for (const [name, value] of Object.entries(wrong)) {
        const issues = [
          { path: name, code: "wrong-type", message: `"${name}" is not a value of its column's type.` },
        ];
        for (const values of [{ ...right, [name]: value }, { [name]: value }])
          expect(await stored.update(1, values).catch((error: unknown) => error)).toMatchObject({
            code: "invalid-value",
            issues,
          });
        if (name === "doc" || name.includes("bit")) continue;
        const where = `inet="10.0.0.1"&${name}=${quoteValue(value)}`;
        expect(await stored.find({ where }).catch((error: unknown) => error)).toMatchObject({
          code: "invalid-value",
          issues,
        });
      }
      const deep = { path: "tsquery", code: "wrong-type" };
      expect(
        await stored
          .update(1, { ...right, tsquery: `${"!".repeat(1000)}a` })
          .catch((error: unknown) => error),
      ).toMatchObject({ code: "invalid-value", issues: [deep] });
      expect(await stored.find({ where: 'inet="10.0.0.1/32"' })).toMatchObject({ count: 1 });
      expect(await stored.find({ where: 'doc="<a/>"' }).catch((error: unknown) => error)).toMatchObject({
        code: "invalid-condition",
      });
    },
  );

  it.skipIf(target.name === "mssql")(
    "a text may have as many characters as its column allows, also emoji",
    async () => {
      const type = target.name === "mysql" ? "varchar(10) character set utf8mb4" : "varchar(10)";
      await fresh.database().run([`create table stored (id int not null primary key, name ${type})`]);
      const name = field("string", { maxLength: 10 });
      const stored = (await fresh.start({ stored: entityOf({ name }) })).repository("stored");
      const emoji = "\u{1f600}".repeat(10);
      expect(await stored.create({ id: 1, name: emoji })).toMatchObject({ name: emoji });
      expect(await stored.count(`name=${emoji}`)).toBe(1);
      expect(await stored.update(1, { name: `${emoji}x` }).catch((error: unknown) => error)).toMatchObject({
        issues: [{ path: "name", code: "too-long", message: '"name" must have at most 10 characters.' }],
      });
    },
  );

  it.skipIf(target.name !== "postgres")(
    "the error of a value that a domain rejects, or that is too small for a float, names the field",
    async () => {
      await fresh
        .database()
        .run([
          `create domain "year" as integer constraint "this era" check (value > 0)`,
          "create table stored (id integer not null primary key, made_ year, sold year, score real)",
          "insert into stored (id) values (1)",
        ]);
      const made = field("int", { column: "made_" });
      const api = await fresh.start({
        stored: entityOf({ made, sold: field("int"), score: field("float") }),
      });
      const stored = api.repository("stored");
      const refused = (values: Record<string, unknown>) =>
        stored.update(1, values).catch((error: unknown) => error);
      expect(await refused({ made: -5, score: 1 })).toMatchObject({
        issues: [{ path: "made", code: "check" }],
        cause: { kind: "check", constraint: "this era", entity: "stored" },
      });
      expect(await refused({ made: 5, score: 1e-300 })).toMatchObject({
        issues: [{ path: "score", code: "out-of-range" }],
      });
    },
  );

  it
    .skipIf(target.name !== "postgres")
    .each(["1e131072", "-1E+999999", "1e-16384", `0.${"1".repeat(16384)}`, "9".repeat(131_073)])(
    "the error of a number that jsonb cannot hold names the field: %#",
    async (number) => {
      await fresh
        .database()
        .run([
          "create table stored (id integer not null primary key, small jsonb, data jsonb, plain json)",
          "insert into stored (id) values (1)",
        ]);
      const fields = { small: field("json"), data: field("json"), plain: field("json") };
      const stored = (await fresh.start({ stored: entityOf(fields) })).repository("stored");
      const held = {
        text: "1e999999",
        numbers: [1e300, new ExactNumber("1e131071"), new ExactNumber("1e-16383")],
      };
      await stored.update(1, { small: held });
      const values = {
        small: held,
        data: { a: [new ExactNumber(number)] },
        plain: new ExactNumber("1e999999"),
      };
      await expect(stored.update(1, values)).rejects.toMatchObject({
        code: "invalid-value",
        issues: [{ path: "data", code: "out-of-range" }],
      });
    },
  );

  it.skipIf(target.name !== "sqlite")(
    "the error of a missing related record names the field, even if the foreign key names no column",
    async () => {
      await fresh
        .database()
        .run([
          "create table part (nr integer primary key)",
          "create table stored (id integer not null primary key, a integer references part, b integer references part)",
          "insert into part values (1)",
        ]);
      const to = (name: string) =>
        field("int", { foreignKey: { targetEntityName: "part", resolvedEntityName: name } });
      const api = await fresh.start({
        part: {
          ...entityOf({}),
          primaryKey: "nr",
          fields: { nr: field("int", { isRequired: true, isEditable: false }) },
        },
        stored: entityOf({ a: to("one"), b: to("other") }),
      });
      const created = api.repository("stored").create({ id: 1, a: 1, b: 2 });
      expect(await created.catch((error: unknown) => error)).toMatchObject({
        code: "foreign-key-conflict",
        issues: [{ path: "b", code: "no-such-record" }],
      });
    },
  );

  it("the error of a read after a column was dropped names the column and the entity", async () => {
    await fresh
      .database()
      .run(["create table stored (id integer not null primary key, age integer, more integer)"]);
    const api = await fresh.start({
      stored: entityOf({ age: field("int"), more: field("int") }),
    });
    await fresh.database().run(["alter table stored drop column age"]);
    await expect(api.repository("stored").find()).rejects.toMatchObject({
      code: "database-incomplete",
      cause: { kind: "missing", columns: [expect.stringMatching(/^(?:\w+\.)?age$/)], entity: "stored" },
    });
    await fresh.database().run(["drop table stored"]);
    await expect(api.repository("stored").find()).rejects.toMatchObject({
      code: "database-incomplete",
      cause: { kind: "missing", table: expect.stringMatching(/(?:^|\.)stored$/) as string },
    });
  });
});

await describeDialect("dates without a day or month", "mysql", (target) => {
  describe.each(modes)("%s", (mode) => {
    const fresh = useFresh(target, mode);

    it("dates without a day or month are groups, minimum values and distinct values of their own", async () => {
      await fresh
        .database()
        .run([
          "set sql_mode = ''",
          "create table stored (id int primary key, d date, t datetime(3))",
          "insert into stored values (1, '2020-00-10', '2020-00-10'), (2, '2020-01-00', '2020-01-00 01:00:00'), (3, '0000-00-00', '0000-00-00'), (4, '2020-01-01', '2020-01-01'), (5, '2020-00-10', '2020-00-10')",
          "create table holder (id int primary key, stored int)",
          "insert into holder values (1, 3), (2, 2), (3, 1), (4, 2), (5, 5), (6, null)",
        ]);
      const relation = { targetEntityName: "stored", resolvedEntityName: "kept" };
      const api = await fresh.start({
        stored: entityOf({ d: field("date"), t: field("datetime") }),
        holder: entityOf({ stored: field("int", { foreignKey: relation }) }),
      });
      const groups = async (entity: string, by: string) => {
        const values: unknown[] = [];
        let after: string | undefined;
        do {
          const page = await api
            .repository(entity)
            .aggregate({ groupBy: [by], count: true, orderBy: [by], take: 1, after });
          values.push(...page.items);
          after = page.next;
        } while (after !== undefined && values.length < 20);
        return values;
      };
      expect(await groups("stored", "d")).toEqual([
        { d: "0000-00-00", "count()": 1 },
        { d: "2020-00-10", "count()": 2 },
        { d: "2020-01-00", "count()": 1 },
        { d: "2020-01-01", "count()": 1 },
      ]);
      expect(await groups("stored", "t")).toMatchObject([1, 2, 1, 1].map((count) => ({ "count()": count })));
      expect(await groups("holder", "kept.d")).toEqual([
        { kept: { d: null }, "count()": 1 },
        { kept: { d: "0000-00-00" }, "count()": 1 },
        { kept: { d: "2020-00-10" }, "count()": 2 },
        { kept: { d: "2020-01-00" }, "count()": 2 },
      ]);
      const { items } = await api.repository("stored").aggregate({
        min: ["d"],
        max: ["d"],
        countDistinct: ["d", "t"],
        where: "id<>3",
      });
      expect(items).toEqual([
        { "min(d)": "2020-00-10", "max(d)": "2020-01-01", "count(distinct d)": 3, "count(distinct t)": 3 },
      ]);
    });
  });
});
