import { problem, type ConfigProblem } from "../../errors/config-error.js";
import { suggestion } from "../../errors/nearest.js";
import { isWritingTool, mcpTools, type McpTool } from "../../model/mcp-tools.js";
import { quoteName } from "../../model/names.js";
import type { RuleInput } from "./rule.js";

/** The tools must exist, and their names must be unique. */
export function* mcpOptions({ mcp, auth, operations }: RuleInput): Iterable<ConfigProblem> {
  if (mcp === undefined || mcp === false) return;
  for (const name of Object.keys(operations))
    if (isTool(name))
      yield problem(
        `operations.${name}`,
        `with "mcp", operations are tools, and there is a tool "${name}" already: rename the operation.`,
      );
  if (mcp === true) return;
  const { tools = [], isReadOnly = true, audience } = mcp;
  const names = [...mcpTools, ...Object.keys(operations)];
  for (const [index, name] of tools.entries()) {
    if (!names.includes(name))
      yield problem(`mcp.tools.${index}`, `there is no tool ${quoteName(name)}.${suggestion(name, names)}`);
    else if (isReadOnly && isTool(name) && isWritingTool(name))
      yield problem(`mcp.tools.${index}`, `"${name}" writes: set "mcp.isReadOnly" to false to offer it.`);
  }
  if (audience !== undefined && auth?.jwt === undefined)
    yield problem("mcp.audience", 'the tokens of this server have a fixed audience: use it with "auth.jwt".');
}

function isTool(name: string): name is McpTool {
  return (mcpTools as readonly string[]).includes(name);
}
