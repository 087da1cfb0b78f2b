import { ApiError, type InputIssue } from "../errors/api-error.js";
import { suggestion } from "../errors/nearest.js";
import { quoteName } from "../model/names.js";
import type { Column } from "./columns.js";
import type { Cell } from "./parse-cells.js";

/**
 * Finds the columns that the first record of CSV names, in its order. Names are matched case-insensitively.
 * @throws {ApiError} `invalid-body` with every column that is unknown or named twice.
 */
export function parseHeader(cells: readonly Cell[], known: readonly Column[]): readonly Column[] {
  const byName = new Map(known.map((column) => [column.name.toLowerCase(), column]));
  const found = new Set<Column>();
  const issues: InputIssue[] = [];
  for (const { text } of cells) {
    const column = byName.get(text.trim().toLowerCase());
    if (column === undefined) issues.push(unknownColumn(text, known));
    else if (found.has(column)) issues.push(repeated(column));
    else found.add(column);
  }
  if (issues.length === 0) return [...found];
  const [first] = issues;
  throw new ApiError("invalid-body", `Line 1 must name the columns. ${first?.message}`, { issues });
}

function unknownColumn(text: string, known: readonly Column[]): InputIssue {
  const guess = suggestion(
    text,
    known.map(({ name }) => name),
  );
  const message = `Unknown column ${quoteName(text)}.${guess}`;
  return { path: text.slice(0, 64), code: "unknown-field", message };
}

function repeated({ name }: Column): InputIssue {
  return { path: name, code: "duplicate", message: `The column "${name}" is given more than once.` };
}
