import type { Row } from "../database/dialect.js";
import { toJsonText } from "../model/exact-json.js";
import { answerTooLarge, checkAnswer } from "./check-answer.js";
import type { LinkedRows } from "./record-members.js";
import type { RecordReader } from "./record-reader.js";

/**
 * Some of the records that match, and how many match in all. The records are made when somebody looks at them; a page
 * that only passes through goes from rows to JSON text directly.
 */
export class Page<R> {
  /** How many records match, on this page and off it. */
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
   * The JSON text of the page: of its items as they are now, if somebody has looked at them.
   * @param maxBytes Default: any number.
   * @throws {ApiError} `answer-too-large`, before there is more text than that.
   */
  toText(maxBytes = Infinity): string {
    const text = this.#items === undefined ? this.#rowsToText(maxBytes) : toJsonText(this);
    checkAnswer(text, maxBytes);
    return text;
  }

  #rowsToText(maxBytes: number): string {
    let text = `{"count":${this.count},"items":[`;
    for (let index = 0; index < this.#rows.length; index++) {
      const row = this.#rows[index];
      if (row !== undefined) text += (index === 0 ? "" : ",") + this.#reader.toJson(row, this.#linked);
      if (text.length > maxBytes) throw answerTooLarge(maxBytes);
    }
    return `${text}]}`;
  }
}
