import { isNameToken, isSign, type CheckToken } from "./check-tokens.js";

/** Casts to these types change no value that a check compares. */
const wide = new Set([
  "text",
  "character varying",
  "numeric",
  "double precision",
  "text[]",
  "character varying[]",
]);
/** Casts to these types change no whole number. */
const whole = new Set(["smallint", "integer", "bigint"]);

/**
 * Removes PostgreSQL's casts, `(size)::numeric`, which it adds to the checks that it stores. `undefined` if one
 * may change a value.
 */
export function withoutCasts(tokens: readonly CheckToken[]): readonly CheckToken[] | undefined {
  const kept: CheckToken[] = [];
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at] as CheckToken;
    if (!isSign(token, "::")) {
      kept.push(token);
      continue;
    }
    const words: string[] = [];
    for (let next = tokens[at + 1]; next !== undefined && isNameToken(next); next = tokens[at + 1]) {
      words.push(next.text.toLowerCase());
      at++;
    }
    const isList = isSign(tokens[at + 1], "[]");
    if (isList) at++;
    const type = `${words.join(" ")}${isList ? "[]" : ""}`;
    const cast = kept.findLast(({ kind }) => kind !== "sign");
    const isWhole = cast !== undefined && !isNameToken(cast) && /^-?\d+$/.test(cast.text);
    if (!wide.has(type) && !(whole.has(type) && isWhole)) return undefined;
  }
  return kept;
}
