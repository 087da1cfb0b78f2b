import type { Row } from "../database/wire/connection.js";
import { toJsonText } from "../model/values/exact-json.js";
import { BodyWriter, type JsonBody } from "./json-body.js";
import type { LinkedRows } from "./record-members.js";
import type { RecordReader } from "./record-reader.js";

/** Converts rows to the items of a page, or directly to their JSON text. */
export type ItemReader = Pick<RecordReader, "toRecord" | "toJson">;

/**
 * A page as the rows that were read. Items are created when `items` is first read; a page that is only serialized goes
 * directly from rows to JSON text.
 */
export abstract class RowPage<R> {
  readonly #rows: readonly Row[];
  readonly #linked: LinkedRows;
  readonly #reader: ItemReader;
  #items: R[] | undefined;

  constructor(rows: readonly Row[], linked: LinkedRows, reader: ItemReader) {
    this.#rows = rows;
    this.#linked = linked;
    this.#reader = reader;
  }

  /** The number of items. */
  get length(): number {
    return this.#rows.length;
  }

  get items(): R[] {
    this.#items ??= this.#rows.map((row) => this.#reader.toRecord(row, this.#linked) as R);
    return this.#items;
  }

  /** The JSON text of each item. */
  *toTexts(): Generator<string> {
    for (const row of this.#rows) yield this.#reader.toJson(row, this.#linked);
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
    if (this.#items === undefined) {
      const { before, after } = this.around();
      body.add(`{${before}"items":[`);
      body.addRows(this.#rows, this.#reader, this.#linked);
      body.add(`]${after}}`);
    } else body.add(toJsonText(this));
    return body.end();
  }

  /** The JSON text of the members before and after the items, with their commas. */
  protected abstract around(): { readonly before: string; readonly after: string };
}
