import type { StoredCheck } from "../../../schema/stored/stored-schema.js";

/** A comment, which SQLite keeps. */
const COMMENT = /^(?:--|\/\*)/;
/**
 * A comment, a quoted text or name, a parenthesis, or a bare name. Parentheses inside quotes and comments are
 * not tokens.
 */
const TOKEN =
  /--[^\n]*|\/\*[^]*?(?:\*\/|$)|'(?:[^']|'')*'|"(?:[^"]|"")*"|`(?:[^`]|``)*`|\[[^\]]*\]|[()]|[\p{L}\p{N}_$]+/gu;

type Check = Omit<StoredCheck, "table">;

/** The expression of the check with this name, in a `create table` statement. */
export function checkNamed(name: string, statement: string): string | undefined {
  return checksOf(statement).find((check) => check.name === name)?.clause;
}

export function checksOf(statement: string): readonly Check[] {
  const tokens = Array.from(statement.matchAll(TOKEN), ({ 0: text, index }) => ({ text, index })).filter(
    ({ text }) => !COMMENT.test(text),
  );
  return tokens.flatMap(({ text }, start) => {
    const clause = isWord(text, "check") ? expressionAt(start, tokens, statement) : undefined;
    if (clause === undefined) return [];
    const isNamed = isWord(tokens[start - 2]?.text, "constraint");
    const name = isNamed ? bare(tokens[start - 1]?.text ?? "") : undefined;
    return [{ schema: undefined, name, clause }];
  });
}

/** The text in the parentheses after the word `check`. */
function expressionAt(
  start: number,
  tokens: readonly { readonly text: string; readonly index: number }[],
  statement: string,
): string | undefined {
  const [open, ...others] = tokens.slice(start + 1);
  if (open?.text !== "(") return undefined;
  let depth = 1;
  for (const { text, index } of others) {
    if (text === "(") depth++;
    else if (text === ")") depth--;
    if (depth === 0) return statement.slice(open.index + 1, index);
  }
  return undefined;
}

function isWord(text: string | undefined, word: string): boolean {
  return text?.toLowerCase() === word;
}

function bare(name: string): string {
  const [quote = ""] = name;
  if (quote === "[") return name.slice(1, -1);
  return /["'`]/.test(quote) ? name.slice(1, -1).replaceAll(quote + quote, quote) : name;
}
