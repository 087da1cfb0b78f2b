import {
  scriptTokens,
  UnterminatedToken,
  type ScriptToken,
} from "../../../migrations/scripts/script-tokens.js";
import { mysqlTokens } from "./mysql-tokens.js";

/** The effect of a statement on the open transaction or table locks. */
export type StatementKind =
  /** It changes nothing. */
  | "read"
  | "begin"
  | "commit"
  | "commitAndChain"
  | "rollback"
  | "rollbackAndChain"
  | "lockTables"
  | "unlockTables"
  /** It commits an open transaction before it changes something. */
  | "define"
  /** It changes something in the open transaction, or in one of its own. */
  | "change"
  | "xa"
  /** After it, statements do not commit themselves. */
  | "uncommitted"
  /** After it, commits are not replicated. */
  | "unreplicated";

/** A `set` of a variable to a value that changes it. A single `@` precedes a user variable. */
const switchesOff = (variable: string) =>
  new RegExp(
    String.raw`^set\b.*(?<! @) (?:@@)?${variable} (?:: )?= (?!(?:\( )?(?:1|on|true|default)(?: \))?(?: [,;]|$))`,
  );

/**
 * The first words of each kind. All other statements may change something
 * (mariadb.com/kb/en/sql-statements-that-cause-an-implicit-commit/).
 */
const KINDS: readonly (readonly [RegExp, StatementKind])[] = [
  [switchesOff("autocommit"), "uncommitted"],
  [switchesOff("wsrep_on"), "unreplicated"],
  // A confirmation after `set transaction` would become the transaction to which the settings apply.
  [/^(?:select|show|explain|set (?:(?:global|local|session) )?transaction)\b/, "read"],
  // `begin not atomic` is the start of a compound statement.
  [/^(?:begin(?! not\b)|start transaction)\b/, "begin"],
  [/^commit(?: work)? and chain\b/, "commitAndChain"],
  [/^commit\b/, "commit"],
  [/^rollback(?: work)? and chain\b/, "rollbackAndChain"],
  // A rollback to a savepoint does not end the transaction.
  [/^rollback\b(?!(?: work)? to\b)/, "rollback"],
  // After both kinds of `flush`, other tables cannot be written either.
  [
    /^lock tables?\b|^flush (?:local |no_write_to_binlog )?tables?\b.* (?:with read lock|for export)\b/,
    "lockTables",
  ],
  [/^unlock tables?\b/, "unlockTables"],
  [/^xa (?!recover\b)/, "xa"],
  [/^(?:create(?: or replace)?|drop) temporary\b(?! sequence\b)|^drop prepare\b/, "change"],
  [/^(?:alter|create|drop|flush|grant|install|kill|rename|reset|revoke|truncate|uninstall)\b/, "define"],
  [/^set (?:password|default role)\b/, "define"],
  [/^(?:analyze|check|optimize|repair)(?: local| no_write_to_binlog)? (?:tables?|view)\b/, "define"],
];

export function statementKind(text: string): StatementKind {
  const kinds = kindsOf(scriptTokens(text, mysqlTokens));
  return kinds.find((kind) => UNFENCED.has(kind)) ?? kinds.at(-1) ?? "change";
}

/** After these, a commit cannot be confirmed. */
export const UNFENCED: ReadonlySet<StatementKind> = new Set(["uncommitted", "unreplicated"]);

const TRANSACTIONS: ReadonlySet<StatementKind> = new Set([
  "begin",
  "commit",
  "commitAndChain",
  "rollback",
  "rollbackAndChain",
  "xa",
  "uncommitted",
]);

/** Whether a statement opens or ends a transaction, or leaves commits to others that follow. */
export function handlesTransactions(tokens: Iterable<ScriptToken>): boolean {
  return kindsOf(tokens).some((kind) => TRANSACTIONS.has(kind));
}

function kindsOf(tokens: Iterable<ScriptToken>): readonly StatementKind[] {
  return heads(tokens).map((words) => {
    const head = words.join(" ");
    return KINDS.find(([start]) => start.test(head))?.[1] ?? "change";
  });
}

/** How many words distinguish all kinds, except those that begin with one of `LONG`. */
const WORDS = 5;
const LONG = new Set(["set", "flush"]);

/**
 * The first words of a statement, and before it each `set statement … for` that it is run with. Without comments, but
 * with the words of those that the server runs.
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
      if (words.length >= WORDS && !LONG.has(first)) break;
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
