import { scriptTokens, UnterminatedToken } from "../../migrations/script-tokens.js";
import { mysqlScript } from "./mysql-script.js";

/** What a statement does to the transaction or the locks of tables that it is sent in. */
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
  | "change";

/**
 * The first words of each kind. All other statements may change something
 * (mariadb.com/kb/en/sql-statements-that-cause-an-implicit-commit/).
 */
const KINDS: readonly (readonly [RegExp, StatementKind])[] = [
  // A confirmation after `set transaction` would be the transaction that the settings are for.
  [/^(?:select|show|explain|set (?:(?:global|local|session) )?transaction)\b/, "read"],
  // `begin not atomic` is the start of a compound statement.
  [/^(?:begin(?! not\b)|start transaction)\b/, "begin"],
  [/^commit(?: work)? and chain\b/, "commitAndChain"],
  [/^commit\b/, "commit"],
  [/^rollback(?: work)? and chain\b/, "rollbackAndChain"],
  // To a savepoint, the transaction goes on.
  [/^rollback\b(?!(?: work)? to\b)/, "rollback"],
  [/^lock tables?\b/, "lockTables"],
  [/^unlock tables?\b/, "unlockTables"],
  [/^(?:create(?: or replace)?|drop) temporary\b|^drop prepare\b/, "change"],
  [/^(?:alter|create|drop|flush|grant|install|rename|reset|revoke|truncate|uninstall)\b/, "define"],
  [/^(?:analyze|check|optimize|repair)(?: local| no_write_to_binlog)? (?:tables?|view)\b/, "define"],
];

/** How many words tell all kinds apart. */
const WORDS = 4;

export function statementKind(text: string): StatementKind {
  const head = firstWords(text).join(" ");
  return KINDS.find(([start]) => start.test(head))?.[1] ?? "change";
}

/** Without comments, but with the words of those that the server runs. */
function firstWords(text: string): readonly string[] {
  const words: string[] = [];
  try {
    for (const { kind, word } of scriptTokens(text, mysqlScript)) {
      if (kind === "comment" || /^(?:\/\*|\*\/)/.test(word)) continue;
      words.push(word);
      if (words.length === WORDS) break;
    }
  } catch (error) {
    // The server rejects it.
    if (!(error instanceof UnterminatedToken)) throw error;
  }
  return words;
}
