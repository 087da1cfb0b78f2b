import type { CheckToken } from "../checks/check-tokens.js";

/**
 * A comment or blanks, a text, a name in any database's quotes, a bare word, or any other sign. Every text has
 * tokens, and finding them takes linear time.
 */
const TOKEN =
  /(--.*|\/\*[\s\S]*?(?:\*\/|$)|\s+)|'((?:[^']|'')*)'|"([^"]{1,128})"|`([^`]{1,128})`|\[([^\]]{1,128})\]|([\p{L}\p{N}_$#@]+)|(:=|[\s\S])/gu;

/** The tokens of a trigger's text, in lower case. */
export function triggerTokens(body: string): readonly CheckToken[] {
  return Array.from(body.matchAll(TOKEN)).flatMap(([, blank, text, double, back, bracket, word, sign]) => {
    if (blank !== undefined) return [];
    if (text !== undefined) return [token("text", text)];
    if (word !== undefined) return [token("word", word)];
    if (sign !== undefined) return [token("sign", sign)];
    return [token("name", double ?? back ?? bracket ?? "")];
  });
}

function token(kind: CheckToken["kind"], text: string): CheckToken {
  return { kind, text: text.toLowerCase() };
}
