import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ANY_DIGITS, decimalSortKey } from "../../../runtime/model/values/decimal.js";
import { durationSortKey } from "../../../runtime/model/values/duration.js";
import { ExactNumber } from "../../../runtime/model/values/exact-number.js";
import {
  fieldTypeNames,
  fieldTypes,
  type FieldTypeName,
  type ValueLimits,
} from "../../../runtime/model/field-type.js";
import { ValueError } from "../../../runtime/model/values/value-error.js";

fc.configureGlobal({ seed: 20_170_101 });

const exact = (text: string) => new ExactNumber(text);
const parse = (type: FieldTypeName, value: unknown, limits: ValueLimits = {}) =>
  fieldTypes[type].parse(value, limits);

function codeOf(action: () => unknown): string {
  try {
    action();
  } catch (error) {
    if (error instanceof ValueError) return error.code;
    throw error;
  }
  return "accepted";
}

const values = ["draft", "", " Draft", 'it\'s "a" \\ 50%', "\u{1f600}"];

const accepted: Readonly<Record<FieldTypeName, readonly (readonly [unknown, unknown, ValueLimits?])[]>> = {
  list: [
    [[], []],
    [
      ["a", "a", ""],
      ["a", "a", ""],
    ],
    [["ab"], ["ab"], { of: "string", maxLength: 2, maxItems: 1 }],
    [[1, "2"], [1, 2], { of: "int" }],
    [[9007199254740992n.toString(), 1], ["9007199254740992", 1], { of: "bigint" }],
    [[exact("0.10"), "1.50"], ["0.1", "1.5"], { of: "decimal" }],
    [["2024-02-29T12:00:00+01:00"], ["2024-02-29T11:00:00.000Z"], { of: "datetime" }],
  ],
  enum: values.map((value) => [value, value, { values }]),
  string: [
    ["", ""],
    ["x", "x"],
    ["abc", "abc", { maxLength: 3 }],
    ["\u{1f600}", "\u{1f600}", { maxLength: 1 }],
  ],
  text: [["x".repeat(100_000), "x".repeat(100_000)]],
  richtext: [["<p>", "<p>"]],
  secret: [["p", "p"]],
  int: [
    [5, 5],
    [-0, 0],
    ["0", 0],
    ["-2147483648", -2147483648],
    [2147483647, 2147483647],
    [1e3, 1000],
  ],
  bigint: [
    [5, 5],
    [-0, 0],
    ["5", 5],
    ["9007199254740991", 9007199254740991],
    ["9007199254740992", "9007199254740992"],
    ["-9007199254740992", "-9007199254740992"],
    [exact("9007199254740992"), "9007199254740992"],
    [exact("1234567890123456"), 1234567890123456],
    ["18446744073709551615", "18446744073709551615", { precision: 20 }],
    [0, 0, { precision: 20 }],
    ["9223372036854775807", "9223372036854775807"],
    ["-9223372036854775808", "-9223372036854775808"],
  ],
  float: [
    [0.1, 0.1],
    [-0, 0],
    ["-0.0", 0],
    ["1e308", 1e308],
    [exact("0.30000000000000004"), 0.30000000000000004],
    [exact("100000000000000000000"), 1e20],
    ["5e-324", 5e-324],
    [Number.MAX_VALUE, Number.MAX_VALUE],
    ["0.1000000000000000000000", 0.1],
  ],
  decimal: [
    [1, "1"],
    [-0, "0"],
    ["-0.000", "0"],
    ["00012.3400", "12.34"],
    [0.1, "0.1"],
    [1e21, "1000000000000000000000"],
    [1e-7, "0.0000001"],
    [exact("0.1234567890"), "0.123456789"],
    ["12.5", "12.5", { precision: 3, scale: 1 }],
    ["0.5", "0.5", { precision: 1, scale: 1 }],
    ["9", "9", { precision: 1, scale: 0 }],
    ["0.5", "0.5", { precision: 5 }],
    ["1e2", "100", { precision: 3, scale: 0 }],
  ],
  boolean: [
    [true, true],
    [false, false],
    ["true", true],
    ["1", true],
    ["false", false],
    ["0", false],
  ],
  date: [
    ["2000-02-29", "2000-02-29"],
    ["0001-01-01", "0001-01-01"],
  ],
  datetime: [
    ["2024-02-29T12:00:00Z", "2024-02-29T12:00:00.000Z"],
    ["2024-02-29T23:59:59.9990-00:01", "2024-03-01T00:00:59.999Z"],
    ["2024-02-29 12:00+0530", "2024-02-29T06:30:00.000Z"],
    ["2024-02-29T12:00:00.1234567Z", "2024-02-29T12:00:00.1234567Z", { precision: 7 }],
    ["2024-02-29T12:00:00", "2024-02-29T12:00:00.000", { zone: "none" }],
    ["0001-01-01 00:00", "0001-01-01T00:00:00.000", { zone: "none" }],
    ["2024-02-29T12:00:00.123456", "2024-02-29T12:00:00.123456", { zone: "none", precision: 6 }],
    ["2024-02-29T12:00:00.5-0530", "2024-02-29T12:00:00.500-05:30", { zone: "offset" }],
    ["2024-02-29T12:00:00Z", "2024-02-29T12:00:00.000+00:00", { zone: "offset" }],
    ["2024-02-29T12:00:00-00:00", "2024-02-29T12:00:00.000+00:00", { zone: "offset" }],
    ["9999-12-31T23:59:59.999+14:00", "9999-12-31T23:59:59.999+14:00", { zone: "offset" }],
  ],
  time: [
    ["13:45", "13:45:00"],
    ["13:45:30.000", "13:45:30"],
    ["13:45:30.120", "13:45:30.12"],
    ["00:00:00", "00:00:00"],
    ["23:59:59.999", "23:59:59.999"],
    ["23:59:59.9999999", "23:59:59.9999999", { precision: 7 }],
    ["13:45:30.5+02", "13:45:30.5+02:00", { zone: "offset" }],
    ["13:45:30-0330", "13:45:30-03:30", { zone: "offset" }],
    ["13:45:30Z", "13:45:30+00:00", { zone: "offset" }],
    ["13:45:30-00", "13:45:30+00:00", { zone: "offset" }],
    ["13:45:30+00:53:28", "13:45:30+00:53:28", { zone: "offset" }],
    ["13:45:30-15:59", "13:45:30-15:59", { zone: "offset" }],
  ],
  duration: [
    ["P1Y2M3DT4H5M6.789S", "P1Y2M3DT4H5M6.789S"],
    ["P-1Y-2M3DT-4H-5M-6.789S", "P-1Y-2M3DT-4H-5M-6.789S"],
    ["-P1DT12H", "P-1DT-12H"],
    ["+P1D", "P1D"],
    ["P14M", "P1Y2M"],
    ["P1Y-1M", "P11M"],
    ["P30D", "P30D"],
    ["P2W1D", "P15D"],
    ["PT90M", "PT1H30M"],
    ["PT1H-1M", "PT59M"],
    ["PT24H", "PT24H"],
    ["PT3600.5000S", "PT1H0.5S"],
    ["PT-0.000001S", "PT-0.000001S"],
    ["P0D", "PT0S"],
    ["-PT0S", "PT0S"],
    ["PT1.5S", "PT1.5S", { precision: 1 }],
    ["P178956970Y7M2147483647DT2562047788H54.775806S", "P178956970Y7M2147483647DT2562047788H54.775806S"],
    [
      "P-178956970Y-8M-2147483648DT-2562047788H-54.775807S",
      "P-178956970Y-8M-2147483648DT-2562047788H-54.775807S",
    ],
  ],
  year: [
    [2024, 2024],
    ["1901", 1901],
    [2155, 2155],
    [0, 0],
  ],
  uuid: [["ABCDEF00-0000-0000-0000-000000000000", "abcdef00-0000-0000-0000-000000000000"]],
  json: [
    [0, 0],
    [false, false],
    ["", ""],
    [[null], [null]],
    [{ a: { b: [] } }, { a: { b: [] } }],
  ],
  native: [["10.0.0.0/8", "10.0.0.0/8"]],
  xml: [["<a/>", "<a/>"]],
  other: [["(1,2)", "(1,2)"]],
  bytes: [
    ["", ""],
    ["AA==", "AA=="],
    ["AP8=", "AP8=", { maxLength: 2 }],
    ["AP8A", "AP8A", { minLength: 3, maxLength: 3 }],
    ["+/+/", "+/+/"],
    ["AP8A".repeat(2_000_000), "AP8A".repeat(2_000_000)],
  ],
};

const refused: Readonly<Record<FieldTypeName, readonly (readonly [unknown, string, ValueLimits?])[]>> = {
  list: [
    ["a", "wrong-type"],
    [null, "wrong-type"],
    [{ 0: "a" }, "wrong-type"],
    [["a", null], "wrong-type"],
    [[["a"]], "wrong-type"],
    [["abc"], "too-long", { of: "string", maxLength: 2 }],
    [["a", "b"], "too-long", { of: "string", maxItems: 1 }],
    [[1.5], "wrong-type", { of: "int" }],
    [["\0"], "not-storable"],
  ],
  enum: [
    ["Draft", "not-listed", { values }],
    ["draft ", "not-listed", { values }],
    ["draft", "not-listed"],
    [1, "wrong-type", { values }],
    [["draft"], "wrong-type", { values }],
    [null, "wrong-type", { values }],
  ],
  native: [
    [5, "wrong-type"],
    ["\0", "not-storable"],
  ],
  xml: [[{}, "wrong-type"]],
  other: [[5, "wrong-type"]],
  bytes: [
    ["AP8", "wrong-type"],
    ["AP8=AP8=", "wrong-type"],
    ["====", "wrong-type"],
    ["A===", "wrong-type"],
    ["=AAA", "wrong-type"],
    ["AA=A", "wrong-type"],
    // Unused bits that are not 0: otherwise two texts would mean the same bytes.
    ["AP9=", "wrong-type"],
    ["AB==", "wrong-type"],
    ["-_-_", "wrong-type"],
    ["AP8=\n", "wrong-type"],
    ["AP8 ", "wrong-type"],
    [5, "wrong-type"],
    [["AA=="], "wrong-type"],
    ["AP8A", "too-long", { maxLength: 2 }],
    ["AP8A", "too-long", { minLength: 2, maxLength: 2 }],
    ["AP8=", "too-short", { minLength: 3, maxLength: 3 }],
    ["", "too-short", { minLength: 1 }],
  ],
  string: [
    ["abcd", "too-long", { maxLength: 3 }],
    ["\u{1f600}x", "too-long", { maxLength: 1 }],
    ["\u{1f600}\u{1f600}x", "too-long", { maxLength: 2 }],
    ["\0", "not-storable"],
    ["\ud800", "not-storable"],
    ["\udfff\ud800", "not-storable"],
    [5, "wrong-type"],
    [exact("12345678901234567890"), "wrong-type"],
  ],
  text: [[null, "wrong-type"]],
  richtext: [[["x"], "wrong-type"]],
  secret: [["x".repeat(5), "too-long", { maxLength: 4 }]],
  int: [
    [2147483648, "out-of-range"],
    [-2147483649, "out-of-range"],
    ["99999999999999999999", "out-of-range"],
    [exact("99999999999999999999"), "out-of-range"],
    [exact("1.00000000000000000001"), "wrong-type"],
    [0.5, "wrong-type"],
    [Number.NaN, "wrong-type"],
    [Infinity, "wrong-type"],
    ["", "wrong-type"],
    ["-0", "wrong-type"],
    ["1_000", "wrong-type"],
    ["１", "wrong-type"],
    [5n, "wrong-type"],
  ],
  bigint: [
    ["18446744073709551616", "out-of-range", { precision: 20 }],
    [-1, "out-of-range", { precision: 20 }],
    [2 ** 53, "not-exact"],
    [1e20, "not-exact"],
    [0.5, "wrong-type"],
    [Number.NaN, "wrong-type"],
    ["9223372036854775808", "out-of-range"],
    ["-9223372036854775809", "out-of-range"],
    ["1".repeat(100_000), "out-of-range"],
    [exact("1.5e300"), "wrong-type"],
    [5n, "wrong-type"],
  ],
  float: [
    [Infinity, "out-of-range"],
    [Number.NaN, "out-of-range"],
    ["1e309", "out-of-range"],
    [exact("1e309"), "out-of-range"],
    [exact("0.30000000000000001"), "not-exact"],
    ["4.94e-324", "not-exact"],
    ["1e-400", "not-exact"],
    ["0x10", "wrong-type"],
    ["1_0", "wrong-type"],
    [true, "wrong-type"],
  ],
  decimal: [
    [0.30000000000000004, "not-exact"],
    [2 ** 53, "not-exact"],
    [Number.NaN, "wrong-type"],
    [Infinity, "wrong-type"],
    ["12.34", "not-exact", { precision: 3, scale: 1 }],
    ["123", "out-of-range", { precision: 3, scale: 1 }],
    ["1", "out-of-range", { precision: 1, scale: 1 }],
    ["1e1000", "wrong-type"],
    ["1e999", "out-of-range"],
    ["1e-999", "not-exact"],
    ["0".repeat(201), "wrong-type"],
    ["--1", "wrong-type"],
    ["1.", "wrong-type"],
    [".1", "wrong-type"],
  ],
  boolean: [
    [1, "wrong-type"],
    ["True", "wrong-type"],
    [null, "wrong-type"],
  ],
  date: [
    ["2100-02-29", "wrong-type"],
    ["2024-06-31", "wrong-type"],
    [new Date(0), "wrong-type"],
  ],
  datetime: [
    ["2024-02-30T00:00:00Z", "wrong-type"],
    ["2024-02-29T12:00:00.0005Z", "not-exact"],
    ["9999-12-31T23:59:59.999-00:01", "out-of-range"],
    ["0001-01-01T00:00:00+00:01", "out-of-range"],
    [new Date(0), "wrong-type"],
    [0, "wrong-type"],
  ],
  time: [
    ["24:00:00", "wrong-type"],
    ["23:60:00", "wrong-type"],
    ["23:59:60", "wrong-type"],
    ["-01:00:00", "wrong-type"],
    ["838:59:59", "wrong-type"],
    ["1:00:00", "wrong-type"],
    ["13:45:30Z", "wrong-type"],
    ["13:45:30+02:00", "wrong-type"],
    ["13:45:30", "wrong-type", { zone: "offset" }],
    ["13:45:30+16:00", "wrong-type", { zone: "offset" }],
    ["13:45:30+02:60", "wrong-type", { zone: "offset" }],
    ["2024-02-29T13:45:30", "wrong-type"],
    ["13:45:30.1234", "not-exact"],
    ["13:45:30.5", "not-exact", { precision: 0 }],
    ["13:45:30.1234567890", "wrong-type", { precision: 9 }],
    [134530, "wrong-type"],
  ],
  duration: [
    ["", "wrong-type"],
    ["P", "wrong-type"],
    ["PT", "wrong-type"],
    ["P1DT", "wrong-type"],
    ["P1S", "wrong-type"],
    ["1D", "wrong-type"],
    ["P1.5D", "wrong-type"],
    ["PT1,5S", "wrong-type"],
    ["PT.5S", "wrong-type"],
    ["p1d", "wrong-type"],
    ["P1M1Y", "wrong-type"],
    ["01:00:00", "wrong-type"],
    ["infinity", "wrong-type"],
    ["PT1.1234567S", "not-exact"],
    ["PT1.5S", "not-exact", { precision: 0 }],
    ["P178956970Y8M", "out-of-range"],
    ["P2147483648D", "out-of-range"],
    ["P-306783379W", "out-of-range"],
    ["PT2562047788H54.775808S", "out-of-range"],
    ["P178956970Y7M2147483647DT2562047788H54.775807S", "out-of-range"],
    ["P-178956970Y-8M-2147483648DT-2562047788H-54.775808S", "out-of-range"],
    ["PT9999999999999S", "out-of-range"],
    [3600, "wrong-type"],
  ],
  year: [
    [1900, "out-of-range"],
    [2156, "out-of-range"],
    [24, "out-of-range"],
    [-1, "out-of-range"],
    [2024.5, "wrong-type"],
    ["02024", "wrong-type"],
  ],
  uuid: [["abcdef00-0000-0000-0000-00000000000g", "wrong-type"]],
  json: [
    [null, "wrong-type"],
    [undefined, "wrong-type"],
    [{ a: undefined }, "wrong-type"],
    [[() => 1], "wrong-type"],
    [Number.NaN, "out-of-range"],
    [5n, "wrong-type"],
    [{ "\0": 1 }, "not-storable"],
    [nested(33), "out-of-range"],
  ],
};

describe.each(fieldTypeNames)("a value of type %s", (type) => {
  it.each(accepted[type].map(([value, canonical, limits]) => ({ value, canonical, limits })))(
    "the value $value of a field is parsed as $canonical",
    ({ value, canonical, limits }) => {
      const parsed = parse(type, value, limits);
      expect(parsed).toEqual(canonical);
      if (typeof canonical === "number") expect(parsed).toBe(canonical);
    },
  );

  it.each(refused[type].map(([value, code, limits]) => ({ value, code, limits })))(
    "the value $value of a field is rejected: $code",
    ({ value, code, limits }) => {
      expect(codeOf(() => parse(type, value, limits))).toBe(code);
    },
  );

  it("a field's value is unchanged when it is parsed again, also after JSON", () => {
    let parsed = 0;
    fc.assert(
      fc.property(anything[type], (value) => {
        const limits = type === "enum" ? { values } : {};
        if (codeOf(() => parse(type, value, limits)) !== "accepted") return;
        parsed++;
        const canonical = parse(type, value, limits);
        expect(parse(type, canonical, limits)).toEqual(canonical);
        const text = JSON.stringify(canonical);
        expect(JSON.stringify(parse(type, JSON.parse(text), limits))).toBe(text);
        expect(Object.is(canonical, -0)).toBe(false);
      }),
      { numRuns: 1000 },
    );
    expect(parsed).toBeGreaterThan(100);
  });

  it("a field's value is accepted or gives a ValueError, never another error", () => {
    fc.assert(
      fc.property(
        fc.anything({ withBigInt: true, withDate: true, withMap: true, withNullPrototype: true }),
        (value) => {
          const code = codeOf(() => parse(type, value));
          expect([
            "accepted",
            "wrong-type",
            "too-long",
            "out-of-range",
            "not-exact",
            "not-storable",
            "not-listed",
          ]).toContain(code);
        },
      ),
      { numRuns: 500 },
    );
  });
});

describe("a JSON value", () => {
  it("a JSON value may be 32 levels deep", () => {
    expect(parse("json", nested(32))).toEqual(nested(32));
  });
});

describe("a bigint", () => {
  it("a bigint keeps every digit", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }), (value) => {
        expect(JSON.stringify(parse("bigint", String(value))).replaceAll('"', "")).toBe(String(value));
        expect(parse("bigint", exact(String(value)))).toBe(parse("bigint", String(value)));
        expect(typeof parse("bigint", String(value))).toBe(
          Number.isSafeInteger(Number(value)) ? "number" : "string",
        );
      }),
    );
  });
});

describe("a float", () => {
  it("a float keeps every double, as a number and as the text of one", () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        const expected = value === 0 ? 0 : value;
        expect(parse("float", value)).toBe(expected);
        expect(parse("float", String(value))).toBe(expected);
        expect(parse("float", exact(String(value)))).toBe(expected);
      }),
    );
  });
});

const decimal = fc
  .tuple(
    fc.constantFrom("", "-"),
    fc.bigInt({ min: 0n, max: 10n ** 28n - 1n }),
    fc.oneof(fc.nat({ max: 99 }), fc.nat({ max: 9_999_999 })).map(String),
    fc.nat({ max: 3 }),
  )
  .map(([minus, whole, decimals, zeros]) => `${minus}${whole}.${"0".repeat(zeros)}${decimals}`);

/** A decimal as a whole number of its smallest unit. */
function scaled(text: string): bigint {
  const [whole = "", decimals = ""] = text.replace("-", "").split(".");
  const steps = BigInt(whole + decimals.padEnd(10, "0"));
  return text.startsWith("-") ? -steps : steps;
}

const digits = fc.string({ unit: fc.constantFrom("-", "0", "0", "1", "5", "9", ".", "."), maxLength: 8 });
const decimalLimits = fc.constantFrom<ValueLimits>(
  {},
  { precision: 3, scale: 1 },
  { precision: 2, scale: 2 },
  { precision: 3, scale: 0 },
  ANY_DIGITS,
);

describe("a decimal", () => {
  it("a decimal is parsed or rejected in the same way with an exponent of zero", () => {
    const outcome = (text: string, limits: ValueLimits) => {
      const code = codeOf(() => parse("decimal", text, limits));
      return code === "accepted" ? parse("decimal", text, limits) : code;
    };
    fc.assert(
      fc.property(digits, decimalLimits, (text, limits) => {
        expect([text, outcome(text, limits)]).toEqual([text, outcome(`${text}e0`, limits)]);
      }),
      { numRuns: 5000 },
    );
  });

  it("a decimal keeps its value, and has one form only", () => {
    fc.assert(
      fc.property(decimal, (text) => {
        const canonical = parse("decimal", text) as string;
        expect(scaled(canonical)).toBe(scaled(text));
        expect(canonical).toMatch(/^(?:0|-?(?:0|[1-9]\d*)(?:\.\d*[1-9])?)$/);
        expect(canonical).not.toBe("-0");
        expect(parse("decimal", exact(text))).toBe(canonical);
      }),
    );
  });

  it("a decimal sorts by its key in the same way as by its value", () => {
    const near = fc
      .tuple(decimal, decimal, fc.bigInt({ min: -200n, max: 200n }))
      .map(([a, b, step]): [string, string] => {
        return step % 2n === 0n ? [a, b] : [a, unscaled(scaled(a) + step)];
      });
    fc.assert(
      fc.property(near, ([a, b]) => {
        const [x, y] = [parse("decimal", a) as string, parse("decimal", b) as string];
        const difference = scaled(x) - scaled(y);
        const byKey = Buffer.compare(Buffer.from(decimalSortKey(x)), Buffer.from(decimalSortKey(y)));
        expect(byKey).toBe(difference === 0n ? 0 : difference > 0n ? 1 : -1);
      }),
      { numRuns: 3000 },
    );
  });
});

function unscaled(steps: bigint): string {
  const digits = String(steps < 0n ? -steps : steps).padStart(11, "0");
  return `${steps < 0n ? "-" : ""}${digits.slice(0, -10)}.${digits.slice(-10)}`;
}

const day = fc.tuple(
  fc.integer({ min: 0, max: 10_000 }),
  fc.integer({ min: 0, max: 13 }),
  fc.integer({ min: 0, max: 32 }),
);
const pad = (value: number, length = 2) => String(value).padStart(length, "0");

describe("a date", () => {
  it("a date must be a day of the calendar", () => {
    fc.assert(
      fc.property(day, ([year, month, date]) => {
        const text = `${pad(year, 4)}-${pad(month)}-${pad(date)}`;
        const time = new Date(0);
        time.setUTCFullYear(year, month - 1, date);
        const isDay =
          year >= 1 &&
          year <= 9999 &&
          time.getUTCFullYear() === year &&
          time.getUTCMonth() === month - 1 &&
          time.getUTCDate() === date;
        expect(codeOf(() => parse("date", text))).toBe(isDay ? "accepted" : "wrong-type");
      }),
      { numRuns: 2000 },
    );
  });
});

describe("a time", () => {
  it("a date and time with an offset becomes the same instant in UTC, from any zone", () => {
    const time = fc.date({
      min: new Date("0002-01-01T00:00:00Z"),
      max: new Date("9998-12-31T00:00:00Z"),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(time, fc.integer({ min: -14 * 60, max: 14 * 60 }), (instant, offset) => {
        const local = new Date(instant.getTime() + offset * 60_000).toISOString().slice(0, -1);
        const zone = `${offset < 0 ? "-" : "+"}${pad(Math.floor(Math.abs(offset) / 60))}:${pad(Math.abs(offset) % 60)}`;
        expect(parse("datetime", local + zone)).toBe(instant.toISOString());
        expect(parse("datetime", local + zone.replace(":", ""))).toBe(instant.toISOString());
      }),
    );
  });
});

const number = fc.oneof(
  fc.integer(),
  fc.double(),
  fc.maxSafeInteger(),
  fc.bigInt().map(String),
  fc.double().map(String),
);
const anyText = fc.oneof(fc.string({ unit: "binary" }), fc.string());
const anything: Readonly<Record<FieldTypeName, fc.Arbitrary<unknown>>> = {
  string: anyText,
  text: anyText,
  richtext: anyText,
  list: fc.array(anyText),
  enum: fc.oneof(anyText, fc.constantFrom(...values)),
  secret: anyText,
  int: number,
  bigint: fc.oneof(
    number,
    fc.bigInt().map((value) => exact(String(value))),
  ),
  float: fc.oneof(
    number,
    fc.double().map((value) => exact(String(value))),
  ),
  decimal: fc.oneof(number, decimal, decimal.map(exact)),
  boolean: fc.oneof(fc.boolean(), fc.constantFrom("true", "false", "0", "1")),
  date: day.map(([year, month, date]) => `${pad(year, 4)}-${pad(month)}-${pad(date)}`),
  datetime: fc.date().map((time) => (Number.isNaN(time.getTime()) ? "never" : time.toISOString())),
  time: fc.date().map((time) => (Number.isNaN(time.getTime()) ? "never" : time.toISOString().slice(11, -1))),
  duration: fc
    .tuple(fc.integer(), fc.integer(), fc.bigInt({ min: -(2n ** 62n), max: 2n ** 62n }))
    .map(([months, days, micros]) => `P${months}M${days}DT${micros / 1_000_000n}S`),
  year: fc.oneof(
    number,
    fc.integer({ min: 1900, max: 2200 }),
    fc.integer({ min: 1900, max: 2200 }).map(String),
  ),
  uuid: fc.uuid().map((id) => (id.startsWith("a") ? id.toUpperCase() : id)),
  json: fc.jsonValue(),
  native: anyText,
  xml: anyText,
  other: anyText,
  bytes: fc.oneof(
    anyText,
    fc.uint8Array().map((value) => Buffer.from(value).toString("base64")),
  ),
};

describe("a date and time", () => {
  it("a date and time has a zone if and only if its field has one", () => {
    expect(codeOf(() => parse("datetime", "2024-02-29T12:00:00Z", { zone: "none" }))).toBe("wrong-type");
    expect(codeOf(() => parse("datetime", "2024-02-29T12:00:00", { zone: "offset" }))).toBe("wrong-type");
    expect(codeOf(() => parse("datetime", "2024-02-29T12:00:00+14:01", { zone: "offset" }))).toBe(
      "out-of-range",
    );
  });

  it.each(["utc", "offset", "none"] as const)(
    "a date and time is unchanged when it is parsed again: %s",
    (zone) => {
      let parsed = 0;
      fc.assert(
        fc.property(fc.date({ noInvalidDate: true }), fc.integer({ min: -899, max: 899 }), (time, offset) => {
          const local = time.toISOString().slice(0, -1);
          const sign = offset < 0 ? "-" : "+";
          const hours = pad(Math.floor(Math.abs(offset) / 60));
          const text = zone === "none" ? local : `${local}${sign}${hours}:${pad(Math.abs(offset) % 60)}`;
          if (codeOf(() => parse("datetime", text, { zone })) !== "accepted") return;
          parsed++;
          const canonical = parse("datetime", text, { zone });
          expect(parse("datetime", canonical, { zone })).toBe(canonical);
          if (zone === "none") expect(canonical).toBe(local);
          else expect(new Date(canonical as string)).toEqual(new Date(text));
        }),
      );
      expect(parsed).toBeGreaterThan(1);
    },
  );
});

describe("a duration", () => {
  const part = fc.integer({ min: -100_000, max: 100_000 });
  const duration = fc
    .tuple(part, part, fc.oneof(part, fc.integer()))
    .map(([months, days, seconds]) => `P${months}M${days}DT${seconds}S`);

  it("the sort key of a time span follows PostgreSQL's order of intervals", () => {
    const seconds = (text: string) => {
      const [months = 0, days = 0, rest = 0] = (text.match(/-?\d+/g) ?? []).map(Number);
      return (months * 30 + days) * 86_400 + rest;
    };
    fc.assert(
      fc.property(duration, duration, (a, b) => {
        const [keyOfA, keyOfB] = [a, b].map((text) => durationSortKey(parse("duration", text) as string));
        expect(keyOfA).toHaveLength(23);
        expect(Math.sign(String(keyOfA) < String(keyOfB) ? -1 : keyOfA === keyOfB ? 0 : 1)).toBe(
          Math.sign(seconds(a) - seconds(b)),
        );
      }),
    );
  });
});

function nested(depth: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < depth; level++) value = level % 2 === 0 ? [value] : { a: value };
  return value;
}
