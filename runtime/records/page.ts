import type { Row } from "../database/wire/connection.js";
import type { LinkedRows } from "./record-members.js";
import { RowPage, type ItemReader } from "./row-page.js";

/** A page of the records that match, and the total number of matches. */
export class Page<R> extends RowPage<R> {
  /** The total number of matches, on all pages. */
  readonly count: number;

  constructor(count: number, rows: readonly Row[], linked: LinkedRows, reader: ItemReader) {
    super(rows, linked, reader);
    this.count = count;
  }

  toJSON(): { readonly count: number; readonly items: readonly R[] } {
    return { count: this.count, items: this.items };
  }

  protected around(): { readonly before: string; readonly after: string } {
    return { before: `"count":${this.count},`, after: "" };
  }
}
