import type { MediaType, Schema } from "./openapi-types.js";

/** A body in JSON. */
export function jsonContent(schema: Schema, example?: unknown): Readonly<Record<string, MediaType>> {
  return { "application/json": { schema, example } };
}
