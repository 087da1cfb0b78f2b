import type { z } from "zod";
import { valuesSchema } from "../../model/schemas/entity-schema.js";
import { inputFields, type OwnOperation } from "../../model/own-operation.js";

/** The schema of an operation's input: that of its handler, or of its parameters. */
export function callSchema(operation: OwnOperation): z.ZodType<object> {
  const { work } = operation;
  if (work.kind === "handler" && work.input !== undefined) return work.input as z.ZodType<object>;
  return valuesSchema(inputFields(operation));
}
