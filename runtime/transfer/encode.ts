import { toJsonText } from "../model/exact-json.js";
import { toCell, type Column } from "./columns.js";

/** A record as the API's JSON has it. */
export type TransferRecord = Readonly<Record<string, unknown>>;

/** A line of NDJSON. */
export function toJsonLine(record: object): string {
  return `${toJsonText(record)}\n`;
}

/** The first line of CSV. */
export function toHeaderLine(columns: readonly Column[]): string {
  return `${columns.map(({ name }) => name).join(",")}\r\n`;
}

/** A record of CSV: a line, or more where a value has line ends. */
export function toCsvLine(
  record: TransferRecord,
  columns: readonly Column[],
  { escapesFormulas = false }: CsvOptions = {},
): string {
  return `${columns.map((column) => toCell(record[column.name], column, escapesFormulas)).join(",")}\r\n`;
}

export interface CsvOptions {
  /**
   * Whether texts that a spreadsheet would take for a formula begin with an apostrophe in the file. Default: false.
   */
  readonly escapesFormulas?: boolean;
}
