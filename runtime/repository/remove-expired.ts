import type { CheckedComparison } from "../condition/check-condition.js";
import { columnOf } from "../database/column-of.js";
import { conditionArguments } from "../database/condition-sql.js";
import type { DatabaseSession } from "../database/database-session.js";
import { EntityWrites } from "../database/entity-writes.js";
import type { FieldValue } from "../model/field-type.js";
import type { Entity } from "../model/model.js";

/** In milliseconds. */
const INTERVAL = 60_000;
const MAX_ROWS = 500;

/** When each table was last looked at by this process. */
const looks = new WeakMap<Entity, number>();

/**
 * Removes rows that have expired, now and then and some at a time, so that no request waits long for it. It changes no
 * answer: what goes wrong is reported.
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

/** Whether there may be more. */
async function removeSome(session: DatabaseSession, table: Entity, now: string): Promise<boolean> {
  const field = table.fieldsByName.get("expiresat");
  if (field === undefined) return false;
  const upTo = (value: FieldValue): CheckedComparison => {
    return { kind: "comparison", field, operator: "<", value };
  };
  const { dialect } = session;
  const statement = session.statements(table).page({ orderBy: field, isDescending: false, where: upTo(now) });
  const rows = await session.rows(statement, [...conditionArguments(upTo(now), dialect), 1, MAX_ROWS]);
  const [last] = rows;
  const value = last?.[table.fields.indexOf(field)];
  const limit = value === undefined ? now : columnOf(field, dialect).fromColumn(value);
  await new EntityWrites(table, session).delete(upTo(limit), "id");
  return value !== undefined;
}
