import { toJsonText } from "../model/values/exact-json.js";
import { toCell, type Column } from "./columns.js";

/** A record in the JSON form of the API. */
export type TransferRecord = Readonly<Record<string, unknown>>;

/** A line of NDJSON. */
export function toJsonLine(record: object): string {
  return `${toJsonText(record)}\n`;
}

/** The first line of CSV. */
export function toHeaderLine(columns: readonly Column[]): string {
  return `${columns.map(({ name }) => name).join(",")}\r\n`;
}

/** A record of CSV: a line, or several if a value contains line ends. */
export function toCsvLine(
  record: TransferRecord,
  columns: readonly Column[],
  { escapesFormulas = false }: CsvOptions = {},
): string {
  return `${columns.map((column) => toCell(record[column.name], column, escapesFormulas)).join(",")}\r\n`;
}

export interface CsvOptions {
  /**
   * Whether texts that a spreadsheet would treat as formulas begin with an apostrophe in the file. Default: false.
   */
  readonly escapesFormulas?: boolean;
}
