import { UnterminatedToken, type ScriptToken } from "../../../migrations/scripts/script-tokens.js";

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
export function handlesTransactions(tokens: Iterable<ScriptToken>): boolean {
  return heads(tokens).some((words) => {
    const head = words.join(" ");
    return HEADS.some((start) => start.test(head));
  });
}

/** How many words distinguish these statements from all others, except those that begin with `set`. */
const WORDS = 5;

/**
 * The first words of a statement, and those of each `set statement … for` in front of it. Comments are left out, unless
 * the server runs them.
 */
function heads(tokens: Iterable<ScriptToken>): readonly (readonly string[])[] {
  let words: string[] = [];
  const found = [words];
  let depth = 0;
  try {
    for (const token of tokens) {
      const { kind } = token;
      const word = kind === "name" ? variableOf(token) : token.word;
      if (kind === "comment" || /^(?:\/\*|\*\/)/.test(word)) continue;
      const [first = "", second] = words;
      if (word === "for" && depth === 0 && first === "set" && second === "statement") {
        words = [];
        found.push(words);
        continue;
      }
      words.push(word);
      if (word === "(") depth++;
      else if (word === ")") depth--;
      if (words.length >= WORDS && first !== "set") break;
    }
  } catch (error) {
    // The server rejects it.
    if (!(error instanceof UnterminatedToken)) throw error;
  }
  return found;
}

/** The name of a variable may be quoted. */
function variableOf({ text }: ScriptToken): string {
  return /^`(\w+)`$/.exec(text)?.[1]?.toLowerCase() ?? "";
}
