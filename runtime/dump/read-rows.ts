import { orderBy } from "../database/sql/order.js";
import { createSelection } from "../database/sql/selection.js";
import { valuesIn } from "../database/sql/values-in.js";
import type { DatabaseSession } from "../database/database-session.js";
import type { Dialect } from "../database/dialect.js";
import type { EntityStatements } from "../database/sql/statements.js";
import type { Row } from "../database/wire/connection.js";
import type { Entity } from "../model/model.js";
import { afterValues } from "../records/page-place.js";
import { createRecordReader, type RecordReader } from "../records/record-reader.js";

/** The initial and the maximum number of rows of a page. */
const FIRST_ROWS = 128;
const MOST_ROWS = 2_048;

/** The approximate length of a page's text, in UTF-16 code units. Two pages are in memory. */
const PAGE_LENGTH = 4_000_000;

/** A page of rows, with all of their fields. */
export interface PageOfRows {
  readonly rows: readonly Row[];
  readonly reader: RecordReader;
  /** Reports the length of the page's text, so that later pages take as many rows as fit in memory. */
  readonly measured: (length: number) => void;
}

/**
 * Reads all rows of a table in the order of its key, including fields that are not part of records. The next page is
 * read while the last one is used.
 */
export async function* readRows(
  table: Entity,
  statements: EntityStatements,
  dialect: Dialect,
  run: DatabaseSession["rows"],
): AsyncGenerator<PageOfRows> {
  const { fields, keys } = table;
  const selection = createSelection({ entity: table, fields });
  const reader = createRecordReader(selection, dialect);
  const order = keys.map((key) => orderBy(key));
  const toKey = valuesIn(keys, dialect, fields);
  let take = FIRST_ROWS;
  let length = 0;
  const readPage = async (after: Row | undefined) => {
    const where = after && afterValues(order, toKey(after), table);
    const asked = take;
    const rows = await run(statements.page({ where, order, take: asked, skip: 0 }, selection));
    return { rows, isLast: rows.length < asked };
  };
  let next: ReturnType<typeof readPage> | undefined = readPage(undefined);
  while (next !== undefined) {
    const { rows, isLast }: Awaited<typeof next> = await next;
    take = rowsOf(length, take);
    next = isLast ? undefined : readPage(rows.at(-1));
    // The caller may stop before the page is awaited.
    next?.catch(() => undefined);
    yield {
      rows,
      reader,
      measured: (text) => {
        length = rows.length === 0 ? 0 : text / rows.length;
      },
    };
  }
}

/** The number of rows of the next page: a power of two, so that there are few different statements. */
function rowsOf(length: number, former: number): number {
  if (length === 0) return former;
  const fitting = 2 ** Math.floor(Math.log2(Math.max(1, PAGE_LENGTH / length)));
  return Math.min(MOST_ROWS, 2 * former, fitting);
}
