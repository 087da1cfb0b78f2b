import { problem, type ConfigProblem } from "../../errors/config-error.js";
import { resolveServer } from "../resolve-server.js";
import type { RuleInput } from "./rule.js";

/** A limit within another limit must not exceed it. */
export function* serverOptions({ server }: RuleInput): Iterable<ConfigProblem> {
  const resolved = resolveServer(server);
  for (const [part, whole] of [
    ["headersTimeout", "requestTimeout"],
    ["maxUrlBytes", "maxHeaderBytes"],
    ["maxConditionValueLength", "maxConditionLength"],
  ] as const)
    if (resolved[part] > resolved[whole])
      yield problem(
        `server.${part}`,
        `found ${resolved[part]}, more than the ${resolved[whole]} of "${whole}".`,
      );
}
