import type { FieldValue, ValueLimits, Zone } from "./field-value.js";
import { baseType } from "./native-types.js";

/** What the examples of a field depend on, besides its type. */
export interface ExampleInput extends ValueLimits {
  readonly name: string;
  readonly storedAs?: string | undefined;
}

/** The name of the field as words. Others than the first have characters that need care. */
export function textExamples(field: ExampleInput, number: number): readonly string[] {
  return [sized(wordsFor(field, number), field)];
}

export function markupExamples(field: ExampleInput, number: number): readonly string[] {
  return [`<p>${wordsFor(field, number)}</p>`, ...textExamples(field, number)];
}

export function secretExamples(field: ExampleInput, number: number): readonly string[] {
  return [sized(`Secret-value-${number + 1}`, field)];
}

export function enumExamples({ values = [] }: ExampleInput, number: number): readonly FieldValue[] {
  const index = number % values.length;
  return values.slice(index, index + 1);
}

/** For each precision and scale, one of them fits. */
export function decimalExamples(_: ExampleInput, number: number): readonly string[] {
  const [large, small] = [12 + number, 1 + number];
  return [`${large}.5`, `${small}.5`, `0.${5 + number}`, `${large}`, `${small}`, `${number}`];
}

export function dateExamples(_: ExampleInput, number: number): readonly string[] {
  return [new Date(Date.UTC(2024, 1, 29 + number)).toISOString().slice(0, 10)];
}

const suffixes: Readonly<Record<Zone, string>> = { utc: "Z", offset: "+02:00", none: "" };

export function datetimeExamples(field: ExampleInput, number: number): readonly string[] {
  return dateExamples(field, number).map((day) => `${day}T12:00:00${suffixes[field.zone ?? "utc"]}`);
}

export function timeExamples({ zone }: ExampleInput, number: number): readonly string[] {
  return [`13:45:${30 + (number % 30)}${zone === "offset" ? suffixes.offset : ""}`];
}

export function bytesExamples(
  { minLength = 0, maxLength = Infinity }: ExampleInput,
  number: number,
): readonly string[] {
  const length = Math.min(Math.max(minLength, 3), maxLength);
  const letters = number === 0 ? "data" : String(number);
  return [btoa(letters.repeat(length).slice(0, length))];
}

/** Only one, because only the database knows which other texts are values of its type. */
export function nativeExamples({ storedAs = "" }: ExampleInput, number: number): readonly string[] {
  return number === 0 ? [nativeValues[baseType(storedAs)] ?? bitsOf(storedAs)] : [];
}

/** Texts that PostgreSQL, MariaDB and SQL Server read as values of their types. */
const nativeValues: Readonly<Record<string, string>> = {
  inet: "10.0.0.1",
  cidr: "10.0.0.0/8",
  macaddr: "08:00:2b:01:02:03",
  macaddr8: "08:00:2b:01:02:03:04:05",
  tsvector: "'data'",
  tsquery: "'data'",
  pg_lsn: "16/B374D848",
  ltree: "top.data",
  hstore: '"key"=>"value"',
  int4range: "[1,10)",
  int8range: "[1,10)",
  numrange: "[1.5,10)",
  tsrange: '["2024-02-29 12:00:00","2024-03-01 12:00:00")',
  tstzrange: '["2024-02-29 12:00:00+00","2024-03-01 12:00:00+00")',
  daterange: "[2024-02-29,2024-03-01)",
  int4multirange: "{[1,10)}",
  int8multirange: "{[1,10)}",
  nummultirange: "{[1.5,10)}",
  tsmultirange: '{["2024-02-29 12:00:00","2024-03-01 12:00:00")}',
  tstzmultirange: '{["2024-02-29 12:00:00+00","2024-03-01 12:00:00+00")}',
  datemultirange: "{[2024-02-29,2024-03-01)}",
  inet4: "10.0.0.1",
  inet6: "2001:db8::1",
  hierarchyid: "/1/",
};

/** `10…` with the digits of `bit(n)`. */
function bitsOf(storedAs: string): string {
  const [, digits = "2"] = /\((\d+)\)$/.exec(storedAs) ?? [];
  return "1".padEnd(Number(digits), "0");
}

function wordsFor({ name }: ExampleInput, number: number): string {
  return number === 0 ? titleOf(name) : `${number} it's "é"`;
}

function titleOf(name: string): string {
  const words = name
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .replaceAll("_", " ")
    .trim()
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Shortens or repeats a text until it has the length that the field asks for. */
function sized(words: string, { minLength = 0, maxLength = Infinity }: ExampleInput): string {
  const long = words.length < minLength ? words.repeat(Math.ceil(minLength / words.length)) : words;
  return long.length > maxLength
    ? long.slice(0, maxLength)
    : long.slice(0, Math.max(minLength, words.length));
}
