import { describe, expect, it } from "vitest";
import type { FieldConfig } from "data-api";
import { expectProblem, pageOf, snapshot } from "../expectations.js";
import { field, openEntity } from "../fields.js";
import type { Harness } from "../harness.js";
import type { Reply } from "../http-client.js";
import { paths } from "../paths.js";
import { titled } from "../titled.js";

type FieldTypeName = FieldConfig["type"];

/** Input as JSON text, and the output if it differs. */
export const accepted: Readonly<Partial<Record<FieldTypeName, readonly (readonly [string, string?])[]>>> = {
  string: [
    ['""'],
    ['" "'],
    ['"  blanks kept  "'],
    [JSON.stringify("x".repeat(255))],
    [JSON.stringify("日".repeat(255))],
    [JSON.stringify("\u{1f600}".repeat(127))],
    ['"null"'],
    ['"123"'],
    ['"0012"'],
    ['"1e5"'],
    ['"true"'],
    ['"O\'Brien; DROP TABLE thing; --"'],
    ['"\\"quoted\\" \\\\ back"'],
    ['"line\\nbreak\\r\\ttab"'],
    ['"\\u0001\\u001f"'],
    ['"\\ud83d\\ude00"', '"\u{1f600}"'],
    ['"\\u0041"', '"A"'],
    ['"e\u0301 \u00e9"'],
    ['"\u2028\u2029\ufeff\u200b"'],
    ['"\\/"', '"/"'],
    ['"${x} `y` {{z}} <script>"'],
    ["null"],
  ],
  text: [
    ['""'],
    [JSON.stringify("x".repeat(256))],
    [JSON.stringify("0123456789".repeat(9000))],
    ['"\u{1f469}\u200d\u{1f680}"'],
    ["null"],
  ],
  richtext: [
    ['"<p>Trains are <b>cool</b>!</p>"'],
    ['"<script>alert(1)</script>"'],
    [JSON.stringify("é".repeat(1000))],
    ["null"],
  ],
  int: [
    ["0"],
    ["-0", "0"],
    ["1"],
    ["-1"],
    ["2147483647"],
    ["-2147483648"],
    ["1.0", "1"],
    ["1e3", "1000"],
    ["20e-1", "2"],
    ["1.0000000000000000000000", "1"],
    ['"20170101"', "20170101"],
    ['"0"', "0"],
    ['"-7"', "-7"],
    ["null"],
  ],
  bigint: [
    ["0"],
    ["-0", "0"],
    ["-1"],
    ["123456789012345"],
    ["1234567890123456"],
    ["9007199254740991"],
    ["-9007199254740991"],
    ["9007199254740992", '"9007199254740992"'],
    ["9007199254740993", '"9007199254740993"'],
    ["1000000000000000000", '"1000000000000000000"'],
    ["9223372036854775807", '"9223372036854775807"'],
    ["-9223372036854775808", '"-9223372036854775808"'],
    ['"9223372036854775807"'],
    ['"-9223372036854775808"'],
    ['"9007199254740993"'],
    ['"9007199254740991"', "9007199254740991"],
    ['"5"', "5"],
    ["1e3", "1000"],
    ["null"],
  ],
  float: [
    ["0"],
    ["-0", "0"],
    ["0.1"],
    ["0.30000000000000004"],
    ["-1.5"],
    ["1e308"],
    ["-1e308"],
    ["1.7976931348623157e308", "1.7976931348623157e+308"],
    ["5e-324"],
    ["2.2250738585072014e-308"],
    ["100000000000000000000"],
    ["1e21", "1e+21"],
    ["9007199254740992"],
    ["12.345678901234567"],
    ["3.00", "3"],
    ['"0.5"', "0.5"],
    ['"-1e5"', "-100000"],
    ['"1e308"', "1e+308"],
    ["null"],
  ].map(([input = "", output = input]) => [input, JSON.stringify(JSON.parse(output))] as const),
  decimal: [
    ["0", '"0"'],
    ["-0", '"0"'],
    ['"-0.00"', '"0"'],
    ['"12.50"', '"12.5"'],
    ['"007"', '"7"'],
    ["12.5", '"12.5"'],
    ["0.1", '"0.1"'],
    ["1e3", '"1000"'],
    ["1e-10", '"0.0000000001"'],
    ['"1E2"', '"100"'],
    ['"1234567890123456789012345678.0123456789"'],
    ['"-9999999999999999999999999999.9999999999"'],
    ["1234567890123456789012345678.0123456789", '"1234567890123456789012345678.0123456789"'],
    ["9007199254740992", '"9007199254740992"'],
    ["9007199254740993", '"9007199254740993"'],
    ["123456.7890123456", '"123456.7890123456"'],
    ["0.1234567891", '"0.1234567891"'],
    ['"0.10000000000000000000"', '"0.1"'],
    ["1000000000000000000000", '"1000000000000000000000"'],
    ["null"],
  ],
  boolean: [
    ["true"],
    ["false"],
    ['"true"', "true"],
    ['"1"', "true"],
    ['"false"', "false"],
    ['"0"', "false"],
    ["null"],
  ],
  date: [
    ['"0001-01-01"'],
    ['"9999-12-31"'],
    ['"2024-02-29"'],
    ['"2000-02-29"'],
    ['"1970-01-01"'],
    ['"1582-10-10"'],
    ["null"],
  ],
  datetime: [
    ['"0001-01-01T00:00:00Z"', '"0001-01-01T00:00:00.000Z"'],
    ['"9999-12-31T23:59:59.999Z"'],
    ['"2024-02-29T12:00:00.123Z"'],
    ['"2024-02-29T12:00:00.1Z"', '"2024-02-29T12:00:00.100Z"'],
    ['"2024-02-29T12:00:00.123000000Z"', '"2024-02-29T12:00:00.123Z"'],
    ['"2024-02-29T12:00Z"', '"2024-02-29T12:00:00.000Z"'],
    ['"2024-02-29t12:00:00z"', '"2024-02-29T12:00:00.000Z"'],
    ['"2024-02-29 12:00:00Z"', '"2024-02-29T12:00:00.000Z"'],
    ['"2024-03-01T01:30:00+02:00"', '"2024-02-29T23:30:00.000Z"'],
    ['"2024-02-29T23:30:00-0545"', '"2024-03-01T05:15:00.000Z"'],
    ['"2024-12-31T23:59:59.999-12:00"', '"2025-01-01T11:59:59.999Z"'],
    ['"0001-01-01T14:00:00+14:00"', '"0001-01-01T00:00:00.000Z"'],
    ['"1969-12-31T23:59:59.999Z"'],
    ["null"],
  ],
  time: [
    ['"00:00:00"'],
    ['"23:59:59.999"'],
    ['"13:45"', '"13:45:00"'],
    ['"13:45:30.120000000"', '"13:45:30.12"'],
    ['"13:45:30.5"'],
    ["null"],
  ],
  duration: [
    ['"PT0S"'],
    ['"-P0D"', '"PT0S"'],
    ['"P1Y2M3DT4H5M6.789S"'],
    ['"P-1Y-2M3DT-4H-5M-6.789S"'],
    ['"P1Y-2M"', '"P10M"'],
    ['"P30D"'],
    ['"P1M"'],
    ['"PT24H"'],
    ['"P2W"', '"P14D"'],
    ['"PT-0.000001S"'],
    ['"-P1DT12H"', '"P-1DT-12H"'],
    ['"P178956970Y7M2147483647DT2562047788H54.775806S"'],
    ['"P-178956970Y-8M-2147483648DT-2562047788H-54.775807S"'],
    ["null"],
  ],
  year: [["1901"], ["2155"], ["0"], ['"2024"', "2024"], ["2024.0", "2024"], ["null"]],
  uuid: [
    ['"123e4567-e89b-42d3-a456-426614174000"'],
    ['"123E4567-E89B-42D3-A456-426614174000"', '"123e4567-e89b-42d3-a456-426614174000"'],
    ['"00000000-0000-0000-0000-000000000000"'],
    ['"ffffffff-ffff-ffff-ffff-ffffffffffff"'],
    ["null"],
  ],
  json: [
    ["12345678901234567890"],
    ["9007199254740993"],
    ["0.1234567890123456789"],
    ["[-1.7976931348623157081,1]"],
    ["null"],
    ["true"],
    ["0"],
    ["-1.5"],
    ["0.30000000000000004"],
    ["12.345678901234567"],
    ["9007199254740992"],
    ["1e21", "1e+21"],
    ['""'],
    ['"text"'],
    ['"\u{1f600}"'],
    ["[]"],
    ["{}"],
    ['[1,"two",null,[true],{"a":{}}]'],
    ['{"b":1,"a":2}'],
    ['{"":0," ":1}'],
    ['{"__proto__":{"x":1},"constructor":2,"toString":3}'],
    ['{"__proto__":{"long":0.30000000000000004}}'],
    ['{"id":5,"title":"x"}'],
    [`${"[".repeat(31)}${"]".repeat(31)}`],
  ],
  xml: [['"<a/>"'], ['"<a b=\\"1\\">é &lt; <c/>text</a>"'], ['"<a/><b/>"'], ["null"]],
  bytes: [
    ['""'],
    ['"AA=="'],
    ['"AAA="'],
    ['"AAAA"'],
    ['"AP8="'],
    ['"gICA/+//"'],
    ['"XFx4MDA="'],
    [JSON.stringify(Buffer.from(Array.from({ length: 256 }, (_, byte) => byte)).toString("base64"))],
    [JSON.stringify(Buffer.alloc(30_000, 255).toString("base64"))],
    ["null"],
  ],
};

/** Rejected input as JSON text, and the code of the mistake. */
const refused: Readonly<Partial<Record<FieldTypeName, readonly (readonly [string, string])[]>>> = {
  string: [
    [JSON.stringify("x".repeat(256)), "too-long"],
    [JSON.stringify("\u{1f600}".repeat(256)), "too-long"],
    ["1", "wrong-type"],
    ["true", "wrong-type"],
    ["[]", "wrong-type"],
    ['["a"]', "wrong-type"],
    ["{}", "wrong-type"],
    ["12345678901234567890", "wrong-type"],
    ['"a\\u0000b"', "not-storable"],
    ['"\\ud800"', "not-storable"],
    ['"\\udc00x"', "not-storable"],
    ['"\\ude00\\ud83d"', "not-storable"],
  ],
  text: [
    ["5", "wrong-type"],
    ['"\\u0000"', "not-storable"],
    ['"\\ud83d"', "not-storable"],
  ],
  richtext: [
    ["{}", "wrong-type"],
    ['"\\u0000"', "not-storable"],
  ],
  int: [
    ["2147483648", "out-of-range"],
    ["-2147483649", "out-of-range"],
    ["9007199254740993", "out-of-range"],
    ["99999999999999999999999999", "out-of-range"],
    ["1.5", "wrong-type"],
    ["1.00000000000000000001", "wrong-type"],
    ["1e-1", "wrong-type"],
    ['""', "wrong-type"],
    ['" 1"', "wrong-type"],
    ['"1 "', "wrong-type"],
    ['"1.0"', "wrong-type"],
    ['"01"', "wrong-type"],
    ['"+1"', "wrong-type"],
    ['"1e3"', "wrong-type"],
    ['"0x10"', "wrong-type"],
    ['"2147483648"', "out-of-range"],
    ['"abc"', "wrong-type"],
    ["true", "wrong-type"],
    ["[1]", "wrong-type"],
    ["{}", "wrong-type"],
  ],
  bigint: [
    ["9223372036854775808", "out-of-range"],
    ["-9223372036854775809", "out-of-range"],
    ['"9223372036854775808"', "out-of-range"],
    ['"99999999999999999999999999999999"', "out-of-range"],
    ["1.5", "wrong-type"],
    ["9007199254740993.5", "wrong-type"],
    ['"1.0"', "wrong-type"],
    ['"007"', "wrong-type"],
    ['"-0"', "wrong-type"],
    ['""', "wrong-type"],
    ["true", "wrong-type"],
    ["[]", "wrong-type"],
  ],
  float: [
    ["1e309", "out-of-range"],
    ["-1e309", "out-of-range"],
    ['"1e309"', "out-of-range"],
    ["0.12345678901234567890123", "not-exact"],
    ["9007199254740993", "not-exact"],
    ["1e-400", "not-exact"],
    ["4.94e-324", "not-exact"],
    ['"0.1000000000000000055511151231257827"', "not-exact"],
    ['"NaN"', "wrong-type"],
    ['"Infinity"', "wrong-type"],
    ['".5"', "wrong-type"],
    ['"5."', "wrong-type"],
    ['"1,5"', "wrong-type"],
    ['""', "wrong-type"],
    ["true", "wrong-type"],
    ["[1]", "wrong-type"],
  ],
  decimal: [
    ['"0.12345678901"', "not-exact"],
    ["0.12345678901", "not-exact"],
    ["0.12345678901234567890", "not-exact"],
    ["1e-11", "not-exact"],
    ['"12345678901234567890123456789"', "out-of-range"],
    ["1e28", "out-of-range"],
    ["1e400", "out-of-range"],
    ['"1e9999"', "wrong-type"],
    ['"1,5"', "wrong-type"],
    ['"1.5.5"', "wrong-type"],
    ['""', "wrong-type"],
    ['" 1"', "wrong-type"],
    ['"NaN"', "wrong-type"],
    ["true", "wrong-type"],
    ["[]", "wrong-type"],
    [JSON.stringify("9".repeat(1000)), "wrong-type"],
  ],
  boolean: [
    ["1", "wrong-type"],
    ["0", "wrong-type"],
    ['"yes"', "wrong-type"],
    ['"TRUE"', "wrong-type"],
    ['""', "wrong-type"],
    ["[]", "wrong-type"],
    ["{}", "wrong-type"],
  ],
  date: [
    ['"2023-02-29"', "wrong-type"],
    ['"1900-02-29"', "wrong-type"],
    ['"2024-02-30"', "wrong-type"],
    ['"2024-13-01"', "wrong-type"],
    ['"2024-00-10"', "wrong-type"],
    ['"2024-04-31"', "wrong-type"],
    ['"0000-01-01"', "wrong-type"],
    ['"10000-01-01"', "wrong-type"],
    ['"2024-2-9"', "wrong-type"],
    ['"29.02.2024"', "wrong-type"],
    ['"2024-02-29T00:00:00Z"', "wrong-type"],
    ['""', "wrong-type"],
    ["20240229", "wrong-type"],
    ["1709164800000", "wrong-type"],
  ],
  datetime: [
    ['"2024-02-29T12:00:00"', "wrong-type"],
    ['"2024-02-29"', "wrong-type"],
    ['"2023-02-29T12:00:00Z"', "wrong-type"],
    ['"2024-02-29T24:00:00Z"', "wrong-type"],
    ['"2024-02-29T12:60:00Z"', "wrong-type"],
    ['"2016-12-31T23:59:60Z"', "wrong-type"],
    ['"2024-02-29T12:00:00+25:00"', "wrong-type"],
    ['"2024-02-29T12:00:00.1234Z"', "not-exact"],
    ['"2024-02-29T12:00:00.123000001Z"', "not-exact"],
    ['"0001-01-01T00:00:00+00:01"', "out-of-range"],
    ['"9999-12-31T23:59:59-00:01"', "out-of-range"],
    ['"yesterday"', "wrong-type"],
    ["1709208000000", "wrong-type"],
    ['""', "wrong-type"],
  ],
  time: [
    ['"24:00:00"', "wrong-type"],
    ['"12:00:60"', "wrong-type"],
    ['"-01:00:00"', "wrong-type"],
    ['"25:00:00"', "wrong-type"],
    ['"12:00:00Z"', "wrong-type"],
    ['"12:00:00+02:00"', "wrong-type"],
    ['"2024-02-29T12:00:00Z"', "wrong-type"],
    ['"12:00:00.1234"', "not-exact"],
    ['""', "wrong-type"],
    ["120000", "wrong-type"],
  ],
  duration: [
    ['"P"', "wrong-type"],
    ['"PT"', "wrong-type"],
    ['"1 day"', "wrong-type"],
    ['"01:00:00"', "wrong-type"],
    ['"P1.5D"', "wrong-type"],
    ['"infinity"', "wrong-type"],
    ['"PT0.0000001S"', "not-exact"],
    ['"P2147483648D"', "out-of-range"],
    ['"P178956970Y8M"', "out-of-range"],
    ['"PT2562047789H"', "out-of-range"],
    ["3600", "wrong-type"],
  ],
  year: [
    ["1900", "out-of-range"],
    ["2156", "out-of-range"],
    ["24", "out-of-range"],
    ['"2024.5"', "wrong-type"],
    ['"24 BC"', "wrong-type"],
    ["true", "wrong-type"],
  ],
  uuid: [
    ['"123e4567e89b42d3a456426614174000"', "wrong-type"],
    ['"{123e4567-e89b-42d3-a456-426614174000}"', "wrong-type"],
    ['"g23e4567-e89b-42d3-a456-426614174000"', "wrong-type"],
    ['""', "wrong-type"],
    ["5", "wrong-type"],
  ],
  json: [
    ['{"\\u0000":1}', "not-storable"],
    ['["\\ud800"]', "not-storable"],
    ['{"a":{"b":"\\u0000"}}', "not-storable"],
  ],
  xml: [
    ["5", "wrong-type"],
    ["{}", "wrong-type"],
    ['"<a>\\u0000</a>"', "not-storable"],
  ],
  bytes: [
    ['"A"', "wrong-type"],
    ['"AP8"', "wrong-type"],
    ['"AP9="', "wrong-type"],
    ['"_-8="', "wrong-type"],
    ['"AP8=\\n"', "wrong-type"],
    ['" AP8="', "wrong-type"],
    ['"0x00ff"', "wrong-type"],
    ["5", "wrong-type"],
    ["[0,255]", "wrong-type"],
    ["{}", "wrong-type"],
  ],
};

/** Expects the exact value, except that keys of JSON objects may be reordered. */
function expectValue({ text, json }: Reply, type: FieldTypeName, output: string): void {
  if (type === "json" && output.startsWith("{")) {
    expect((json as { readonly ajson: unknown }).ajson).toStrictEqual(JSON.parse(output));
  } else expect(text).toContain(`"a${type}":${output},"`);
}

export function fieldTypeCases({ serve }: Harness): void {
  const types = Object.keys(accepted) as FieldTypeName[];

  describe("round trip", () => {
    const server = serve({
      entities: { thing: openEntity(Object.fromEntries(types.map((type) => [`a${type}`, field(type)]))) },
    });
    const headers = { "Content-Type": "application/json", Prefer: "return=representation" };

    for (const type of types) {
      it.each(titled(accepted[type] ?? []))(
        `a field of the type ${type} stores and returns %s`,
        async (_, [input, output = input]) => {
          const body = `{"a${type}":${input}}`;
          const created = await server.post("/api/data/thing", body, headers);
          expectValue(created, type, output);
          expect(created.status).toBe(201);
          const { id } = created.json as { id: number };
          const read = await server.get(paths.findById("thing", id));
          expect(read.text).toBe(`{"count":1,"items":[${created.text}]}`);
          const listed = await server.get(paths.findByCondition("thing", `id=${id}`));
          expect(listed.text).toBe(read.text);

          // The output is valid input too: it updates another record.
          const other = await server.post("/api/data/thing", "{}", headers);
          const changed = await server.patch(
            `/api/data/thing/${(other.json as { id: number }).id}`,
            `{"a${type}":${output}}`,
            headers,
          );
          expectValue(changed, type, output);
          expect(changed.status).toBe(200);
        },
      );

      it.each(titled(refused[type] ?? []))(
        `a field of the type ${type} refuses %s`,
        async (_, [input, code]) => {
          const before = await snapshot(server);
          const body = `{"a${type}":${input}}`;
          const created = await server.post("/api/data/thing", body, headers);
          const problem = expectProblem(created, "invalid-fields");
          expect(problem.errors).toMatchObject([{ path: `a${type}`, code }]);
          expect(problem.detail).toMatch(new RegExp(`^"a${type}" .+\\.$`));
          const changed = await server.patch("/api/data/thing/1", body, headers);
          expect(changed.text).toBe(created.text);
          expect(await snapshot(server)).toBe(before);
        },
      );
    }

    it("a create reports a mistake in the field of each type", async () => {
      const body = Object.fromEntries(types.map((type) => [`a${type}`, type === "json" ? "\0" : { no: 1 }]));
      const problem = expectProblem(await server.post("/api/data/thing", body), "invalid-fields");
      expect(problem.errors?.map(({ path }) => path)).toEqual(types.map((type) => `a${type}`));
    });

    it("a create sets omitted fields of all types to null", async () => {
      const { json: id } = await server.post("/api/data/thing", {});
      const [record = {}] = pageOf(await server.get(paths.findById("thing", id as number))).items;
      for (const type of types) expect(record[`a${type}`]).toBeNull();
    });
  });

  describe("of required fields", () => {
    const server = serve({
      entities: {
        thing: openEntity(
          Object.fromEntries(types.map((type) => [`a${type}`, field(type, { isRequired: true })])),
        ),
      },
    });

    it("all required fields are reported if they are missing", async () => {
      const problem = expectProblem(await server.post("/api/data/thing", {}), "invalid-fields");
      expect(problem.errors).toEqual(
        types.map((type) => ({ path: `a${type}`, code: "required", message: `"a${type}" is required.` })),
      );
    });

    it("required fields of all types cannot be null", async () => {
      const body = Object.fromEntries(types.map((type) => [`a${type}`, null]));
      const problem = expectProblem(await server.post("/api/data/thing", body), "invalid-fields");
      expect(problem.errors?.map(({ path, code }) => [path, code])).toEqual(
        types.map((type) => [`a${type}`, "wrong-type"]),
      );
    });
  });
}
