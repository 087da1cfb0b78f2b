import fc from "fast-check";
import type { FieldConfig } from "data-api";
import type { FieldTypeName } from "./world.js";

/** A value as sent in a body, and as stored. */
export interface SentValue {
  /** JSON text. */
  readonly raw: string;
  readonly value: unknown;
}

/** The field settings that decide which values are valid. */
type Limits = Pick<FieldConfig, "type" | "maxLength" | "precision" | "scale" | "values"> & {
  readonly isKey?: boolean;
};

/** Valid values in one of their notations: often from a small set, so that values repeat, else any. */
export function validValue(field: Limits): fc.Arbitrary<SentValue> {
  if (field.values !== undefined)
    return fc.constantFrom(...field.values).map((value) => ({ raw: JSON.stringify(value), value }));
  return ofType(field);
}

function ofType({
  type,
  maxLength = type === "string" ? 255 : 400,
  ...field
}: Limits): fc.Arbitrary<SentValue> {
  switch (type) {
    case "string":
    case "text":
    case "richtext":
      return text(maxLength, field.isKey === true ? 1 : 0);
    case "enum":
      return fc.constantFrom("b", "a").map(same);
    case "list":
      return fc.constantFrom('["a","b"]', "[]").map((raw) => ({ raw, value: JSON.parse(raw) as unknown }));
    case "int":
      return fc
        .oneof(fc.constantFrom(-2147483648, -10, -1, 0, 1, 2, 9, 10, 2147483647), fc.integer())
        .chain((value) => spelled(value, String(value), quoted(value), `${value}.0`, `${value}e0`));
    case "bigint":
      return fc
        .oneof(
          fc.constantFrom(-(2n ** 63n), -(2n ** 53n) - 1n, -1n, 0n, 9n, 10n, 2n ** 53n, 2n ** 63n - 1n),
          int64,
        )
        .chain((exact) => spelled(fromBigint(exact), String(exact), quoted(exact)));
    case "float":
      return fc
        .oneof(
          fc.constantFrom(-1e308, -0.1, 0, 5e-324, 0.1, 0.30000000000000004, 0.3, 9, 10, 1e21),
          fc.double({ noNaN: true, noDefaultInfinity: true }),
        )
        .map((value) => (value === 0 ? 0 : value))
        .chain((value) => spelled(value, String(value), quoted(value)));
    case "decimal":
      return decimal(
        Number(field.precision ?? 38),
        field.scale ?? Math.min(10, Number(field.precision ?? 38)),
      );
    case "boolean":
      return fc
        .boolean()
        .chain((value) => spelled(value, String(value), quoted(value), quoted(Number(value))));
    case "date":
      return instant.map((time) => same(time.toISOString().slice(0, 10)));
    case "datetime":
      return instant.chain(datetime);
    case "time":
      return instant.chain((time) => {
        const text = time.toISOString().slice(11, -1);
        const value = text.replace(/\.?0+$/, "");
        return spelled(value, quoted(text), quoted(value));
      });
    case "duration":
      return duration;
    case "year":
      return fc
        .oneof(fc.constantFrom(0, 1901, 1999, 2155), fc.integer({ min: 1901, max: 2155 }))
        .chain((value) => spelled(value, String(value), quoted(value)));
    case "uuid":
      return fc
        .oneof(
          fc.constantFrom("00000000-0000-0000-0000-000000000000", "aaaaaaaa-bbbb-4ccc-8ddd-eeeeeeeeeeee"),
          fc.uuid(),
        )
        .chain((value) => spelled(value, quoted(value), quoted(value.toUpperCase())));
    case "json":
      return fc
        .jsonValue({ maxDepth: 2 })
        .map((value) => JSON.stringify(value))
        .filter((raw) => raw !== "null" && !raw.includes("\\u"))
        .map((raw) => ({ raw, value: JSON.parse(raw) as unknown }));
    case "native":
    case "other":
      return fc.constant({ raw: "null", value: null });
    case "xml":
      return fc.constantFrom("<a/>", '<a>é &amp; <b c="d">\n</b></a>').map(same);
    case "bytes":
      return fc
        .uint8Array({ minLength: field.isKey === true ? 1 : 0, maxLength: Math.min(maxLength, 400) })
        .map((value) => same(Buffer.from(value).toString("base64")));
    case "secret":
      return fc.constantFrom("open sesame", "é").map(same);
  }
}

const int64 = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n });

/** Times of all valid years, some of them often. */
const instant = fc.oneof(
  fc
    .constantFrom("0001-01-01T00:00:00.000Z", "2024-02-29T12:00:00.001Z", "9999-12-31T23:59:59.999Z")
    .map((time) => new Date(time)),
  fc.date({
    min: new Date("0001-01-01T00:00:00.000Z"),
    max: new Date("9999-12-31T23:59:59.999Z"),
    noInvalidDate: true,
  }),
);

/** Durations. Some differ only by the number of days in a month. */
const duration: fc.Arbitrary<SentValue> = fc
  .oneof(
    fc.constantFrom<readonly [number, number, number]>([0, 0, 0], [1, 0, 0], [0, 30, 0], [0, 0, 86_400_000]),
    fc.tuple(fc.integer(), fc.integer(), fc.integer()),
  )
  .chain(([months, days, milliseconds]) => {
    const date = `${amount(Math.trunc(months / 12), "Y")}${amount(months % 12, "M")}${amount(days, "D")}`;
    const minutes = Math.trunc(milliseconds / 60_000);
    const time = `${amount(Math.trunc(minutes / 60), "H")}${amount(minutes % 60, "M")}${amount((milliseconds % 60_000) / 1000, "S")}`;
    const value = time === "" && date === "" ? "PT0S" : `P${date}${time === "" ? "" : `T${time}`}`;
    const sign = milliseconds < 0 ? "-" : "";
    const [seconds, rest] = [Math.trunc(Math.abs(milliseconds) / 1000), Math.abs(milliseconds) % 1000];
    const plain = `P${months}M${days}DT${sign}${seconds}.${String(rest).padStart(3, "0")}S`;
    return spelled(value, quoted(value), quoted(plain));
  });

function amount(count: number, unit: string): string {
  return count === 0 ? "" : `${count}${unit}`;
}

function text(maxLength: number, minLength: number): fc.Arbitrary<SentValue> {
  // Without trailing blanks: SQL Server ignores them, except for `=` and `<>`.
  const some = [
    "",
    " a",
    "a",
    "A",
    "ab",
    "b",
    "%",
    "_",
    "é",
    "e\u0301",
    "\u{1f600}",
    "null",
    "10",
    "9",
    '"',
    "\\",
    "a/b",
    "..",
  ];
  return fc
    .oneof(
      { weight: 3, arbitrary: fc.constantFrom(...some) },
      fc.string({ unit: "binary", maxLength: Math.min(maxLength, 30) }),
      fc.constantFrom("x", "é", "\u{1f600}").map((unit) => unit.repeat(Math.floor(maxLength / unit.length))),
    )
    .map((value) => value.replaceAll("\0", "").trimEnd())
    .map((value) => (value.length < minLength ? "a" : value))
    .filter((value) => value.length <= maxLength)
    .map(same);
}

function decimal(precision: number, scale: number): fc.Arbitrary<SentValue> {
  const digits = (max: number) =>
    fc.string({ unit: fc.nat({ max: 9 }).map(String), maxLength: Math.min(max, 12) });
  return fc
    .tuple(fc.boolean(), digits(precision - scale), digits(scale))
    .chain(([isNegative, whole, fraction]) => {
      const integer = whole.replace(/^0+/, "") || "0";
      const decimals = fraction.replace(/0+$/, "");
      const bare = decimals === "" ? integer : `${integer}.${decimals}`;
      const value = isNegative && bare !== "0" ? `-${bare}` : bare;
      const padded = scale > decimals.length ? `${decimals === "" ? `${value}.` : value}0` : value;
      return spelled(value, value, quoted(value), quoted(padded));
    });
}

function datetime(time: Date): fc.Arbitrary<SentValue> {
  const value = time.toISOString();
  const east = new Date(time.getTime() + 90 * 60_000).toISOString();
  const ways = [value, value.replace("T", " ").replace("Z", "+00:00")];
  // The year of a local time has four digits.
  const isLocal = /^\d{4}/.test(east);
  return spelled(value, ...[...ways, ...(isLocal ? [east.replace("Z", "+0130")] : [])].map(quoted));
}

function spelled(value: unknown, ...ways: readonly string[]): fc.Arbitrary<SentValue> {
  return fc.constantFrom(...ways).map((raw) => ({ raw, value }));
}

function same(value: string): SentValue {
  return { raw: JSON.stringify(value), value };
}

function quoted(value: unknown): string {
  return JSON.stringify(String(value));
}

/** A number if a double can hold it exactly, else its text. */
export function fromBigint(exact: bigint): number | string {
  return exact >= -(2n ** 53n) + 1n && exact <= 2n ** 53n - 1n ? Number(exact) : String(exact);
}

const anywhere = ['"\\u0000"', '"\\ud800"', "{}", "[]", '{"a":1}', "[1]"];
const noNumbers = [...anywhere, '""', '" 1"', '"01"', '"0x1"', '"x"', '"NaN"', "true"];

/** JSON texts that every field of the type rejects. */
const wrong: Readonly<Record<FieldTypeName, readonly string[]>> = {
  string: [...anywhere, "5", "true"],
  text: [...anywhere, "5", "false"],
  richtext: [...anywhere, "0.5", "true"],
  enum: [...anywhere, "5", "true", '"B"'],
  list: ['"a"', "{}", "5", "[null]", "[[]]", '["\\u0000"]'],
  secret: [...anywhere, "5", `"${"x".repeat(1025)}"`],
  int: [
    ...noNumbers,
    "2147483648",
    "-2147483649",
    "1.5",
    "1e99",
    `1e${"9".repeat(30)}`,
    "9".repeat(400),
    '"1.0"',
  ],
  bigint: [...noNumbers, "9223372036854775808", "1.5", '"-9223372036854775809"', "1e30"],
  float: [
    ...noNumbers.filter((raw) => raw !== '"01"'),
    "1e999",
    '"0.10000000000000000555"',
    "0.10000000000000000555",
  ],
  decimal: [
    ...noNumbers.filter((raw) => raw !== '"01"'),
    `"1${"0".repeat(40)}"`,
    '"0.123456789012345678901234567890123456789"',
    '"1e999"',
  ],
  boolean: [...anywhere, "2", '"yes"', '""'],
  date: [...anywhere, "20240229", '"2023-02-29"', '"2024-2-1"', '"0000-01-01"', '"2024-01-01T00:00:00Z"'],
  datetime: [
    ...anywhere,
    "0",
    '"2024-02-29"',
    '"2024-02-29T12:00:00"',
    '"2024-02-29T25:00:00Z"',
    '"0001-01-01T00:00:00+01:00"',
    '"2024-02-29T12:00:00.0001Z"',
  ],
  time: [...anywhere, "0", '"24:00:00"', '"12:60"', '"1:00:00"', '"12:00:00Z"', '"12:00:00.0001"'],
  duration: [...anywhere, "0", '"P"', '"PT"', '"1 day"', '"P1.5D"', '"P2147483648D"', '"PT0.0000001S"'],
  year: [...noNumbers, "1900", "2156", "24", "2024.5", "-1"],
  uuid: [
    ...anywhere,
    "1",
    '"x"',
    '"{aaaaaaaa-bbbb-4ccc-8ddd-eeeeeeeeeeee}"',
    '"aaaaaaaabbbb4ccc8dddeeeeeeeeeeee"',
  ],
  native: anywhere,
  other: anywhere,
  xml: [...anywhere, "5"],
  bytes: [...anywhere, "5", '"A"', '"AP8"', '"AP9="', '"AA-_"', '" AP8="'],
  json: ['"\\u0000"', '"\\udfff"', '{"\\u0000":1}', '["\\ud800"]', "12345678901234567890", '{"a":[1e999]}'],
};

/** JSON texts that this field rejects. */
export function wrongValue(field: Limits & { readonly isNullable: boolean }): fc.Arbitrary<string> {
  const { type, maxLength, values, isKey } = field;
  return fc.constantFrom(
    ...wrong[type],
    ...(field.isNullable ? [] : ["null"]),
    ...(maxLength === undefined ? [] : [JSON.stringify("x".repeat(maxLength + 1))]),
    ...(values === undefined ? [] : unlisted(values)),
    ...(isKey === true && type === "string" ? ['""'] : []),
  );
}

function unlisted(values: readonly unknown[]): readonly string[] {
  const other = ["1", "2", '"a"', '"b"', "true", "false"].find(
    (raw) => !values.some((value) => String(value) === String(JSON.parse(raw))),
  );
  return other === undefined ? [] : [other];
}
