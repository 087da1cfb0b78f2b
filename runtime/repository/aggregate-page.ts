import type { Row } from "../database/wire/connection.js";
import { columnOf } from "../database/sql/column-of.js";
import type { SqlDialect } from "../database/sql/sql-dialect.js";
import type { AggregationColumn } from "../database/sql/aggregation.js";
import { ApiError } from "../errors/api-error.js";
import { toJsonText } from "../model/exact-json.js";
import type { FieldValue } from "../model/field-type.js";
import type { AggregateMember, AggregatePlan } from "./aggregate-plan.js";
import { answerTooLarge, checkAnswer } from "./check-answer.js";
import { pageText } from "./read-page.js";
import { labelOf } from "./record-members.js";

/** Some of the groups. Lines are created when `items` is first read; else rows become JSON text directly. */
export class AggregatePage<T> {
  /** Begins the next page, as `after`. `undefined` on the last one, and if the order has a `float`. */
  readonly next: string | undefined;
  /** The number of all groups. `undefined` if they were not counted. */
  readonly count: number | undefined;
  readonly #rows: readonly Row[];
  readonly #readers: readonly MemberReader[];
  #items: T[] | undefined;

  constructor(
    rows: readonly Row[],
    { aggregation, members }: Pick<AggregatePlan, "aggregation" | "members">,
    dialect: SqlDialect,
    { next, count }: { readonly next: string | undefined; readonly count: number | undefined },
  ) {
    this.#rows = rows;
    const columns = aggregation.columns.map((column) => columnReader(column, dialect));
    this.#readers = members.map((member) => memberReader(member, columns));
    this.next = next;
    this.count = count;
  }

  get items(): T[] {
    this.#items ??= this.#rows.map((row) => toLine(this.#readers, row) as T);
    return this.#items;
  }

  toJSON(): { readonly items: readonly T[]; readonly next?: string; readonly count?: number } {
    const { items, next, count } = this;
    return { items, ...(next !== undefined && { next }), ...(count !== undefined && { count }) };
  }

  /**
   * Serializes the page to JSON, with any changes made to `items`.
   * @param maxBytes Default: no limit.
   * @throws {ApiError} `answer-too-large`, before the text grows far beyond the limit.
   */
  toText(maxBytes = Infinity): string {
    const text = this.#items === undefined ? this.#rowsToText(maxBytes) : toJsonText(this);
    checkAnswer(text, maxBytes);
    return text;
  }

  #rowsToText(maxBytes: number): string {
    let items = "";
    for (const row of this.#rows) {
      items += (items === "" ? "" : ",") + lineText(this.#readers, row);
      if (items.length > maxBytes) throw answerTooLarge(maxBytes);
    }
    return pageText(items, this);
  }
}

type ReadColumn = (row: Row) => FieldValue;

type MemberReader =
  | { readonly name: string; readonly label: string; readonly read: ReadColumn }
  | { readonly name: string; readonly label: string; readonly members: readonly MemberReader[] };

function memberReader(member: AggregateMember, columns: readonly ReadColumn[]): MemberReader {
  const { name } = member;
  const label = labelOf(name);
  if ("column" in member) return { name, label, read: columns[member.column] as ReadColumn };
  return { name, label, members: member.members.map((inner) => memberReader(inner, columns)) };
}

function toLine(readers: readonly MemberReader[], row: Row): Record<string, unknown> {
  const entries = readers.map((reader) => [
    reader.name,
    "read" in reader ? reader.read(row) : toLine(reader.members, row),
  ]);
  return Object.fromEntries(entries) as Record<string, unknown>;
}

function lineText(readers: readonly MemberReader[], row: Row): string {
  const members = readers.map(
    (reader) =>
      reader.label + ("read" in reader ? toJsonText(reader.read(row)) : lineText(reader.members, row)),
  );
  return `{${members.join()}}`;
}

/** Reads the value of a column as it is in the answer. */
function columnReader(column: AggregationColumn, dialect: SqlDialect): ReadColumn {
  const read = canonicalReader(column, dialect);
  const { of, result } = column;
  const isSum = column.kind === "aggregate" && column.function === "sum";
  const isWhole = isSum && result.type === "decimal" && of?.field.type !== "decimal";
  return isWhole ? (row) => asWhole(read(row)) : read;
}

/** Reads the value of a column in the canonical form of its result. */
export function canonicalReader(column: AggregationColumn, dialect: SqlDialect): ReadColumn {
  const { result } = column;
  const { fromColumn } = columnOf(result, dialect);
  const index = Number(result.column.slice(1));
  const isExact = column.kind === "aggregate" && result.type === "decimal";
  return (row) => {
    const value = row[index];
    if (value === null || value === undefined) return null;
    const read = fromColumn(value);
    if (isExact) checkDigits(read, column);
    return read;
  };
}

/** A number while a double holds it exactly. */
function asWhole(value: FieldValue): FieldValue {
  const number = Number(value);
  return value !== null && Number.isSafeInteger(number) ? number : value;
}

/** @throws {ApiError} for more digits than every database can hold. */
function checkDigits(value: FieldValue, { kind, result }: AggregationColumn): void {
  const { name, precision = Infinity, scale = 0 } = result;
  if (kind === "group" || precision === Infinity || typeof value !== "string") return;
  const [whole = ""] = value.replace("-", "").split(".");
  if (whole === "0" || whole.length <= precision - scale) return;
  throw outOfRange(`"${name}" has more than ${precision} digits in a group.`);
}

export function outOfRange(message: string, cause?: unknown): ApiError {
  return new ApiError("invalid-select", message, {
    issues: [{ path: "select", code: "out-of-range", message }],
    ...(cause !== undefined && { cause }),
  });
}
