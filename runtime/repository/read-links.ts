import { columnOf } from "../database/column-of.js";
import type { DatabaseSession } from "../database/database-session.js";
import type { Row } from "../database/dialect.js";
import { linkedKeys, MAX_LINKED, MAX_LINKS } from "../database/link-sql.js";
import { targetArguments, type SelectedLink, type Selection } from "../database/selection.js";
import { ApiError } from "../errors/api-error.js";
import type { FieldValue } from "../model/field-type.js";
import type { LinkedRows } from "./record-members.js";
import { keyReader } from "./record-reader.js";

/** Reads the links of the records of these rows: one statement for each link. @throws {DatabaseError}, and {ApiError} for too many */
export async function readLinks(
  rows: readonly Row[],
  selection: Selection,
  session: DatabaseSession,
): Promise<LinkedRows> {
  const toKey = keyReader(selection, session.dialect);
  const keys = rows.map(toKey).filter((key) => key !== null);
  const linked: ReadonlyMap<FieldValue, readonly Row[]>[] = [];
  // In turn, because a transaction has one connection.
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
  const targetArgs = selected.target === undefined ? [] : targetArguments(selected.target, session.dialect);
  const found = new Map<FieldValue, Row[]>();
  let read = 0;
  for (let start = 0; start < keys.length; start += MAX_LINKED) {
    const some = keys.slice(start, start + MAX_LINKED).map(toParameter);
    const size = linkedKeys(some.length);
    // The last key again: it finds nothing more.
    const padded = Array.from({ length: size }, (_, index) => some[Math.min(index, some.length - 1)]);
    const statement = session.statements(entity).linked(selected, size);
    const rows = await session.rows(statement, [...padded, ...targetArgs]);
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

/** A page of records that have very long lists would hold the server up. */
function tooManyLinks({ link }: SelectedLink): ApiError {
  const message = `The records of this page have more than ${MAX_LINKS} "${link.name}" together: take fewer.`;
  return new ApiError("invalid-page", message, {
    issues: [{ path: "take", code: "out-of-range", message }],
  });
}
