import type { Row } from "../../database/wire/connection.js";
import { toJsonText } from "../../model/values/exact-json.js";
import { BodyWriter, type JsonBody } from "./json-body.js";
import type { LinkedRows } from "./record-members.js";
import type { RecordReader } from "./record-reader.js";

/**
 * A page of the records that match, and the total number of matches. Records are created when `items` is first read;
 * a page that is only serialized goes directly from rows to JSON text.
 */
export class Page<R> {
  /** The total number of matches, on all pages. */
  readonly count: number;
  readonly #rows: readonly Row[];
  readonly #linked: LinkedRows;
  readonly #reader: RecordReader;
  #items: R[] | undefined;

  constructor(count: number, rows: readonly Row[], linked: LinkedRows, reader: RecordReader) {
    this.count = count;
    this.#rows = rows;
    this.#linked = linked;
    this.#reader = reader;
  }

  get items(): R[] {
    this.#items ??= this.#rows.map((row) => this.#reader.toRecord(row, this.#linked) as R);
    return this.#items;
  }

  toJSON(): { readonly count: number; readonly items: readonly R[] } {
    return { count: this.count, items: this.items };
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
    body.add(`{"count":${this.count},"items":[`);
    body.addRows(this.#rows, this.#reader, this.#linked);
    body.add("]}");
    return body.end();
  }
}
