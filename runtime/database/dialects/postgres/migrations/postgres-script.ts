import {
  standardLineComment,
  standardQuotes,
  type ScriptSyntax,
} from "../../../migrations/scripts/script-syntax.js";
import type { ScriptToken } from "../../../migrations/scripts/script-tokens.js";

export const postgresScript: ScriptSyntax = {
  lineComment: standardLineComment,
  hasNestedComments: true,
  quotes: standardQuotes,
  dollarQuote: /\$(?:[\p{L}_][\p{L}\p{N}_]*)?\$/uy,
  escapingPrefix: "e",
  word: /[\p{L}\p{N}_][\p{L}\p{N}_$]*/uy,
  goesOn,
};

/**
 * The body of a function may be `begin atomic … end` with statements in it, and a rule has statements in parentheses.
 * Otherwise, it splits like `psql`.
 */
function goesOn(tokens: readonly ScriptToken[]): boolean {
  const start = /^create (?:or replace )?(function|procedure|rule)\b/.exec(
    tokens
      .slice(0, 4)
      .map(({ word }) => word)
      .join(" "),
  );
  if (start === null) return false;
  return start[1] === "rule" ? depth(tokens, ["("], ")") > 0 : isInBody(tokens);
}

function isInBody(tokens: readonly ScriptToken[]): boolean {
  const begin = tokens.findIndex(
    ({ word }, index) => word === "begin" && tokens[index + 1]?.word === "atomic",
  );
  return begin !== -1 && depth(tokens.slice(begin), ["begin", "case"], "end") > 0;
}

function depth(tokens: readonly ScriptToken[], opening: readonly string[], closing: string): number {
  let level = 0;
  for (const { word } of tokens) {
    if (opening.includes(word)) level++;
    else if (word === closing) level--;
  }
  return level;
}
