import { comparableTypes } from "../../condition/truth-of.js";
import type { DatabaseSession, OpenTransaction } from "../../database/database-session.js";
import type { BoundStatement } from "../../database/sql/statement.js";
import { createSelection } from "../../database/sql/selection.js";
import type { EntityStatements } from "../../database/sql/statements.js";
import { readableFields } from "../../model/fields.js";
import type { Entity, Field, Model } from "../../model/model.js";
import { onceForEach } from "../../model/once-for-each.js";
import { toJsonText } from "../../model/values/exact-json.js";
import type { AnyFields, PlannedWrite } from "../write.js";
import { asWritable } from "./reach-record.js";
import type { Step } from "./step.js";
import { insertRows, insertStatement, rowOf, type RowValues } from "./table-rows.js";
import { timeOrderedUuid } from "./time-ordered-uuid.js";
import { toParameters } from "./to-parameters.js";

/**
 * Adds the change to the outbox in the write's own transaction: it is there if, and only if, the write is. Its batch is
 * given after the commit, because only then its place among the other changes is known.
 * @throws {DatabaseError}
 */
export const logChange: Step = {
  isNeeded: ({ entity }, { session }) => isFollowed(entity, session.model),
  run: async (write, { session }) => {
    await addChanges([write], session);
    return write;
  },
  runAll: async (writes, { session }) => {
    await addChanges(writes, session);
    return writes;
  },
};

/** Whether the changes of the entity are kept. */
export function isFollowed(entity: Entity, { outbox: settings }: Pick<Model, "outbox">): boolean {
  return settings !== undefined && settings.entityNames.has(entity.name);
}

/** The statement that adds the change of one write. @throws {Error} without an outbox. */
export function changeStatement(write: PlannedWrite, session: DatabaseSession): BoundStatement {
  const { outbox: settings } = session.model;
  if (settings === undefined) throw new Error("No change is kept.");
  return insertStatement(session, settings.table, toRow(write, session));
}

/** The tables that one statement cannot write together with the outbox, as on Citus. */
const apart = new WeakSet<EntityStatements>();

/** The statement that writes a record and adds its change. `undefined` if that takes a transaction. */
export function statementWithChange(
  write: PlannedWrite,
  session: DatabaseSession,
): BoundStatement | undefined {
  // Before anything is made for it.
  if (session.dialect.writes.withRow === undefined) return undefined;
  const { entity, kind, set, returning } = write;
  const { outbox: settings } = session.model;
  const statements = session.statements(entity);
  const [key, former] = ["recordid", "former"].map((name) => settings?.table.fieldsByName.get(name));
  if (settings === undefined || key === undefined || former === undefined || apart.has(statements))
    return undefined;
  const { table } = settings;
  const { fields, args: values } = rowOf(session, table, toHead(write, session));
  const row = { table, key, former, kept: keptFields(entity), fields, values };
  const args = toParameters(set.fields, set.values, session.dialect);
  if (kind === "create") return statements.writes.insertWithRow(set.fields, args, returning, row);
  const changes = kind === "delete" ? undefined : { fields: set.fields, values: args };
  return statements.writes.changeWithRow(changes, asWritable(write), returning, row);
}

/** Notes that the statement failed where a transaction did not. */
export function noteApart(session: DatabaseSession, entity: Entity): void {
  apart.add(session.statements(entity));
}

async function addChanges(writes: readonly PlannedWrite[], session: OpenTransaction): Promise<void> {
  const { outbox: settings } = session.model;
  if (settings !== undefined)
    await insertRows(
      session,
      settings.table,
      writes.map((write) => toRow(write, session)),
    );
}

function toRow(write: PlannedWrite, session: Pick<DatabaseSession, "dialect">): RowValues {
  const { entity, key, previous } = write;
  return {
    ...toHead(write, session),
    // As it is stored: a collation may find the record by another text.
    recordid: toJsonText(previous === undefined ? key : entity.keys.map(({ name }) => previous[name])),
    former: previous === undefined ? null : toJsonText(shortValues(entity, previous)),
  };
}

/** What is known before the write. */
function toHead({ entity, kind }: PlannedWrite, { dialect }: Pick<DatabaseSession, "dialect">): RowValues {
  return { id: timeOrderedUuid(dialect), at: new Date().toISOString(), entity: entity.name, operation: kind };
}

/** In characters. Each change would be as large as its record with longer values, which conditions seldom compare. */
const MAX_LENGTH = 255;

/** The fields whose values before a write are kept. They show whether a caller could see the record. */
const keptFields = onceForEach((entity: Entity): readonly Field[] =>
  readableFields(entity).filter(
    ({ type, maxLength }) => comparableTypes.has(type) && (maxLength ?? 0) <= MAX_LENGTH,
  ),
);

/** What a change needs of the record before a write. */
export const formerFields = onceForEach((entity: Entity) =>
  createSelection({ entity, fields: [...new Set([...entity.keys, ...keptFields(entity)])] }),
);

function shortValues(entity: Entity, record: AnyFields): object {
  const values: Record<string, unknown> = {};
  for (const { name } of keptFields(entity)) values[name] = record[name];
  return values;
}
