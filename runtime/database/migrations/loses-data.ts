import type { MigrationStatement } from "./migration.js";
import type { ScriptSyntax } from "./script-syntax.js";
import { scriptTokens } from "./script-tokens.js";

/** Whether a statement removes tables, columns or rows. */
export function losesData({ text }: Pick<MigrationStatement, "text">, syntax: ScriptSyntax): boolean {
  const words = Array.from(scriptTokens(text, syntax), ({ word }) => word).filter((word) => word !== "");
  const [first, second] = words;
  if (first === "truncate" || first === "delete") return true;
  if (first === "drop") return second === "table" || second === "schema" || second === "database";
  return (
    first === "alter" &&
    second === "table" &&
    words.some((word, place) => word === "drop" && dropsColumn(words, place))
  );
}

const NOT_COLUMNS = new Set([
  "constraint",
  "index",
  "key",
  "foreign",
  "primary",
  "check",
  "not",
  "default",
  "identity",
  "expression",
]);

function dropsColumn(words: readonly string[], place: number): boolean {
  return !NOT_COLUMNS.has(words[place + 1] ?? "");
}
