import {
  standardLineComment,
  standardQuotes,
  type ScriptSyntax,
} from "../../../migrations/scripts/script-syntax.js";
import type { ScriptToken } from "../../../migrations/scripts/script-tokens.js";

export const mssqlScript: ScriptSyntax = {
  lineComment: standardLineComment,
  hasNestedComments: true,
  quotes: { ...standardQuotes, "[": { kind: "name", end: "]", isDoubled: true } },
  word: /[\p{L}\p{N}_@#$]+/uy,
  // A line of sqlcmd and SQL Server Management Studio.
  separator: "go",
  goesOn,
  handlesTransactions,
};

/** Procedures, functions and triggers take the rest of their batch, up to `go`. */
const ROUTINE = /^(create|alter)( or alter)? (procedure|proc|function|trigger)\b/;

/**
 * A variable lives until the end of its batch, so that all statements from its declaration on are sent
 * together. Others end with a semicolon outside `begin … end`.
 */
function goesOn(tokens: readonly ScriptToken[]): boolean {
  if (isRoutine(tokens) || tokens.some(({ word }) => word === "declare")) return true;
  let depth = 0;
  tokens.forEach(({ word }, index) => {
    const next = tokens[index + 1]?.word ?? "";
    if (
      word === "case" ||
      (word === "begin" && !/^(tran|transaction|distributed|dialog|conversation)$/.test(next))
    )
      depth++;
    else if (word === "end" && next !== "conversation") depth--;
  });
  return depth > 0;
}

/** `ansi_defaults` includes `implicit_transactions`, and both may stand in a list of options. */
const IMPLICIT = /(?:^| )set (?:\w+ , )*(?:implicit_transactions|ansi_defaults)(?: , \w+)* on\b/;

/** Statements need no semicolon between them, so that the whole text is searched. */
function handlesTransactions(tokens: readonly ScriptToken[]): boolean {
  return !isRoutine(tokens) && IMPLICIT.test(tokens.map(({ word }) => word).join(" "));
}

function isRoutine(tokens: readonly ScriptToken[]): boolean {
  const start = tokens.slice(0, 4).map(({ word }) => word);
  return ROUTINE.test(start.join(" "));
}
