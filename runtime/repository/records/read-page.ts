import type { Row } from "../../database/wire/connection.js";
import { toJsonText } from "../../model/values/exact-json.js";
import type { RecordReader } from "./record-reader.js";
import { BodyWriter, type JsonBody } from "./json-body.js";
import type { LinkedRows } from "./record-members.js";

/** Converts rows to the items of a page, or directly to their JSON text. */
type ItemReader = Pick<RecordReader, "toRecord" | "toJson">;

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
  toText(maxBytes?: number): string {
    return String(this.toBody(maxBytes));
  }

  /** The same as text or, if it is long, as its bytes in UTF-8. */
  toBody(maxBytes = Infinity): JsonBody {
    const body = new BodyWriter(maxBytes);
    if (this.#items !== undefined) {
      body.add(toJsonText(this));
      return body.end();
    }
    body.add('{"items":[');
    body.addRows(this.#rows, this.#reader, this.#linked);
    const next = this.next === undefined ? "" : `,"next":${JSON.stringify(this.next)}`;
    const count = this.count === undefined ? "" : `,"count":${this.count}`;
    body.add(`]${next}${count}}`);
    return body.end();
  }
}
