import { columnOf } from "../database/sql/column-of.js";
import type { DatabaseSession } from "../database/database-session.js";
import type { Row } from "../database/wire/connection.js";
import { MAX_LINKED, MAX_LINKS } from "../database/sql/link-sql.js";
import type { SelectedLink, Selection } from "../database/sql/selection.js";
import { ApiError } from "../errors/api-error.js";
import type { FieldValue } from "../model/field-type.js";
import type { LinkedRows } from "./record-members.js";
import { keyReader } from "./record-reader.js";

/**
 * Reads the links of these rows' records, with one statement for each link and batch of keys.
 * @throws {DatabaseError}, and {ApiError} for too many links.
 */
export async function readLinks(
  rows: readonly Row[],
  selection: Selection,
  session: DatabaseSession,
): Promise<LinkedRows> {
  const toKey = keyReader(selection, session.dialect);
  const keys = rows.map(toKey).filter((key) => key !== null);
  const linked: ReadonlyMap<FieldValue, readonly Row[]>[] = [];
  // One after another, because a transaction has one connection.
  for (const selected of selection.links) linked.push(await readLink(keys, selected, selection, session));
  return linked;
}

async function readLink(
  keys: readonly Exclude<FieldValue, null>[],
  selected: SelectedLink,
  { entity }: Selection,
  session: DatabaseSession,
): Promise<ReadonlyMap<FieldValue, readonly Row[]>> {
  const { sourceField } = selected.link;
  const { fromColumn, toParameter } = columnOf(sourceField, session.dialect);
  const found = new Map<FieldValue, Row[]>();
  let read = 0;
  for (let start = 0; start < keys.length; start += MAX_LINKED) {
    const some = keys.slice(start, start + MAX_LINKED).map(toParameter);
    const rows = await session.rows(session.statements(entity).linked(selected, some));
    read += rows.length;
    if (read > MAX_LINKS) throw tooManyLinks(selected);
    for (const row of rows) {
      const key = fromColumn(row[0]);
      const ofKey = found.get(key);
      if (ofKey === undefined) found.set(key, [row]);
      else ofKey.push(row);
    }
  }
  return found;
}

/** Without this limit, a page of records with very long lists could block the server. */
function tooManyLinks({ link }: SelectedLink): ApiError {
  const message = `The records of this page have more than ${MAX_LINKS} "${link.name}" together: take fewer.`;
  return new ApiError("invalid-page", message, {
    issues: [{ path: "take", code: "out-of-range", message }],
  });
}
