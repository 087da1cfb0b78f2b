import type { ConfigProblem } from "../../errors/config-error.js";
import { resolveServer } from "../resolve-server.js";
import type { RuleInput } from "./rule.js";

/** A limit within another limit must not exceed it. */
export function serverOptions({ server }: RuleInput): readonly ConfigProblem[] {
  if (server === undefined) return [];
  const { headersTimeout, requestTimeout, maxUrlBytes, maxHeaderBytes, ...limits } = resolveServer(server);
  const { maxConditionLength, maxConditionValueLength } = limits;
  const parts = [
    ["headersTimeout", headersTimeout, "requestTimeout", requestTimeout],
    ["maxUrlBytes", maxUrlBytes, "maxHeaderBytes", maxHeaderBytes],
    ["maxConditionValueLength", maxConditionValueLength, "maxConditionLength", maxConditionLength],
  ] as const;
  return parts
    .filter(([, part, , whole]) => part > whole)
    .map(([option, part, other, whole]) => ({
      path: `server.${option}`,
      message: `found ${part}, more than the ${whole} of "${other}".`,
    }));
}
