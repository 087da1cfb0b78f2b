import type { Row } from "../../database/wire/connection.js";
import { toJsonText } from "../../model/values/exact-json.js";
import { answerTooLarge, checkAnswer } from "./check-answer.js";
import type { LinkedRows } from "./record-members.js";

/** Converts rows to the items of a page, or directly to their JSON text. */
interface ItemReader {
  readonly toRecord: (row: Row, linked: LinkedRows) => Record<string, unknown>;
  readonly toJson: (row: Row, linked: LinkedRows) => string;
}

/**
 * The records or groups of a page, and the start of the next page. Items are created when `items` is first read; a
 * page that is only serialized goes directly from rows to JSON text.
 */
export class ReadPage<R = Record<string, unknown>> {
  /** The `after` of the next page. `undefined` on the last page, and for groups in an order by a `float`. */
  readonly next: string | undefined;
  /** The number of all matches, on all pages. `undefined` if they were not counted. */
  readonly count: number | undefined;
  readonly #rows: readonly Row[];
  readonly #linked: LinkedRows;
  readonly #reader: ItemReader;
  #items: R[] | undefined;

  constructor(
    rows: readonly Row[],
    linked: LinkedRows,
    reader: ItemReader,
    next: string | undefined,
    count: number | undefined,
  ) {
    this.#rows = rows;
    this.#linked = linked;
    this.#reader = reader;
    this.next = next;
    this.count = count;
  }

  /** The number of items. */
  get length(): number {
    return this.#rows.length;
  }

  /** The JSON text of each item. */
  *toTexts(): Generator<string> {
    for (const row of this.#rows) yield this.#reader.toJson(row, this.#linked);
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
    const next = this.next === undefined ? "" : `,"next":${JSON.stringify(this.next)}`;
    const count = this.count === undefined ? "" : `,"count":${this.count}`;
    return `{"items":[${items}]${next}${count}}`;
  }
}
