import { problemCodes } from "../../errors/codes.js";
import type { Components } from "./components.js";
import type { ReferenceObject } from "./openapi-types.js";

/** A problem document (RFC 9457). */
export function problemSchema(components: Components): ReferenceObject {
  return components.once("schemas", "Problem", () => ({
    type: "object",
    description: "A problem document (RFC 9457).",
    required: ["type", "title", "status", "detail", "code"],
    properties: {
      type: { type: "string", format: "uri" },
      title: { type: "string" },
      status: { type: "integer", minimum: 400, maximum: 599 },
      detail: { type: "string", description: "What is wrong with this request." },
      instance: { type: "string", format: "uri", description: "The id of the request, which is in the log." },
      code: {
        type: "string",
        enum: Object.keys(problemCodes),
        description: "The kind of the problem. Codes do not change.",
      },
      errors: {
        type: "array",
        description: "The mistakes in the request.",
        items: mistakeSchema(components),
      },
      challenge: { type: "string", description: "Of `second-factor-required`: continues the log-in." },
    },
    examples: [
      {
        type: "urn:data-api:problem:invalid-fields",
        title: problemCodes["invalid-fields"].title,
        status: 400,
        detail: '"title" is required.',
        code: "invalid-fields",
        errors: [{ path: "title", code: "required", message: '"title" is required.' }],
      },
    ],
  }));
}

/** A mistake in a request, or in a line of a stream. */
export function mistakeSchema(components: Components): ReferenceObject {
  return components.once("schemas", "Mistake", () => ({
    type: "object",
    required: ["path", "code", "message"],
    properties: {
      path: { type: "string", description: "The field, or the part of the request." },
      code: { type: "string" },
      message: { type: "string" },
      label: { type: "string", description: "What people call the field, if the configuration says it." },
      position: {
        type: "integer",
        minimum: 0,
        description: "The position in a condition, in UTF-16 code units.",
      },
      params: {
        type: "object",
        description:
          "The limits of the field that the message names, to word the mistake in another language.",
        properties: {
          minimum: { type: ["number", "string"] },
          maximum: { type: ["number", "string"] },
          unit: { type: "string", enum: ["characters", "items", "bytes"] },
          type: { type: "string", description: "The type of the field." },
          values: { type: "array", items: {}, description: "The allowed values." },
        },
      },
    },
  }));
}
