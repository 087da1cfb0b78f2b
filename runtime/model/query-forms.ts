import { z } from "zod";
import type { Field } from "./field.js";
import { fieldTypes } from "./field-type.js";
import { onceForEach } from "./once-for-each.js";
import { inputFields, type OwnOperation } from "./own-operation.js";
import type { Schema } from "./values/type-schemas.js";

/**
 * How a parameter is written in the query of a GET: as text; as the text of a number or boolean; as a list, repeated for
 * each item; or as JSON.
 */
export type QueryForm = "text" | "scalar" | "texts" | "scalars" | "json";

/** The forms of an operation's parameters, computed once. */
export const queryForms = onceForEach((operation: OwnOperation): ReadonlyMap<string, QueryForm> => {
  const { work } = operation;
  const input = work.kind === "handler" ? work.input : undefined;
  if (input === undefined)
    return new Map(inputFields(operation).map((field) => [field.name, formOfField(field)]));
  const { properties = {} } = inputJsonSchema(input);
  return new Map(Object.entries(properties).map(([name, schema]) => [name, formOfSchema(schema)]));
});

/** Fields accept the exact texts of their values. */
function formOfField({ type }: Field): QueryForm {
  if (type === "list") return "texts";
  return fieldTypes[type].isJson === true ? "json" : "text";
}

function formOfSchema(schema: Schema): QueryForm {
  const types = typesIn(schema);
  if (types.size === 0 || types.has("string")) return "text";
  if ([...types].every((type) => scalars.has(type))) return "scalar";
  if (types.size > 1 || !types.has("array")) return "json";
  const items = formOfSchema(arraySchema(schema)["items"] as Schema);
  return items === "text" ? "texts" : items === "scalar" ? "scalars" : "json";
}

const scalars: ReadonlySet<string> = new Set(["number", "integer", "boolean"]);

/** The types that a schema allows, except null, which no query contains. Empty if it does not say. */
function typesIn({ type, anyOf, oneOf, enum: values }: Schema): ReadonlySet<string> {
  const branches = [anyOf, oneOf].flatMap((some) => (some ?? []) as readonly Schema[]);
  const types = [
    ...branches.flatMap((branch) => [...typesIn(branch)]),
    ...[type ?? []].flat(),
    ...(type === undefined && Array.isArray(values) ? values.map((value) => typeof value) : []),
  ];
  return new Set(types.map(String).filter((each) => each !== "null"));
}

/** The branch for arrays. */
function arraySchema(schema: Schema): Schema {
  const branches = (schema["anyOf"] ?? schema["oneOf"] ?? [schema]) as readonly Schema[];
  return branches.find((branch) => branch["type"] === "array") ?? schema;
}

/** A JSON Schema of an object. */
export interface ObjectSchema extends Schema {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
}

/** The JSON Schema of an input. Parts of a zod schema that JSON Schema cannot express are left open. */
export function inputJsonSchema(schema: z.ZodType): ObjectSchema {
  return z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as ObjectSchema;
}
