import { whenThere, type Awaitable } from "../time/when-there.js";
import type { Entity } from "../model/model.js";
import type { DatabaseSession } from "./database-session.js";
import type { EntityStatements } from "./sql/statements.js";
import type { Skipping } from "./sql/writes/write-syntax.js";
import { DatabaseError } from "./wire/database-error.js";

/** How long it is known what a table does, in milliseconds: triggers may be created while the server runs. */
const KNOWN_FOR = 60_000;

interface Known {
  readonly skipping: Skipping;
  /** In `performance.now()` time. */
  readonly readAt: number;
}

const known = new WeakMap<EntityStatements, Known>();

/** How the table of an entity skips rows, as it was read last. */
export function skippingOf(session: DatabaseSession, entity: Entity): Skipping {
  return known.get(session.statements(entity))?.skipping ?? "never";
}

/**
 * Reads how the table of an entity skips rows: before its first write, and then once a minute.
 * @param isAnew Whether it is read although it is known. Default: no.
 * @throws {DatabaseError}
 */
export function readSkipping(session: DatabaseSession, entity: Entity, isAnew = false): Awaitable<Skipping> {
  const statements = session.statements(entity);
  const statement = statements.writes.skipping();
  if (statement === undefined) return "never";
  const before = known.get(statements);
  if (!isAnew && before !== undefined && performance.now() - before.readAt < KNOWN_FOR)
    return before.skipping;
  return whenThere(session.rows(statement), ([row]) => {
    const skipping = row?.[0] as Skipping;
    known.set(statements, { skipping, readAt: performance.now() });
    return skipping;
  });
}

/** The fault of a write whose row was not written, although there was nothing wrong with it. */
export function skippedRow(): DatabaseError {
  return new DatabaseError("refused", "A trigger, a rule or a policy of the database has skipped a row.");
}
