import { z } from "zod";
import type { Field } from "../../model/model.js";
import {
  inputFields,
  outputFields,
  returnMembers,
  type HandlerCall,
  type OwnOperation,
} from "../../model/own-operation.js";
import { inputJsonSchema, type ObjectSchema } from "../../model/query-forms.js";
import { answerSchema, inputSchema } from "./field-schemas.js";
import type { Schema } from "./openapi-types.js";

/** The schema of an operation's input: that of its handler, or of its parameters. */
export function callInput(operation: OwnOperation): ObjectSchema {
  const { input } = handlerOf(operation) ?? {};
  if (input !== undefined) return withoutDialect(inputJsonSchema(input));
  // No query contains null.
  const schemaOf = (field: Field) => inputSchema(operation.isRead ? { ...field, isNullable: false } : field);
  return {
    ...objectOf(inputFields(operation), schemaOf, ({ isRequired }) => isRequired),
    additionalProperties: false,
  };
}

/** The schema of an operation's answer. `undefined` if it has none. */
export function callOutput(operation: OwnOperation): ObjectSchema | undefined {
  const { output } = handlerOf(operation) ?? {};
  // Parts that JSON Schema cannot express are left open.
  if (output !== undefined)
    return withoutDialect(z.toJSONSchema(output, { io: "output", unrepresentable: "any" }) as ObjectSchema);
  const { returns } = operation;
  const outs = outputFields(operation);
  const member = returnMembers[returns.kind];
  if (member === undefined && outs.length === 0) return undefined;
  const rowsOf = (fields: readonly Field[]): Schema => ({
    type: "array",
    maxItems: operation.maxRows,
    items: objectOf(fields, answerSchema),
  });
  const answered = objectOf(outs, answerSchema);
  const own: Readonly<Record<string, Schema>> =
    returns.kind === "rows"
      ? { [returnMembers.rows]: rowsOf(returns.fields) }
      : returns.kind === "value"
        ? { [returnMembers.value]: answerSchema(returns.field) }
        : returns.kind === "results"
          ? { [returnMembers.results]: { type: "array", prefixItems: returns.results.map(rowsOf) } }
          : {};
  return {
    ...answered,
    required: [...Object.keys(own), ...answered.required],
    properties: { ...own, ...answered.properties },
  };
}

function objectOf(
  fields: readonly Field[],
  schemaOf: (field: Field) => Schema,
  isRequired: (field: Field) => boolean = () => true,
) {
  return {
    type: "object",
    required: fields.filter(isRequired).map(({ name }) => name),
    properties: Object.fromEntries(fields.map((field) => [field.name, schemaOf(field)])),
  };
}

export function handlerOf({ work }: OwnOperation): HandlerCall | undefined {
  return work.kind === "handler" ? work : undefined;
}

function withoutDialect(schema: ObjectSchema): ObjectSchema {
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => keyword !== "$schema"));
}
