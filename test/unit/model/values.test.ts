import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decimalSortKey } from "../../../runtime/model/decimal.js";
import { ExactNumber } from "../../../runtime/model/exact-number.js";
import {
  fieldTypeNames,
  fieldTypes,
  type FieldTypeName,
  type ValueLimits,
} from "../../../runtime/model/field-type.js";
import { ValueError } from "../../../runtime/model/value-error.js";

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

const accepted: Readonly<Record<FieldTypeName, readonly (readonly [unknown, unknown, ValueLimits?])[]>> = {
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
    // Unused bits that are not 0: two texts for the same bytes.
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
    "$value becomes $canonical",
    ({ value, canonical, limits }) => {
      const parsed = parse(type, value, limits);
      expect(parsed).toEqual(canonical);
      if (typeof canonical === "number") expect(parsed).toBe(canonical);
    },
  );

  it.each(refused[type].map(([value, code, limits]) => ({ value, code, limits })))(
    "$value is refused: $code",
    ({ value, code, limits }) => {
      expect(codeOf(() => parse(type, value, limits))).toBe(code);
    },
  );

  it("is the same after it has been parsed once, and survives JSON", () => {
    fc.assert(
      fc.property(anything[type], (value) => {
        if (codeOf(() => parse(type, value)) !== "accepted") return;
        const canonical = parse(type, value);
        expect(parse(type, canonical)).toEqual(canonical);
        const text = JSON.stringify(canonical);
        expect(JSON.stringify(parse(type, JSON.parse(text)))).toBe(text);
        expect(Object.is(canonical, -0)).toBe(false);
      }),
      { numRuns: 1000 },
    );
  });

  it("is canonical or a ValueError, never another error", () => {
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
          ]).toContain(code);
        },
      ),
      { numRuns: 500 },
    );
  });
});

describe("a JSON value", () => {
  it("may be 32 levels deep", () => {
    expect(parse("json", nested(32))).toEqual(nested(32));
  });
});

describe("a bigint", () => {
  it("keeps every digit", () => {
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
  it("keeps every double, as a number and as the text of one", () => {
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

/** A decimal as a whole number of the smallest steps. */
function scaled(text: string): bigint {
  const [whole = "", decimals = ""] = text.replace("-", "").split(".");
  const steps = BigInt(whole + decimals.padEnd(10, "0"));
  return text.startsWith("-") ? -steps : steps;
}

describe("a decimal", () => {
  it("keeps its value, in one form only", () => {
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

  it("sorts by its key as it does by its value", () => {
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
  it("is one of the calendar's days", () => {
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
  it("is the same instant in UTC, whatever the zone", () => {
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

function nested(depth: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < depth; level++) value = level % 2 === 0 ? [value] : { a: value };
  return value;
}
