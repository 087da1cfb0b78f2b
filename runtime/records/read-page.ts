import type { Row } from "../database/wire/connection.js";
import type { LinkedRows } from "./record-members.js";
import { RowPage, type ItemReader } from "./row-page.js";

/** The records or groups of a page, and the start of the next page. */
export class ReadPage<R = Record<string, unknown>> extends RowPage<R> {
  /** The `after` of the next page. `undefined` on the last page. */
  readonly next: string | undefined;
  /** The number of all matches, on all pages. `undefined` if they were not counted. */
  readonly count: number | undefined;

  constructor(
    rows: readonly Row[],
    linked: LinkedRows,
    reader: ItemReader,
    next: string | undefined,
    count: number | undefined,
  ) {
    super(rows, linked, reader);
    this.next = next;
    this.count = count;
  }

  toJSON(): { readonly items: readonly R[]; readonly next?: string; readonly count?: number } {
    const { items, next, count } = this;
    return { items, ...(next !== undefined && { next }), ...(count !== undefined && { count }) };
  }

  protected around(): { readonly before: string; readonly after: string } {
    const next = this.next === undefined ? "" : `,"next":${JSON.stringify(this.next)}`;
    const count = this.count === undefined ? "" : `,"count":${this.count}`;
    return { before: "", after: next + count };
  }
}
