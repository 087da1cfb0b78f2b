import type { ScriptToken } from "../../../migrations/scripts/script-tokens.js";

/**
 * The first words of statements that open or end a transaction, or leave commits to others that follow
 * (mariadb.com/kb/en/transactions/).
 */
const HEADS: readonly RegExp[] = [
  // `begin not atomic` is the start of a compound statement.
  /^(?:begin(?! not\b)|start transaction)\b/,
  /^commit\b/,
  // A rollback to a savepoint does not end the transaction.
  /^rollback\b(?!(?: work)? to\b)/,
  /^xa (?!recover\b)/,
  // To any value that turns it off. A single `@` precedes a user variable.
  /^set\b.*(?<! @) (?:@@)?autocommit (?:: )?= (?!(?:\( )?(?:1|on|true|default)(?: \))?(?: [,;]|$))/,
];

/** Whether a statement opens or ends a transaction, or leaves commits to others that follow. */
export function handlesTransactions(tokens: readonly ScriptToken[]): boolean {
  return heads(tokens).some((words) => HEADS.some((start) => start.test(words.join(" "))));
}

/** The words of a statement, and apart from them those of each `set statement … for` in front of it. */
function heads(tokens: readonly ScriptToken[]): readonly (readonly string[])[] {
  let words: string[] = [];
  const found = [words];
  let depth = 0;
  for (const token of tokens) {
    const word = token.kind === "name" ? variableOf(token) : token.word;
    // The server runs the content of these comments.
    if (/^(?:\/\*|\*\/)/.test(word)) continue;
    if (word === "for" && depth === 0 && words[0] === "set" && words[1] === "statement") {
      words = [];
      found.push(words);
      continue;
    }
    words.push(word);
    if (word === "(") depth++;
    else if (word === ")") depth--;
  }
  return found;
}

/** The name of a variable may be quoted. */
function variableOf({ text }: ScriptToken): string {
  return /^`(\w+)`$/.exec(text)?.[1]?.toLowerCase() ?? "";
}
