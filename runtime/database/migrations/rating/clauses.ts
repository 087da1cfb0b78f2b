import type { StatementReader } from "./statement-reader.js";

/** The words that end the condition of a statement. */
const ends = ["returning", "order", "limit", "option", "output"];

/** The condition after `where`, or in the parentheses after `check`, as SQL. `undefined` without one. */
export function conditionText(part: StatementReader, word: "where" | "check"): string | undefined {
  const reader = part.rest();
  if (!reader.skipAfter(word)) return undefined;
  const condition = word === "check" ? reader.parentheses() : reader.until(...ends);
  const tokens = condition?.tokens ?? [];
  return tokens.length === 0 ? undefined : spaced(tokens);
}

/** The tokens with the original blanks between them: `::` is one sign, and `e'…'` one text. */
function spaced(tokens: StatementReader["tokens"]): string {
  return tokens
    .map(({ text, start }, index) => (index > 0 && tokens[index - 1]?.end !== start ? ` ${text}` : text))
    .join("");
}

/** The columns in the first parentheses, or in those after the table that `word` names. */
export function listedColumns(part: StatementReader, word?: "references"): readonly string[] {
  const reader = part.rest();
  if (word !== undefined) {
    if (!reader.skipAfter(word)) return [];
    reader.name();
    return columnNames(reader.parentheses());
  }
  reader.until("(");
  return columnNames(reader.parentheses());
}

/** The columns in parentheses. */
export function columnNames(list: StatementReader | undefined): readonly string[] {
  return (list?.parts() ?? []).map((part) => part.name() ?? "");
}
