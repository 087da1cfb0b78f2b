import {
  firstWords,
  standardQuotes,
  type ScriptSyntax,
  type ScriptToken,
} from "../../../migrations/scripts/script-tokens.js";

export const sqliteScript: ScriptSyntax = {
  quotes: {
    ...standardQuotes,
    "`": { kind: "name", end: "`", isDoubled: true },
    "[": { kind: "name", end: "]", isDoubled: false },
  },
  word: /[\p{L}\p{N}_$]+/uy,
  goesOn,
};

/** A trigger ends with `; end;`, as `sqlite3_complete` has it (sqlite.org/c3ref/complete.html). */
function goesOn(tokens: readonly ScriptToken[]): boolean {
  const isTrigger = /^(explain )?create (temp |temporary )?trigger\b/.test(firstWords(tokens));
  return isTrigger && !(tokens.at(-1)?.word === "end" && tokens.at(-2)?.word === ";");
}
