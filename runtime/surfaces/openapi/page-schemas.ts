import type { Components } from "./components.js";
import { wholeObject } from "./object-schema.js";
import type { ReferenceObject, Schema } from "./openapi-types.js";

/** The answer of a read by path. */
export function foundSchema(items: Schema, components: Components): Schema {
  return wholeObject({ count: countSchema(components), items: { type: "array", items } });
}

/** The answer of a read by query. */
export function pageSchema(items: Schema, components: Components): Schema {
  return {
    type: "object",
    required: ["items"],
    properties: {
      items: { type: "array", items },
      next: components.once("schemas", "Next", () => ({
        type: "string",
        description: "The `after` of the next page. Missing on the last page.",
      })),
      count: countSchema(components),
    },
  };
}

function countSchema(components: Components): ReferenceObject {
  return components.once("schemas", "Count", () => ({
    type: "integer",
    minimum: 0,
    description: "The number of all matches, on all pages.",
  }));
}
