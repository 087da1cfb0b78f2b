import type { Schema, MediaType } from "./openapi-types.js";

/** A member of an object, and its schema. */
export type SchemaMember = readonly [name: string, schema: Schema];

/** The schema of an object. @param keywords Its keywords besides `type` and `properties`. */
export function objectSchema(keywords: Schema, properties: Iterable<SchemaMember>): Schema {
  return { type: "object", ...keywords, properties: Object.fromEntries(properties) };
}

/** An object that has all of these properties. */
export function wholeObject(properties: Readonly<Record<string, Schema>>): Schema {
  return { type: "object", required: Object.keys(properties), properties };
}

/** Without `additionalProperties`, generators of clients make an object without members of it. */
export const anyObject: Schema = { type: "object", additionalProperties: true };

export function jsonContent(schema: Schema, example?: unknown): Readonly<Record<string, MediaType>> {
  return { "application/json": { schema, example } };
}
