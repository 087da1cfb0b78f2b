import { ApiError, singleMistake, type InputIssue } from "../errors/api-error.js";
import type { MalformedCode } from "../http/bodies/body-error.js";
import { parseJsonText, type JsonLimits } from "../http/bodies/parse-json.js";
import { fieldTypes } from "../model/field-type.js";
import { isJsonColumn, type Column } from "./columns.js";
import type { CsvOptions, TransferRecord } from "./encode.js";
import { unescapeFormula } from "./formulas.js";
import { parseCells, type Cell } from "./parse-cells.js";
import {
  CsvSplitter,
  LineSplitter,
  withoutBom,
  type RecordSplitter,
  type RecordText,
} from "./split-records.js";
import { suggestion } from "../errors/nearest.js";
import { quoteName } from "../model/names.js";

/** A record of a stream, or the error of one that cannot be read. Later records can still be read. */
export type DecodedRecord =
  | { readonly line: number; readonly record: TransferRecord; readonly error?: undefined }
  | { readonly line: number; readonly record?: undefined; readonly error: ApiError };

export interface DecodeLimits extends JsonLimits {
  /** The maximum number of bytes of a record. */
  readonly maxBodyBytes: number;
}

/** Decodes NDJSON: a JSON object on each line. Blank lines are skipped. Yields the records of each chunk of bytes. */
export async function* decodeNdjson(
  bytes: AsyncIterable<Uint8Array>,
  limits: DecodeLimits,
): AsyncGenerator<readonly DecodedRecord[]> {
  const decode = (json: string, { isExact }: RecordText) =>
    toRecord(parseJsonText(json, limits, "line", isExact));
  for await (const lines of split(bytes, new LineSplitter(limits.maxBodyBytes)))
    yield lines
      .filter(({ text }) => text === undefined || !isBlank(text))
      .map((line) => attempt(line, "malformed-json", limits, decode));
}

/**
 * Decodes CSV whose first line names the columns. Packages do not fit: csv-parse 7 read 3 MB a second where this code
 * read 40, if it must distinguish an empty cell from `""`, and gives up the whole file for one malformed line; Papa
 * Parse does not distinguish the two. An empty cell is `null`, or leaves out a field that cannot be `null`; `""` is
 * the empty text. Blank lines are skipped, unless there is one column. Yields the records of each chunk of bytes.
 * @param columns The possible columns.
 * @throws {ApiError} For a first line that names no known columns, or names one twice.
 */
export async function* decodeCsv(
  bytes: AsyncIterable<Uint8Array>,
  columns: readonly Column[],
  limits: DecodeLimits,
  options: CsvOptions = {},
): AsyncGenerator<readonly DecodedRecord[]> {
  let header: readonly Column[] | undefined;
  for await (const lines of split(bytes, new CsvSplitter(limits.maxBodyBytes))) {
    const [first, ...others] = lines;
    if (first === undefined) continue;
    const rest = header === undefined ? others : lines;
    const named = (header ??= parseHeader(parseCells(textOf(first, "malformed-csv", limits)), columns));
    const decode = (text: string) => fromCells(parseCells(text), named, limits, options);
    yield rest
      .filter(({ text }) => text !== "" || named.length === 1)
      .map((line) => attempt(line, "malformed-csv", limits, decode));
  }
}

async function* split(
  bytes: AsyncIterable<Uint8Array>,
  splitter: RecordSplitter,
): AsyncGenerator<readonly RecordText[]> {
  for await (const chunk of withoutBom(bytes)) yield splitter.push(chunk);
  const last = splitter.end();
  if (last !== undefined) yield [last];
}

function attempt(
  record: RecordText,
  code: MalformedCode,
  limits: DecodeLimits,
  decode: (text: string, record: RecordText) => TransferRecord,
): DecodedRecord {
  const { line } = record;
  try {
    return { line, record: decode(textOf(record, code, limits), record) };
  } catch (error) {
    if (error instanceof ApiError) return { line, error };
    throw error;
  }
}

function textOf({ text, fault }: RecordText, code: MalformedCode, { maxBodyBytes }: DecodeLimits): string {
  if (text !== undefined) return text;
  throw fault === "too-long"
    ? new ApiError("body-too-large", `The record is longer than ${maxBodyBytes} bytes.`)
    : new ApiError(code, "The line is not valid UTF-8.");
}

function isBlank(text: string): boolean {
  return !text.startsWith("{") && /^[ \t\r]*$/.test(text);
}

function toRecord(value: unknown): TransferRecord {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as TransferRecord;
  throw new ApiError("invalid-body", "Each line must be a JSON object.");
}

function fromCells(
  cells: readonly Cell[],
  columns: readonly Column[],
  limits: DecodeLimits,
  options: CsvOptions,
): TransferRecord {
  if (cells.length !== columns.length)
    throw new ApiError(
      "malformed-csv",
      `The line has ${cells.length} values, the first line ${columns.length}.`,
    );
  const record: Record<string, unknown> = {};
  for (const [index, column] of columns.entries()) {
    const cell = cells[index] as Cell;
    const isEmpty = cell.text === "" && !cell.isQuoted;
    if (isEmpty && column.field?.isNullable !== true) continue;
    record[column.name] = isEmpty ? null : fromCell(cell.text, column, limits, options);
  }
  return record;
}

/** The value of a cell. A value that does not have the column's type stays text, so that the write reports it. */
function fromCell(
  cell: string,
  column: Column,
  limits: DecodeLimits,
  { escapesFormulas = false }: CsvOptions,
): unknown {
  const text = escapesFormulas ? unescapeFormula(cell) : cell;
  const { field } = column;
  try {
    if (field === undefined || isJsonColumn(column)) return parseJsonText(text, limits, "value");
    if (field.type === "boolean") return BOOLEANS.get(text.toLowerCase()) ?? text;
    const { typescript, parse } = fieldTypes[field.type];
    return typescript.startsWith("number") ? parse(text, field) : text;
  } catch (error) {
    if (!(error instanceof ApiError)) return text;
    const message = `"${column.name}": ${error.message}`;
    throw singleMistake("invalid-fields", "wrong-type", message, { path: column.name });
  }
}

/** Spreadsheets write booleans in capitals. */
const BOOLEANS = new Map([
  ["true", true],
  ["false", false],
]);

/**
 * Finds the columns that the first record of CSV names, in its order. Names are matched case-insensitively.
 * @throws {ApiError} `invalid-body` with every column that is unknown or named twice.
 */
function parseHeader(cells: readonly Cell[], known: readonly Column[]): readonly Column[] {
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
