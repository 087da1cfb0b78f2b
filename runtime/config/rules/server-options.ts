import { problem, type ConfigProblem } from "../../errors/config-error.js";
import { innerLimits, type InnerLimit } from "../../model/settings/server-settings.js";
import { resolveServer } from "../resolve/resolve-server.js";
import { KEY_HAS_NO_VALUE, KEY_TOO_SHORT, MIN_SECRET_BYTES } from "./auth-options.js";
import type { RuleInput } from "./rule.js";

/** A limit within another limit must not exceed it. Cursors need one key that cannot be guessed. */
export function* serverOptions({ server, assumedAuth }: RuleInput): Iterable<ConfigProblem> {
  const resolved = resolveServer(server);
  for (const [name, { within }] of Object.entries(innerLimits)) {
    const found = resolved[name as InnerLimit];
    if (found > resolved[within])
      yield problem(`server.${name}`, `found ${found}, more than the ${resolved[within]} of "${within}".`);
  }
  const mistake = server !== undefined && "cursorKey" in server ? keyMistake(server, assumedAuth) : undefined;
  if (mistake !== undefined) yield problem("server.cursorKey", mistake);
}

function keyMistake(
  { cursorKey }: NonNullable<RuleInput["server"]>,
  auth: RuleInput["assumedAuth"],
): string | undefined {
  if (cursorKey === undefined) return KEY_HAS_NO_VALUE;
  if (auth?.secretKey !== undefined) return 'the key is made from "auth.secretKey" already: remove it.';
  return Buffer.byteLength(cursorKey) < MIN_SECRET_BYTES ? KEY_TOO_SHORT : undefined;
}
