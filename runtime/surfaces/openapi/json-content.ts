import type { MediaType, Schema } from "./openapi-types.js";

/** A stream of records: a record on each line of NDJSON, or of CSV after the names of its columns. */
export const streamContent: Readonly<Record<string, MediaType>> = {
  "application/x-ndjson": { schema: { type: "string" } },
  "text/csv": { schema: { type: "string" } },
};

/** A body in JSON. */
export function jsonContent(schema: Schema, example?: unknown): Readonly<Record<string, MediaType>> {
  return { "application/json": { schema, example } };
}
