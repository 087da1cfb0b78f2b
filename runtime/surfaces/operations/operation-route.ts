import type { Response } from "express";
import { authorizeCall } from "../../access/authorize.js";
import { sendJson } from "../../http/send.js";
import { toJsonText } from "../../model/values/exact-json.js";
import type { CallHandler, OperationContext } from "../surface.js";
import { callSchema } from "./call-schema.js";
import { parseCall } from "./parse-call.js";

/**
 * The route of an operation. Generated code has the same with its own schema. Roles and handlers come from the
 * configuration in both modes.
 */
export function operationRoute({ identify, operation, run }: OperationContext): CallHandler {
  const schema = callSchema(operation);
  return async (req, res) => {
    const caller = await identify(req);
    authorizeCall(caller, operation);
    const input = await parseCall(req, schema, operation);
    const answer = await run(input, caller, req);
    replyCall(res, answer);
  };
}

/** Answers 200 with the result, or 204 if there is none. */
export function replyCall(res: Response, answer: unknown): void {
  if (answer === undefined) res.writeHead(204).end();
  else sendJson(res, 200, toJsonText(answer));
}
