import { compare } from "../../condition/compare.js";
import { orderBy } from "../../database/sql/order.js";
import { columnOf } from "../../database/sql/column-of.js";
import type { DatabaseSession } from "../../database/database-session.js";
import { EntityWrites } from "../../database/entity-writes.js";
import type { FieldValue } from "../../model/field-type.js";
import type { Entity } from "../../model/model.js";

/** In milliseconds. */
const INTERVAL = 60_000;
const MAX_ROWS = 500;

/** When this process last cleaned each table. */
const looks = new WeakMap<Entity, number>();

/**
 * Removes expired rows at intervals and in batches, so that no request waits long for it. A failure is
 * reported and does not fail the request.
 */
export async function removeExpired(session: DatabaseSession, table: Entity): Promise<void> {
  const now = Date.now();
  if (now - (looks.get(table) ?? 0) < INTERVAL) return;
  looks.set(table, now);
  try {
    const isFull = await removeSome(session, table, new Date(now).toISOString());
    if (isFull) looks.delete(table);
  } catch (error) {
    session.reportFault(error, "removing expired rows failed");
  }
}

/** Removes one batch. Returns whether more may be left. */
async function removeSome(session: DatabaseSession, table: Entity, now: string): Promise<boolean> {
  const field = table.fieldsByName.get("expiresat");
  if (field === undefined) return false;
  const upTo = (value: FieldValue) => compare(field, "<", value);
  const order = [orderBy(field), ...table.keys.map((key) => orderBy(key))];
  const query = { order, where: upTo(now), take: 1, skip: MAX_ROWS };
  const rows = await session.rows(session.statements(table).page(query));
  const [last] = rows;
  const value = last?.[table.fields.indexOf(field)];
  const limit = value === undefined ? now : columnOf(field, session.dialect).fromColumn(value);
  await new EntityWrites(table, session).delete(upTo(limit), "id");
  return value !== undefined;
}
