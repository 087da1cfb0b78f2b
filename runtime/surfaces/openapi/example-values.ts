import { fieldTypes, type FieldTypeName, type FieldValue } from "../../model/field-type.js";
import { itemOf } from "../../model/fields.js";
import type { Entity, Field } from "../../model/model.js";
import { baseType } from "../../model/values/native-types.js";

/**
 * A value of a field that a write would accept, in canonical form: always the same one, never `null`.
 * @param users The rules for passwords, if the field is one of the users entity's.
 */
export function exampleOf(field: Field, { users }: Pick<Entity, "users"> = { users: undefined }): FieldValue {
  if (field.values !== undefined) return field.values.find((value) => value !== null) ?? "";
  const candidates = [
    ...(users === undefined ? [] : userValues(field, users)),
    ...candidatesOf[field.type](field),
    ...[field.minimum, field.maximum].filter((bound) => bound !== undefined),
  ];
  for (const candidate of candidates) {
    const parsed = parsedBy(field, candidate);
    if (parsed !== undefined) return parsed;
  }
  return candidates[0] ?? "";
}

/** `undefined` if the field does not accept the value. */
function parsedBy(field: Field, value: FieldValue): FieldValue | undefined {
  try {
    return fieldTypes[field.type].parse(value, field);
  } catch {
    return undefined;
  }
}

const text = (field: Field) => [sized(titleOf(field.name), field)];

/** Values of each type, the best first. The first that the field's limits allow is taken. */
const candidatesOf: Readonly<Record<FieldTypeName, (field: Field) => readonly FieldValue[]>> = {
  string: text,
  text,
  richtext: (field) => [`<p>${titleOf(field.name)}</p>`, ...text(field)],
  enum: () => [],
  list: (field) => [[exampleOf(itemOf(field))], []],
  int: () => [1],
  bigint: () => [1],
  float: () => [1.5, 1],
  decimal: () => ["12.5", "1.5", "0.5", "12", "1", "0"],
  boolean: () => [true],
  date: () => ["2024-02-29"],
  datetime: ({ zone }) => [`2024-02-29T12:00:00${{ utc: "Z", offset: "+02:00", none: "" }[zone ?? "utc"]}`],
  time: ({ zone }) => [zone === "offset" ? "13:45:30+02:00" : "13:45:30"],
  duration: () => ["P1DT12H"],
  year: () => [2024],
  uuid: () => ["123e4567-e89b-42d3-a456-426614174000"],
  json: () => [{ key: "value" }],
  bytes: ({ minLength = 0, maxLength = Infinity }) => [
    Buffer.alloc(Math.min(Math.max(minLength, 3), maxLength), "data").toString("base64"),
  ],
  native: ({ storedAs = "" }) => [nativeValues[baseType(storedAs)] ?? bitsOf(storedAs)],
  xml: ({ name }) => [`<${name}/>`],
  other: ({ name }) => [name],
  secret: (field) => [sized("Secret-value-1", field)],
};

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

function userValues({ name }: Field, { minLength }: NonNullable<Entity["users"]>): readonly FieldValue[] {
  switch (name) {
    case "username":
      return ["anna"];
    case "password":
      return ["Secret-value-1".padEnd(minLength, "0")];
    case "email":
      return ["anna@example.com"];
    case "roles":
      return [["editor"]];
    default:
      return [];
  }
}

function titleOf(name: string): string {
  const words = name
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .replaceAll("_", " ")
    .trim()
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Shortens or repeats an ASCII text until it has the length that the field asks for. */
function sized(words: string, { minLength = 0, maxLength = Infinity }: Field): string {
  const long = words.length < minLength ? words.repeat(Math.ceil(minLength / words.length)) : words;
  return long.length > maxLength
    ? long.slice(0, maxLength)
    : long.slice(0, Math.max(minLength, words.length));
}
