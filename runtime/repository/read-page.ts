import type { Row } from "../database/wire/connection.js";
import { toJsonText } from "../model/exact-json.js";
import { answerTooLarge, checkAnswer } from "./check-answer.js";
import type { LinkedRows } from "./record-members.js";
import type { RecordReader } from "./record-reader.js";

/**
 * The records of a page, and where the next one begins. Records are created when `items` is first read; a page that
 * is only serialized goes directly from rows to JSON text.
 */
export class ReadPage<R = Record<string, unknown>> {
  /** Begins the next page, as `after`. `undefined` on the last one. */
  readonly next: string | undefined;
  /** The number of all matches, on all pages. `undefined` if they were not counted. */
  readonly count: number | undefined;
  readonly #rows: readonly Row[];
  readonly #linked: LinkedRows;
  readonly #reader: RecordReader;
  #items: R[] | undefined;

  constructor(
    rows: readonly Row[],
    linked: LinkedRows,
    reader: RecordReader,
    next: string | undefined,
    count: number | undefined,
  ) {
    this.#rows = rows;
    this.#linked = linked;
    this.#reader = reader;
    this.next = next;
    this.count = count;
  }

  get items(): R[] {
    this.#items ??= this.#rows.map((row) => this.#reader.toRecord(row, this.#linked) as R);
    return this.#items;
  }

  toJSON(): { readonly items: readonly R[]; readonly next?: string; readonly count?: number } {
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
      items += (items === "" ? "" : ",") + this.#reader.toJson(row, this.#linked);
      if (items.length > maxBytes) throw answerTooLarge(maxBytes);
    }
    return pageText(items, this);
  }
}

/** The JSON text of a page with these items. */
export function pageText(items: string, { next, count }: Pick<ReadPage, "next" | "count">): string {
  const more = next === undefined ? "" : `,"next":${JSON.stringify(next)}`;
  const counted = count === undefined ? "" : `,"count":${count}`;
  return `{"items":[${items}]${more}${counted}}`;
}
