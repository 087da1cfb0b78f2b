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
  const whole = inputJsonSchema(input);
  return new Map(
    Object.entries(whole.properties ?? {}).map(([name, schema]) => [name, formOfSchema(schema, whole)]),
  );
});

/** Fields accept the exact texts of their values. */
function formOfField({ type }: Field): QueryForm {
  if (type === "list") return "texts";
  return fieldTypes[type].isJson === true ? "json" : "text";
}

/** @param whole The schema that references of this one point into. */
function formOfSchema(schema: Schema, whole: ObjectSchema): QueryForm {
  const types = typesIn(schema, whole);
  const simple = simpleForm(types);
  if (simple !== undefined) return simple;
  if (types.size > 1 || !types.has("array")) return "json";
  // Not a list in a list, which may be the same list again.
  const items = simpleForm(typesIn(arraySchema(schema, whole)["items"] as Schema, whole));
  return items === undefined ? "json" : `${items}s`;
}

function simpleForm(types: ReadonlySet<string>): "text" | "scalar" | undefined {
  if (types.size === 0 || types.has("string")) return "text";
  return [...types].every((type) => scalars.has(type)) ? "scalar" : undefined;
}

const scalars: ReadonlySet<string> = new Set(["number", "integer", "boolean"]);

/** The types that a schema allows, except null, which no query contains. Empty if it does not say. */
function typesIn(schema: Schema, whole: ObjectSchema): ReadonlySet<string> {
  const types = branchesOf(schema, whole).flatMap(({ type, enum: values }) => [
    ...[type ?? []].flat(),
    ...(type === undefined && Array.isArray(values) ? values.map((value) => typeof value) : []),
  ]);
  return new Set(types.map(String).filter((each) => each !== "null"));
}

function arraySchema(schema: Schema, whole: ObjectSchema): Schema {
  return branchesOf(schema, whole).find(({ type }) => type === "array") ?? schema;
}

/** A schema and its alternatives, at any depth, each once: one may refer to itself. */
function branchesOf(schema: Schema, whole: ObjectSchema): readonly Schema[] {
  const found = new Set<Schema>();
  const visit = (each: Schema): void => {
    const own = referredTo(each, whole);
    if (found.has(own)) return;
    found.add(own);
    for (const branches of [own["anyOf"], own["oneOf"]])
      for (const branch of (branches ?? []) as readonly Schema[]) visit(branch);
  };
  visit(schema);
  return [...found];
}

/** The schema that a reference inside of a schema points to: `#` or `#/$defs/Address`. */
function referredTo(schema: Schema, whole: ObjectSchema): Schema {
  const { $ref } = schema;
  if (typeof $ref !== "string") return schema;
  return ($ref === "#" ? whole : whole.$defs?.[definitionIn($ref)]) ?? schema;
}

/** The name of a definition in a reference, which is a JSON Pointer (RFC 6901). */
export function definitionIn($ref: string): string {
  return $ref.slice("#/$defs/".length).replaceAll("~1", "/").replaceAll("~0", "~");
}

/** A JSON Schema of an object. */
export interface ObjectSchema extends Schema {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  /** Schemas that have an `id` or contain themselves. */
  readonly $defs?: Readonly<Record<string, Schema>>;
}

/** The JSON Schema of an input. Parts of a zod schema that JSON Schema cannot express are left open. */
export function inputJsonSchema(schema: z.ZodType): ObjectSchema {
  return z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as ObjectSchema;
}
