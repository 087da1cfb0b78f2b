import type { Caller } from "../../access/caller.js";
import { checkArguments } from "./check-arguments.js";
import { describeEntitiesTool } from "./describe-entities.js";
import { operationTool } from "./operation-tools.js";
import { aggregateRecordsTool, readRecordsTool } from "./read-tools.js";
import type { ToolContext } from "./tool-context.js";
import type { Tool } from "./tool.js";
import { writeTools } from "./write-tools.js";

/** The tools of a server. Each caller gets those that they may use. */
export function createTools(context: ToolContext): readonly Tool[] {
  const { model, settings } = context;
  const { isReadOnly, tools: chosen } = settings;
  const ofRecords = [
    describeEntitiesTool(context),
    readRecordsTool(context),
    aggregateRecordsTool(context),
    ...writeTools(context),
  ].map((tool): Tool => ({
    ...tool,
    run: (args, call) => tool.run(checkArguments(args, tool.inputSchema), call),
  }));
  return [
    ...ofRecords,
    // They check their arguments as their endpoints do.
    ...model.ownOperations.map((operation) => operationTool(operation, context)),
  ].filter(
    ({ name, annotations }) =>
      (!isReadOnly || annotations.readOnlyHint) && (chosen === undefined || chosen.includes(name)),
  );
}

export function offeredTools(tools: readonly Tool[], caller: Caller): readonly Tool[] {
  return tools.filter(({ isOffered }) => isOffered(caller));
}
