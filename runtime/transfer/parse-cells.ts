import { ApiError } from "../errors/api-error.js";

/** A value of a CSV record. A quoted one is a text, even if it is empty. */
export interface Cell {
  readonly text: string;
  readonly isQuoted: boolean;
}

/** Splits the text of one CSV record at its commas (RFC 4180). @throws {ApiError} `malformed-csv` */
export function parseCells(text: string): readonly Cell[] {
  const cells: Cell[] = [];
  for (let at = 0; ; at++) {
    const isQuoted = text[at] === '"';
    const end = isQuoted ? endOfQuoted(text, at) : endOfPlain(text, at);
    const inner = isQuoted ? text.slice(at + 1, end - 1).replaceAll('""', '"') : text.slice(at, end);
    cells.push({ text: inner, isQuoted });
    if (end === text.length) return cells;
    at = end;
  }
}

function endOfPlain(text: string, from: number): number {
  const comma = text.indexOf(",", from);
  const end = comma === -1 ? text.length : comma;
  // Only in the value: searching the rest of the text would take quadratic time for many values.
  if (!text.slice(from, end).includes('"')) return end;
  throw malformed('A value that contains a quote must be in quotes, with the quote doubled: "5"" pipe".');
}

function endOfQuoted(text: string, from: number): number {
  let quote = text.indexOf('"', from + 1);
  while (quote !== -1 && text[quote + 1] === '"') quote = text.indexOf('"', quote + 2);
  if (quote === -1) throw malformed("A quote is not closed.");
  const end = quote + 1;
  if (end === text.length || text[end] === ",") return end;
  throw malformed("A comma or the end of the line must follow the quote that ends a value.");
}

function malformed(message: string): ApiError {
  return new ApiError("malformed-csv", message);
}
