import { whenThere, type Awaitable } from "../time/when-there.js";
import type { Entity } from "../model/model.js";
import type { DatabaseSession } from "./database-session.js";
import type { EntityStatements } from "./sql/statements.js";
import type { Skipping } from "./sql/writes/write-syntax.js";
import { DatabaseError } from "./wire/database-error.js";

/** How long it is known what a table does, in milliseconds: triggers may be created while the server runs. */
const KNOWN_FOR = 5_000;

interface SkippingFact {
  readonly skipping: Skipping;
  /** In `performance.now()` time. */
  readonly readAt: number;
}

const known = new WeakMap<EntityStatements, SkippingFact>();

/** The tables that statements cannot check. */
const unchecked = new WeakSet<EntityStatements>();

/** How the table of an entity skips rows, as it was read last. */
export function skippingOf(session: DatabaseSession, entity: Entity): Skipping {
  return known.get(session.statements(entity))?.skipping ?? "never";
}

/** Notes how the table of an entity skips rows. */
export function noteSkipping(session: DatabaseSession, entity: Entity, skipping: Skipping): void {
  known.set(session.statements(entity), { skipping, readAt: performance.now() });
}

/** Notes that a statement could not check whether the table skips rows, although it could be executed. */
export function noteUnchecked(session: DatabaseSession, entity: Entity): void {
  unchecked.add(session.statements(entity));
}

/**
 * Whether the statement of a write itself has to fail if the table skips a row, because it is not known whether it may. A
 * separate query first would cost a round trip. In a transaction it is read, because a failed statement would end it.
 */
export function needsCheck(session: DatabaseSession, entity: Entity): boolean {
  const statements = session.statements(entity);
  return (
    session.dialect.writes.skipping?.unlessSkipped !== undefined &&
    !("nested" in session) &&
    !isKnown(statements) &&
    !unchecked.has(statements)
  );
}

function isKnown(statements: EntityStatements): boolean {
  const before = known.get(statements);
  return before !== undefined && performance.now() - before.readAt < KNOWN_FOR;
}

/**
 * Reads how the table of an entity skips rows, unless it was read just now.
 * @param isAnew Whether it is read even then. Default: no.
 * @throws {DatabaseError}
 */
export function readSkipping(session: DatabaseSession, entity: Entity, isAnew = false): Awaitable<Skipping> {
  const statements = session.statements(entity);
  const statement = statements.writes.skipping();
  if (statement === undefined) return "never";
  if (!isAnew && isKnown(statements)) return skippingOf(session, entity);
  return whenThere(session.rows(statement), ([row]) => {
    const skipping = row?.[0] as Skipping;
    noteSkipping(session, entity, skipping);
    return skipping;
  });
}

/** The fault of a write whose row was not written, although there was nothing wrong with it. */
export function skippedRow(): DatabaseError {
  return new DatabaseError("refused", "A trigger, a rule or a policy of the database has skipped a row.");
}
