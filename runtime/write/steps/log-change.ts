import { comparableTypes } from "../../condition/truth-of.js";
import type { DatabaseSession, OpenTransaction, RowsNow } from "../../database/database-session.js";
import type { Dialect } from "../../database/dialect.js";
import { EntityWrites } from "../../database/entity-writes.js";
import type { BoundStatement, RecordValues, RepeatedStatement } from "../../database/sql/statement.js";
import { createSelection } from "../../database/sql/selection.js";
import type { EntityStatements } from "../../database/sql/statements.js";
import type { Row } from "../../database/wire/connection.js";
import { readableFields } from "../../model/fields.js";
import type { FieldValue } from "../../model/field-type.js";
import type { Entity, Field, Model, OutboxSettings } from "../../model/model.js";
import { onceForEach } from "../../model/once-for-each.js";
import { chunksOf } from "../../model/values/chunks-of.js";
import { toJsonText } from "../../model/values/exact-json.js";
import type { AnyFields, PlannedWrite } from "../write.js";
import { asWritable } from "./reach-record.js";
import type { Step } from "./step.js";
import { timeAt } from "./table-access.js";
import { timeOrderedUuid } from "./time-ordered-uuid.js";
import { parametersOf, toParameters } from "./to-parameters.js";

/**
 * Adds the change to the outbox in the write's own transaction: it is there if, and only if, the write is. Its batch is
 * given after the commit, because only then its place among the other changes is known; at once where only one transaction
 * writes at a time.
 * @throws {DatabaseError}
 */
export const logChange: Step = {
  isNeeded: ({ entity }, { session }) => isFollowed(entity, session.model),
  run: (write, { session }) => addChanges([write], session),
  runAll: (writes, { session }) => addChanges(writes, session),
};

/** Whether the changes of the entity are kept. */
export function isFollowed(entity: Entity, { outbox: settings }: Pick<Model, "outbox">): boolean {
  return settings !== undefined && settings.entityNames.has(entity.name);
}

/** The maximum number of changes in a batch, which readers read at once. Processes that write together may exceed it. */
export const MAX_CHANGES = 1_000;

/** What a change keeps of a write. */
type ChangedRecord = Pick<PlannedWrite, "entity" | "kind" | "key" | "previous">;

/** Adds the change of one write, which gets its batch at once. @throws {Error} without an outbox. */
export function addChange(write: ChangedRecord, session: DatabaseSession, rows: RowsNow): void {
  const { statement, runs } = numberedInsert([write], session);
  rows({ statement, parameters: runs.parametersAt(0) });
  const full = fullBatch(1, session);
  if (full !== undefined) beginBatch(session, rows(full));
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
  const statements = session.statements(entity);
  if (apart.has(statements)) return undefined;
  const { table } = outboxOf(session);
  const { head, key, former } = rowFields(table);
  const values = parametersIn(session.dialect)(head)(headOf(write, session));
  const row = { table, key, former, kept: keptFields(entity), fields: head, values };
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
  if (session.dialect.writes.openNumber === undefined) {
    const { table } = outboxOf(session);
    await new EntityWrites(table, session).insertMany(rowFields(table).rest, toRows(writes, session));
  } else
    for (const some of chunksOf(writes, MAX_CHANGES)) {
      session.each(numberedInsert(some, session));
      const full = fullBatch(some.length, session);
      if (full !== undefined) beginBatch(session, await session.rows(full));
    }
}

/** Only with `openNumber`: the changes come into the batch that is still open. */
function numberedInsert(writes: readonly ChangedRecord[], session: DatabaseSession): RepeatedStatement {
  const outbox = outboxOf(session);
  const { least } = openBatch(outbox);
  const rows = toRows(writes, session).map((row) => [...row, least]);
  return numberedInsertOf(session.statements(outbox.table))(outbox)(rows);
}

const numberedInsertOf = onceForEach(({ writes }: EntityStatements) =>
  onceForEach(({ table, state }: OutboxSettings) => {
    const { rest, batch } = rowFields(table);
    return writes.each.numberedInsert(rest, batch, state);
  }),
);

/** The least number of the open batch, and how many changes this process has added since it was chosen. */
const openBatch = onceForEach<OutboxSettings, { least: number; added: number }>(() => ({
  least: 0,
  added: 0,
}));

/** The statement that reads the number of the open batch, if these changes have filled it. */
function fullBatch(added: number, session: DatabaseSession): BoundStatement | undefined {
  const outbox = outboxOf(session);
  const open = openBatch(outbox);
  open.added += added;
  if (open.added < MAX_CHANGES) return undefined;
  return session.statements(outbox.table).writes.each.largest(rowFields(outbox.table).batch);
}

function beginBatch(session: DatabaseSession, [row = []]: readonly Row[]): void {
  Object.assign(openBatch(outboxOf(session)), { least: Number(row[0]) + 1, added: 0 });
}

function outboxOf({ model: { outbox } }: DatabaseSession): OutboxSettings {
  if (outbox === undefined) throw new Error("No change is kept.");
  return outbox;
}

/** The fields of a row: what is known before the write (`head`), what is known after it, and its batch. */
const rowFields = onceForEach((table: Entity) => {
  const fieldOf = (name: string) => table.fieldsByName.get(name) as Field;
  const head: readonly Field[] = ["id", "at", "entity", "operation"].map(fieldOf);
  const [key, former] = [fieldOf("recordid"), fieldOf("former")];
  return { head, key, former, rest: [...head, key, former], batch: fieldOf("batch") };
});

const parametersIn = onceForEach((dialect: Dialect) =>
  onceForEach((fields: readonly Field[]) => parametersOf(fields, dialect)),
);

/** The parameters of the rows, without their batch. */
function toRows(writes: readonly ChangedRecord[], session: DatabaseSession): RecordValues {
  const toParameters = parametersIn(session.dialect)(rowFields(outboxOf(session).table).rest);
  return writes.map((write) => toParameters(headOf(write, session), aboutRecord(write)));
}

/** What is known before the write. */
function headOf({ entity, kind }: ChangedRecord, { dialect }: DatabaseSession): readonly FieldValue[] {
  return [timeOrderedUuid(dialect), timeAt(), entity.name, kind];
}

function aboutRecord({ entity, key, previous }: ChangedRecord): readonly FieldValue[] {
  if (previous === undefined) return [toJsonText(key), null];
  // As it is stored: a collation may find the record by another text.
  const stored = entity.keys.map(({ name }) => previous[name]);
  return [toJsonText(stored), toJsonText(shortValues(entity, previous))];
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
