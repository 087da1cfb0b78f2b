import { problem, type ConfigProblem } from "../../errors/config-error.js";
import { resolveServer } from "../resolve/resolve-server.js";
import { MIN_SECRET_BYTES } from "./auth-options.js";
import type { RuleInput } from "./rule.js";

/** A limit within another limit must not exceed it. Cursors need one key that cannot be guessed. */
export function* serverOptions({ server, assumedAuth }: RuleInput): Iterable<ConfigProblem> {
  const resolved = resolveServer(server);
  for (const [part, whole] of [
    ["defaultTake", "maxTake"],
    ["headersTimeout", "requestTimeout"],
    ["maxUrlBytes", "maxHeaderBytes"],
    ["maxConditionValueLength", "maxConditionLength"],
  ] as const)
    if (resolved[part] > resolved[whole])
      yield problem(
        `server.${part}`,
        `found ${resolved[part]}, more than the ${resolved[whole]} of "${whole}".`,
      );
  const mistake = server !== undefined && "cursorKey" in server ? keyMistake(server, assumedAuth) : undefined;
  if (mistake !== undefined) yield problem("server.cursorKey", mistake);
}

function keyMistake(
  { cursorKey }: NonNullable<RuleInput["server"]>,
  auth: RuleInput["assumedAuth"],
): string | undefined {
  if (cursorKey === undefined) return "has no value: set the variable that it comes from, or remove it.";
  if (auth?.secretKey !== undefined) return 'the key is made from "auth.secretKey" already: remove it.';
  return Buffer.byteLength(cursorKey) < MIN_SECRET_BYTES
    ? `is too short: it must have at least ${MIN_SECRET_BYTES} random bytes in UTF-8.`
    : undefined;
}
