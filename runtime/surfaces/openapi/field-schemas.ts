import { fieldTypes } from "../../model/field-type.js";
import { itemOf } from "../../model/fields.js";
import type { Field } from "../../model/model.js";
import type { Schema } from "./openapi-types.js";
import { wholeObject } from "./object-schema.js";

/** The inputs of a field's schemas. */
export type FieldShape = Pick<
  Field,
  | ("type" | "of" | "isNullable" | "values" | "zone" | "storedAs" | "label" | "description")
  | ("minLength" | "maxLength" | "minimum" | "maximum" | "precision" | "scale" | "maxItems")
>;

/** The values in answers. Without limits, because rows that other programs have written may exceed them. */
export function answerSchema(field: FieldShape): Schema {
  return described(field, nullable(field, typeSchema(field, answerSchema)));
}

/**
 * The values that a write accepts, in canonical form. The server also takes the exact text of a value, such as `"5"`
 * for 5.
 */
export function inputSchema(field: FieldShape): Schema {
  return described(field, nullable(field, plainInput(field)), hiddenLimits(field));
}

/** The values that identify a record. The words of the field are about its own record. */
export function keySchema(field: FieldShape): Schema {
  return inputSchema({ ...field, label: undefined, description: undefined });
}

/** The id of a record: the value of its key, or an object of those of its fields. */
export function idSchema(keys: readonly Field[]): Schema {
  const schemas = keys.map((key) => [key.name, keySchema(key)] as const);
  const [only] = schemas;
  return schemas.length === 1 && only !== undefined ? only[1] : wholeObject(Object.fromEntries(schemas));
}

/** The values of a key in a path. */
export function pathSchema(field: FieldShape): Schema {
  // In a path, base64 is written as base64url.
  return field.type === "bytes" ? { type: "string", pattern: "^[\\w-]+$" } : plainInput(field);
}

function plainInput(field: FieldShape): Schema {
  return { ...typeSchema(field, inputSchema), ...fieldTypes[field.type].schemaLimits(field) };
}

/** The schema of the field's type, with that of a list's items. */
function typeSchema(field: FieldShape, schemaOf: (item: FieldShape) => Schema): Schema {
  const schema = fieldTypes[field.type].schema(field);
  if (field.type !== "list") return schema;
  return { ...schema, items: schemaOf({ ...itemOf(field), description: undefined }) };
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

/**
 * Adds the closed list of values, and `null`. Where a schema has more than a type, `null` is a branch of its own:
 * generators of clients lose it beside `enum`.
 */
function nullable({ isNullable, values }: FieldShape, schema: Schema): Schema {
  const listed =
    values === undefined ? schema : { ...schema, enum: values.filter((value) => value !== null) };
  const { type, anyOf } = listed;
  if (!isNullable || (type === undefined && anyOf === undefined)) return listed;
  if (values !== undefined) return { anyOf: [listed, { type: "null" }] };
  if (Array.isArray(anyOf)) return { ...listed, anyOf: [...(anyOf as readonly Schema[]), { type: "null" }] };
  return { ...listed, type: [type, "null"].flat() };
}

/** Adds the words for people: the label as the title, and the description. */
function described({ label, description }: FieldShape, schema: Schema, more: readonly string[] = []): Schema {
  const sentences = [...(description === undefined ? [] : [description]), ...more];
  if (label === undefined && sentences.length === 0) return schema;
  return {
    ...schema,
    ...(label !== undefined && { title: label }),
    ...(sentences.length > 0 && { description: sentences.join(" ") }),
  };
}

/** The roles of a user. */
export const roleList: Schema = { type: "array", items: { type: "string", pattern: "^\\S{1,128}$" } };
