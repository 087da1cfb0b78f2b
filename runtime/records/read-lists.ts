import { columnOf } from "../database/sql/column-of.js";
import type { DatabaseSession } from "../database/database-session.js";
import type { Dialect } from "../database/dialect.js";
import type { Row } from "../database/wire/connection.js";
import { MAX_LINKED, MAX_LINKS } from "../database/sql/link-sql.js";
import type { SelectedLink, SelectedRecord } from "../database/sql/selection.js";
import type { BoundStatement } from "../database/sql/statement.js";
import { valuesIn } from "../database/sql/values-in.js";
import { singleMistake } from "../errors/api-error.js";
import type { FieldValue } from "../model/field-type.js";
import type { Field } from "../model/model.js";
import type { ListRows, LinkedRows, ListKey } from "./record-members.js";
import { listKey, type ReadList } from "./record-reader.js";

/**
 * Reads the lists of these rows' records, and the lists of their records: from the rows if they contain them, else
 * with one statement for each list and batch of keys, however many records there are.
 * @throws {DatabaseError}, and {ApiError} for too many links.
 */
export async function readLists(
  rows: readonly Row[],
  selection: SelectedRecord,
  lists: readonly ReadList[],
  session: DatabaseSession,
): Promise<LinkedRows> {
  const linked: ListRows[] = [];
  // One after another, because a transaction has one connection.
  for (const read of lists) linked.push(await readList(rows, selection, read, session));
  return linked;
}

async function readList(
  rows: readonly Row[],
  selection: SelectedRecord,
  read: ReadList,
  session: DatabaseSession,
): Promise<ListRows> {
  if (read.kind === "list" && read.inRow !== undefined) {
    const { inRow, items, keyOf } = read;
    const found = rowsInRows(rows, keyOf, inRow);
    const all = items.lists.length === 0 ? [] : [...found.values()].flat();
    return {
      rows: found,
      linked: await readLists(all, read.selectedIn(selection).target, items.lists, session),
    };
  }
  const keys = new Map<ListKey, readonly FieldValue[]>();
  for (const row of rows) {
    const key = read.keyOf(row);
    if (key !== undefined) keys.set(listKey(key), key);
  }
  if (keys.size === 0) return noRows();
  const statements = session.statements(read.owner);
  if (read.kind === "link") {
    const link = read.selectedIn(selection);
    const { sourceField } = link.link;
    const run = (batch: readonly (readonly unknown[])[]) => statements.linked(link, batch.flat());
    const found = await readBatches(keys, [sourceField], run, session, MAX_LINKED, checkLinks(link));
    return { rows: grouped(found, [sourceField], session.dialect), linked: [] };
  }
  const list = read.selectedIn(selection);
  // SQL Server takes no limit of 0 (error 10744).
  if (list.take === 0) return noRows();
  const { sourceFields } = list.relation;
  const run = (batch: readonly (readonly unknown[])[]) => statements.list(list, batch);
  // The condition may have the same number of parameters.
  const most = list.target.rows === undefined ? MAX_LINKED : MAX_LINKED / 2;
  const found = await readBatches(keys, sourceFields, run, session, most);
  return {
    rows: grouped(found, sourceFields, session.dialect),
    linked: await readLists(found, list.target, read.items.lists, session),
  };
}

function noRows(): ListRows {
  return { rows: new Map(), linked: [] };
}

/** The lists that the rows contain, by the key of their record. */
function rowsInRows(
  rows: readonly Row[],
  keyOf: ReadList["keyOf"],
  inRow: (row: Row) => readonly Row[],
): ReadonlyMap<ListKey, readonly Row[]> {
  const found = new Map<ListKey, readonly Row[]>();
  for (const row of rows) {
    const key = keyOf(row);
    if (key !== undefined) found.set(listKey(key), inRow(row));
  }
  return found;
}

async function readBatches(
  keys: ReadonlyMap<ListKey, readonly FieldValue[]>,
  fields: readonly Field[],
  statementOf: (batch: readonly (readonly unknown[])[]) => BoundStatement,
  session: DatabaseSession,
  most: number,
  check?: (read: number) => void,
): Promise<readonly Row[]> {
  const columns = fields.map((field) => columnOf(field, session.dialect));
  const parameters = Array.from(keys.values(), (key) =>
    columns.map(({ toParameter }, index) => toParameter(key[index] as Exclude<FieldValue, null>)),
  );
  const size = Math.floor(most / fields.length);
  const found: Row[] = [];
  for (let start = 0; start < parameters.length; start += size) {
    const batch = await session.rows(statementOf(parameters.slice(start, start + size)));
    for (const row of batch) found.push(row);
    check?.(found.length);
  }
  return found;
}

/** Groups rows by the key of their owner, which is in their first values. */
function grouped(
  rows: readonly Row[],
  fields: readonly Field[],
  dialect: Dialect,
): ReadonlyMap<ListKey, readonly Row[]> {
  const toKey = valuesIn(fields, dialect);
  const found = new Map<ListKey, Row[]>();
  for (const row of rows) {
    const key = listKey(toKey(row));
    const ofKey = found.get(key);
    if (ofKey === undefined) found.set(key, [row]);
    else ofKey.push(row);
  }
  return found;
}

/** Without this limit, a page of records with very long lists could block the server. */
function checkLinks({ link }: SelectedLink): (read: number) => void {
  return (read) => {
    if (read <= MAX_LINKS) return;
    const message = `The records of this page have more than ${MAX_LINKS} "${link.name}" together: take fewer.`;
    throw singleMistake("invalid-page", "out-of-range", message, { path: "take" });
  };
}
