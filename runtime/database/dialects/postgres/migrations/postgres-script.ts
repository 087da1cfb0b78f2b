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
  return start[1] === "rule" ? depth(tokens, isOpened, isClosed) > 0 : isInBody(tokens);
}

function isInBody(tokens: readonly ScriptToken[]): boolean {
  const begin = tokens.findIndex(
    ({ word }, index) => word === "begin" && tokens[index + 1]?.word === "atomic",
  );
  return begin !== -1 && depth(tokens.slice(begin), opensBlock, endsBlock) > 0;
}

const opensBlock = ({ word }: ScriptToken) => word === "begin" || word === "case";
const endsBlock = ({ word }: ScriptToken) => word === "end";
const isOpened = ({ word }: ScriptToken) => word === "(";
const isClosed = ({ word }: ScriptToken) => word === ")";

function depth(
  tokens: readonly ScriptToken[],
  opens: (token: ScriptToken) => boolean,
  closes: (token: ScriptToken) => boolean,
): number {
  let level = 0;
  for (const token of tokens) {
    if (opens(token)) level++;
    else if (closes(token)) level--;
  }
  return level;
}
