import { fieldTypes, type FieldTypeName } from "../../model/field-type.js";
import { itemOf } from "../../model/fields.js";
import type { Field } from "../../model/model.js";
import { UNSIGNED_DIGITS } from "../../model/values/scalars.js";
import type { Schema } from "./openapi-types.js";

/** The properties of a field that its schemas depend on. */
const shapeMembers = [
  ...(["type", "of", "isNullable", "values", "zone", "storedAs", "description"] as const),
  ...(["minLength", "maxLength", "minimum", "maximum", "precision", "scale", "maxItems"] as const),
] as const satisfies readonly (keyof Field)[];

/** The inputs of a field's schemas. */
export type FieldShape = Pick<Field, (typeof shapeMembers)[number]>;

/** A text that is the same for fields with the same schemas. */
export function shapeOf(field: FieldShape): string {
  return JSON.stringify(shapeMembers.map((member) => field[member]));
}

/** The values in answers. Without limits, because rows that other programs have written may exceed them. */
export function answerSchema(field: FieldShape): Schema {
  return described(field, nullable(field, { ...answers[field.type](field), ...listed(field) }));
}

/**
 * The values that a write accepts, in canonical form. The server also takes the exact text of a value, such as `"5"`
 * for 5.
 */
export function inputSchema(field: FieldShape): Schema {
  const schema = { ...plainInput(field), ...listed(field) };
  return described(field, nullable(field, schema), hiddenLimits(field));
}

/** The values of a key in a path. */
export function pathSchema(field: FieldShape): Schema {
  // In a path, base64 is written as base64url.
  return field.type === "bytes" ? { type: "string", pattern: "^[\\w-]+$" } : plainInput(field);
}

function plainInput(field: FieldShape): Schema {
  return { ...answers[field.type](field), ...limits[field.type]?.(field) };
}

type ByType = Readonly<Record<FieldTypeName, (field: FieldShape) => Schema>>;

const text = () => ({ type: "string" });
const integer = () => ({ type: "integer" });

const answers: ByType = {
  string: text,
  text,
  richtext: text,
  enum: text,
  list: (field) => ({ type: "array", items: answerSchema({ ...itemOf(field), description: undefined }) }),
  int: () => ({ type: "integer", format: "int32" }),
  // A text if a double could not hold the value.
  bigint: () => ({ type: ["integer", "string"] }),
  float: () => ({ type: "number", format: "double" }),
  decimal: () => ({ type: "string", format: "decimal" }),
  boolean: () => ({ type: "boolean" }),
  date: () => ({ type: "string", format: "date" }),
  datetime: ({ zone }) => (zone === "none" ? text() : { type: "string", format: "date-time" }),
  time: ({ zone }) => (zone === "offset" ? { type: "string", format: "time" } : text()),
  duration: text,
  year: integer,
  uuid: () => ({ type: "string", format: "uuid" }),
  json: () => ({}),
  bytes: () => ({ type: "string", contentEncoding: "base64" }),
  native: text,
  xml: text,
  other: text,
  secret: text,
};

/** The limits on the values of a write. */
const limits: Partial<ByType> = {
  string: lengths,
  text: lengths,
  richtext: lengths,
  list: (field) => ({
    items: inputSchema({ ...itemOf(field), description: undefined }),
    ...(field.maxItems !== undefined && { maxItems: field.maxItems }),
  }),
  int: numbers,
  bigint: (field) => ({
    pattern: field.precision === UNSIGNED_DIGITS ? "^(?:0|[1-9]\\d{0,19})$" : "^(?:0|-?[1-9]\\d{0,18})$",
    ...(field.precision === UNSIGNED_DIGITS && { minimum: 0 }),
    ...numbers(field),
  }),
  float: numbers,
  decimal: (field) => ({ pattern: decimalPattern(field) }),
  datetime: ({ zone, precision = 0 }) => ({
    ...(zone === "none" && { pattern: `^${DAY}T${TIME}${fraction(precision)}$` }),
  }),
  time: ({ zone, precision = 0 }) => ({
    ...(zone !== "offset" && { pattern: `^${TIME}${fraction(precision)}$` }),
  }),
  duration: () => ({ pattern: "^[-+]?P(?=[-+\\dT])[-+\\dYMWD]*(?:T[-+\\d.HMS]+)?$" }),
  year: () => ({ anyOf: [{ const: 0 }, { minimum: 1901, maximum: 2155 }] }),
  // Only `null` is left out.
  json: ({ isNullable }) => (isNullable ? {} : { type: ["object", "array", "string", "number", "boolean"] }),
  bytes: ({ minLength = 0, maxLength }) => ({
    ...(minLength > 0 && { minLength: 4 * Math.ceil(minLength / 3) }),
    ...(maxLength !== undefined && { maxLength: 4 * Math.ceil(maxLength / 3) }),
    pattern: BASE64,
  }),
  secret: (field) => ({ ...lengths(field), writeOnly: true }),
};

const DAY = "\\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\\d|3[01])";
const TIME = "(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d";
const BASE64 = "^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/][AQgw]==|[A-Za-z0-9+/]{2}[AEIMQUYcgkosw048]=)?$";

function fraction(precision: number): string {
  return precision === 0 ? "" : `(?:\\.\\d{1,${precision}})?`;
}

function lengths({ minLength, maxLength }: FieldShape): Schema {
  return { ...(minLength !== undefined && { minLength }), ...(maxLength !== undefined && { maxLength }) };
}

/** Bounds that a JSON number can represent. */
function numbers({ minimum, maximum }: FieldShape): Schema {
  return {
    ...(typeof minimum === "number" && { minimum }),
    ...(typeof maximum === "number" && { maximum }),
  };
}

function decimalPattern({ precision = Infinity, scale = Infinity }: FieldShape): string {
  const before = precision === Infinity ? Infinity : precision - scale;
  const whole = before === 0 ? "0" : `(?:0|[1-9]\\d${before === Infinity ? "*" : `{0,${before - 1}}`})`;
  const after = scale === 0 ? "" : `(?:\\.\\d${scale === Infinity ? "+" : `{1,${scale}}`})?`;
  return `^-?${whole}${after}$`;
}

/** Limits that JSON Schema cannot express. */
function hiddenLimits({ type, minimum, maximum, maxLength, precision, zone }: FieldShape): readonly string[] {
  const { hasSeconds } = fieldTypes[type];
  return [
    ...(typeof minimum === "string" ? [`At least ${minimum}.`] : []),
    ...(typeof maximum === "string" ? [`At most ${maximum}.`] : []),
    ...(type === "bytes" && maxLength !== undefined ? [`At most ${maxLength} bytes.`] : []),
    ...(hasSeconds === true && zone !== "none" && precision !== undefined
      ? [`At most ${precision} digits after the second.`]
      : []),
  ];
}

function listed({ values }: FieldShape): Schema {
  return values === undefined ? {} : { enum: values };
}

function nullable({ isNullable }: FieldShape, schema: Schema): Schema {
  const { type, enum: values } = schema;
  if (!isNullable || type === undefined) return schema;
  return {
    ...schema,
    type: [type, "null"].flat(),
    ...(Array.isArray(values) && !values.includes(null) && { enum: [...(values as unknown[]), null] }),
  };
}

function described({ description }: FieldShape, schema: Schema, more: readonly string[] = []): Schema {
  const sentences = [...(description === undefined ? [] : [description]), ...more];
  return sentences.length === 0 ? schema : { ...schema, description: sentences.join(" ") };
}

/** The roles of a user. */
export const roleList: Schema = { type: "array", items: { type: "string", pattern: "^\\S{1,128}$" } };
