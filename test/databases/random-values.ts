import fc from "fast-check";

/** SQL literals whose form depends on the database. */
export interface Literals {
  readonly text: (text: string) => string;
  readonly bytes: (hex: string) => string;
  readonly boolean: (value: boolean) => string;
}

type Values = (literals: Literals) => fc.Arbitrary<string>;

const quoted = (text: string) => `'${text}'`;
const digits = (length: number, least = 0) =>
  fc.string({ unit: fc.integer({ min: 0, max: 9 }).map(String), minLength: least, maxLength: length });

/** Signed integers of this many bits. */
export function integers(bits: bigint): Values {
  const most = 2n ** (bits - 1n) - 1n;
  return () =>
    fc
      .oneof(fc.constantFrom(-most - 1n, -1n, 0n, 1n, most), fc.bigInt({ min: -most - 1n, max: most }))
      .map(String);
}

export function decimals(precision: number, scale: number): Values {
  return () =>
    fc
      .tuple(fc.constantFrom("", "-"), digits(precision - scale), digits(scale))
      .map(([sign, whole, fraction]) => `${sign}0${whole}.${fraction}0`);
}

export const doubles: Values = () =>
  fc
    .oneof(
      fc.constantFrom(0.1, 1e21, 1e-7, 5e-324, 1.7976931348623157e308),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
    )
    .map((value) => (value === 0 ? "0" : value.toExponential()));

/** Texts with quotes, trailing blanks, combined characters and characters beyond U+FFFF. */
export function texts(maxLength: number, minLength = 0): Values {
  const unit = fc.oneof(
    fc.constantFrom(...Array.from("aAbB10 \"'\\%_&|()<>,;{}[]\n\té😀日ß"), "\u0301", "\ufffd", "\u2028"),
    fc
      .string({ unit: "grapheme", minLength: 1, maxLength: 1 })
      .filter((text) => Array.from(text).length === 1 && text !== "\0"),
  );
  return ({ text }) => fc.string({ unit, minLength, maxLength }).map(text);
}

export function bytes(maxLength: number, minLength = 0): Values {
  return (literals) =>
    fc
      .uint8Array({ minLength, maxLength })
      .map((value) => literals.bytes(Buffer.from(value).toString("hex")));
}

export const booleans: Values = ({ boolean }) => fc.boolean().map(boolean);

const moments = (least: string, most: string) =>
  fc
    .date({ min: new Date(least), max: new Date(most), noInvalidDate: true })
    .map((date) => date.toISOString());

export const days: Values = () =>
  moments("1000-01-01", "9999-12-31").map((text) => quoted(text.slice(0, 10)));

/** `2024-02-29 12:00:00.123456`, with this many fractional digits at most. */
export function times(fraction: number, least = "1000-01-01", most = "9999-12-31"): Values {
  return () =>
    fc
      .tuple(moments(least, most), digits(fraction))
      .map(([text, more]) =>
        quoted(`${text.slice(0, 19).replace("T", " ")}${more === "" ? "" : `.${more}`}`),
      );
}

export function clocks(fraction: number): Values {
  return () =>
    fc
      .tuple(moments("2000-01-01", "2001-01-01"), digits(fraction))
      .map(([text, more]) => quoted(`${text.slice(11, 19)}${more === "" ? "" : `.${more}`}`));
}

export const uuids: Values = () => fc.uuid().map(quoted);

/** JSON with more digits than a double can hold. */
export const documents: Values = ({ text }) =>
  fc
    .tuple(fc.json({ maxDepth: 2 }), digits(30, 1))
    .map(([json, more]) => text(`[${json}, 1${more}, 0.${more}]`));

export function oneOf(...values: readonly string[]): Values {
  return () => fc.constantFrom(...values);
}

export interface Kind {
  readonly declaration: string;
  readonly values: Values;
  readonly canBeKey?: true;
}
