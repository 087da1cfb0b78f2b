import { authorizeCall, mayCall } from "../../access/authorize.js";
import { requestIdOf } from "../../http/headers/request-id.js";
import { toApiError } from "../../http/send-problem.js";
import { checkParsedJson } from "../../http/bodies/parse-json.js";
import type { OwnOperation } from "../../model/own-operation.js";
import type { Schema } from "../../model/values/type-schemas.js";
import { toJsonText } from "../../model/values/exact-json.js";
import { auditFailure } from "../../write/steps/audit.js";
import { callInput, callOutput } from "../openapi/call-json-schema.js";
import { callSchema } from "../operations/call-schema.js";
import { checkCall } from "../operations/parse-call.js";
import { createRun } from "../operations/run-operation.js";
import { toContent } from "./to-content.js";
import type { ToolContext } from "./tool-context.js";
import { reads, type Tool, type ToolAnswer } from "./tool.js";

/** An operation of the configuration as a tool of its own name, which runs as its endpoint does. */
export function operationTool(operation: OwnOperation, context: ToolContext): Tool {
  const { name, description, isRead } = operation;
  const run = createRun(operation, context);
  const schema = callSchema(operation);
  const output = callOutput(operation);
  const { maxAnswerBytes } = context.settings;
  const isWrapped = output !== undefined && output["type"] !== "object";
  return {
    name,
    title: name,
    description: description ?? `Calls the operation "${name}"${isRead ? "" : ", which may write"}.`,
    inputSchema: callInput(operation),
    outputSchema: isWrapped ? wrapped(output) : output,
    annotations: isRead
      ? reads
      : { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
    isOffered: (caller) => mayCall(caller, operation),
    run: async (args, { caller, req, signal }) => {
      try {
        authorizeCall(caller, operation);
        checkParsedJson(args, operation.limits);
        const input = await checkCall(args, schema, operation);
        const answer = await run(input, caller, req, { tool: name, signal, maxAnswerBytes });
        return answerOf(answer, isWrapped);
      } catch (error) {
        if (!isRead && context.model.audit !== undefined) {
          const call = {
            entity: operation,
            operation: "call",
            caller,
            requestId: requestIdOf(req),
            tool: name,
          } as const;
          await auditFailure(context.database, call, toApiError(error));
        }
        throw error;
      }
    },
  };
}

function answerOf(answer: unknown, isWrapped: boolean): ToolAnswer {
  if (answer === undefined) return { text: "Done. The operation has no answer." };
  const content = toContent(toJsonText(answer));
  return { text: "Done.", content: isWrapped ? { value: content } : (content as object) };
}

/** The content of an answer is always an object. References to parts of the schema stay valid. */
function wrapped({ $defs, ...schema }: Schema): Schema {
  return {
    type: "object",
    required: ["value"],
    properties: { value: schema },
    ...($defs !== undefined && { $defs }),
  };
}
