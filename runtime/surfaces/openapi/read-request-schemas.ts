import type { Limits } from "../../model/model.js";
import { MAX_NESTED_TAKE } from "../../model/settings/server-settings.js";
import { MAX_ORDER } from "../../read/parse-order.js";
import { anyObject } from "./object-schema.js";
import type { Schema } from "./openapi-types.js";

/** The body of a read: the parameters of a read by query string as members. */
export function readRequestSchema({ maxConditionLength, maxTake, defaultTake, maxSkip }: Limits): Schema {
  const condition = [{ type: "string", minLength: 1, maxLength: maxConditionLength }, anyObject];
  return {
    type: "object",
    additionalProperties: false,
    properties: {
      where: {
        description: "A condition as text or as an object, or a list of conditions that must all hold.",
        anyOf: [...condition, { type: "array", items: { anyOf: condition } }],
      },
      select: {
        description: "A text, or an object with `true` for each field and an object for each relation.",
        anyOf: [
          { type: "string", minLength: 1 },
          { type: "object", minProperties: 1, additionalProperties: selectValue },
        ],
      },
      orderBy: {
        description: "A text, or a list of its parts.",
        anyOf: [
          { type: "string", minLength: 1 },
          { type: "array", items: { type: "string", minLength: 1 }, minItems: 1, maxItems: MAX_ORDER },
        ],
      },
      take: { type: "integer", minimum: 0, maximum: maxTake, default: defaultTake },
      skip: { type: "integer", minimum: 0, maximum: maxSkip },
      after: {
        type: "string",
        minLength: 1,
        description: "The `next` of the previous page. Not together with `skip`.",
      },
      count: { type: "boolean", default: false, description: "Count all matches." },
    },
  };
}

const selectValue: Schema = {
  description: `\`true\`, or the selection for a relation. A list returns up to ${MAX_NESTED_TAKE} records.`,
  anyOf: [{ type: "boolean" }, anyObject],
};
