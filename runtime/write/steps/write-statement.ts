import type { CheckedCondition } from "../../condition/checked.js";
import type { StatementValues } from "../../database/conflict-fields.js";
import type { DatabaseSession } from "../../database/database-session.js";
import type { BoundStatement } from "../../database/sql/statement.js";
import { columnOf } from "../../database/sql/column-of.js";
import { groupRows } from "../../model/values/group-rows.js";
import { mayKnow, maySet } from "../../access/granted-rights.js";
import { ownFields, type Selection } from "../../database/sql/selection.js";
import type { Returning } from "../../database/sql/writes/write-syntax.js";
import type { Row } from "../../database/wire/connection.js";
import type { FieldValue } from "../../model/field-type.js";
import type { Field } from "../../model/model.js";
import { addChange, formerFields } from "./log-change.js";
import { asWritable, itself, refuseSkipped } from "./reach-record.js";
import { writeGroup } from "../groups/row-group.js";
import {
  areThey,
  areWritable,
  identityFields,
  identityOf,
  inGroups,
  shapes,
  writableUnder,
} from "../groups/write-groups.js";
import type { Step, WriteContext } from "./step.js";
import { parametersOf, toParameters } from "./to-parameters.js";
import { afterStep } from "../plan-write.js";
import type { Key, PlannedWrite } from "../write.js";

/** The values of the write's statement, from which a conflict is explained. `undefined` for a delete. */
export function statementValues(
  { kind, entity, grant, set }: PlannedWrite,
  { dialect }: DatabaseSession,
): StatementValues | undefined {
  if (kind === "delete") return undefined;
  const { fields } = set;
  const args = toParameters(fields, set.values, dialect);
  const isOpen = ({ name, isCreatable }: Field) => isCreatable && maySet(entity, grant, name);
  const isKnown = ({ name }: Field) => mayKnow(entity, grant, name);
  return { fields, args, ...(kind === "create" && { isOpen }), isKnown };
}

/** Inserts records in few statements, one for each set of fields. */
async function insertAll(
  writes: readonly PlannedWrite[],
  context: WriteContext,
): Promise<readonly PlannedWrite[]> {
  const { dialect } = context.session;
  const keys = new Map<PlannedWrite, Key>();
  for (const group of groupsByShape(writes)) {
    const [first] = group;
    const { fields } = first.set;
    const toArguments = parametersOf(fields, dialect);
    const rows = group.map((write) => toArguments(write.set.values));
    await writeGroup({ first, fields, rows }, context, false, (key, place) => {
      keys.set(group[place] as PlannedWrite, key);
    });
  }
  return writes.map((write) => afterStep(write, { key: keys.get(write) ?? [] }));
}

function groupsByShape(writes: readonly PlannedWrite[]) {
  const shapeOf = shapes();
  return groupRows(writes, ({ set: { fields } }) => shapeOf(fields));
}

/** Changes or deletes records in few statements. @throws {Error} if the caller cannot write all of them. */
async function changeAll(writes: readonly PlannedWrite[], context: WriteContext): Promise<void> {
  const [first] = writes as readonly [PlannedWrite];
  const isShared = writes.every(({ set }) => set === first.set);
  const groups = groupRows(writes, ({ rule }) => rule);
  for (const group of groups) {
    if (isShared) await changeAlike(group, context);
    else for (const alike of groupsByShape(group)) await updateEach(alike, context);
  }
}

/** Writes with the same changes share a statement. */
async function changeAlike(writes: readonly PlannedWrite[], context: WriteContext): Promise<void> {
  for (const group of inGroups(writes, context)) {
    const [{ kind, set }] = group as readonly [PlannedWrite];
    const where = isLocked(group) ? areThey(group) : areWritable(group);
    const { fields, values } = set;
    const changed =
      kind === "update"
        ? context.writes.updateCounted(fields, toParameters(fields, values, context.session.dialect), where)
        : context.writes.deleteCounted(where);
    checkCount(await changed, group);
  }
}

/** Updates records that change the same fields, each to values of its own. */
async function updateEach(writes: readonly PlannedWrite[], context: WriteContext): Promise<void> {
  const [first] = writes as readonly [PlannedWrite];
  const { entity, set } = first;
  const { session } = context;
  const isOfLocked = isLocked(writes);
  const matched = isOfLocked ? entity.keys : identityFields(first);
  const toParameters = parametersOf([...set.fields, ...matched], session.dialect);
  const rows = writes.map((write) =>
    toParameters(write.set.values, isOfLocked ? write.key : identityOf(write)),
  );
  const where = isOfLocked ? undefined : writableUnder(writes);
  const count = await context.writes.updateEach(matched, set.fields, rows, where);
  if (count === undefined) for (const write of writes) await changeAlike([write], context);
  else checkCount(count, writes);
}

function isLocked([first]: readonly PlannedWrite[]): boolean {
  return first?.previous !== undefined;
}

/** @throws {Error} if one of the records was not written. */
function checkCount(count: number, writes: readonly PlannedWrite[]): void {
  if (count !== writes.length) throw new Error("A record is not there, or may not be written.");
}

/** Runs the statement of one write. @returns Its row; `undefined` if no record was changed or deleted. */
function runStatement(
  write: PlannedWrite,
  { session, writes }: WriteContext,
  toWhere: (write: PlannedWrite) => CheckedCondition,
  returning: Returning,
  isChecked = false,
): Promise<Row | undefined> {
  const { kind, set } = write;
  if (kind === "delete") return writes.delete(toWhere(write), returning, isChecked);
  const args = toParameters(set.fields, set.values, session.dialect);
  return kind === "create"
    ? writes.insert(set.fields, args, returning, isChecked)
    : writes.update(set.fields, args, toWhere(write), returning, isChecked);
}

/** The statement of the write, after the steps that have locked and read its record. */
export const statement: Step = {
  // An update may change only links.
  isNeeded: ({ kind, set }) => kind !== "update" || set.fields.length > 0,
  run: async (write, context) => {
    const row = await runStatement(write, context, itself, "id");
    // A hook may have deleted the record that was locked.
    if (row === undefined) await refuseSkipped(write, context, itself(write));
    const isNew = write.kind === "create" && row !== undefined;
    return isNew ? afterStep(write, { key: keyOf(row, write, context) }) : undefined;
  },
  runAll: (writes, context) =>
    writes[0]?.kind === "create" ? insertAll(writes, context) : changeAll(writes, context),
};

/**
 * Writes a record by the statement alone, which includes the caller's conditions and returns the answer itself.
 * @param isChecked Whether the statement fails if the table skips the record.
 */
export async function writeAlone(
  write: PlannedWrite,
  context: WriteContext,
  isChecked: boolean,
): Promise<PlannedWrite> {
  return asDone(write, context, await runStatement(write, context, asWritable, write.returning, isChecked));
}

/** Does the same, and adds its change to the outbox: both or none, in one go. @param inOneGo That of the session. */
export function writeWithChange(
  write: PlannedWrite,
  context: WriteContext,
  inOneGo: NonNullable<DatabaseSession["inOneGo"]>,
): Promise<PlannedWrite> {
  const { session, reads } = context;
  const { entity, kind, returning } = write;
  const former = returning === "record" && kind === "delete" ? ownFields(entity) : formerFields(entity);
  return inOneGo((rows) => {
    const found = kind === "update" ? rows(session.statements(entity).find(asWritable(write), former)) : [];
    if (kind === "update" && found.length === 0) return afterStep(write, { stop: "missing" });
    const written = rows(boundStatement(write, session, former));
    const done = asDone(write, context, written[0]);
    if (done.stop !== undefined) return done;
    const [before] = kind === "delete" ? written : found;
    const previous = before && reads.toRecord(before, former);
    addChange({ entity, kind, key: done.key, previous }, session, rows);
    return done;
  });
}

/** Writes a record by this statement, which adds the change too. */
export async function writeByStatement(
  write: PlannedWrite,
  context: WriteContext,
  withChange: BoundStatement,
): Promise<PlannedWrite> {
  const [row] = await context.session.rows(withChange);
  return asDone(write, context, row);
}

/** @param deleted What a delete returns. */
function boundStatement(write: PlannedWrite, session: DatabaseSession, deleted: Selection): BoundStatement {
  const { kind, entity, set, returning } = write;
  const { writes } = session.statements(entity);
  if (kind === "delete") return writes.each.deleteReturning(deleted.fields, asWritable(write));
  const args = toParameters(set.fields, set.values, session.dialect);
  return kind === "create"
    ? writes.insert(set.fields, [args], returning)
    : writes.update(set.fields, args, asWritable(write), returning);
}

/** The write after its statement. @param row `undefined` if no record was changed or deleted. */
function asDone(write: PlannedWrite, context: WriteContext, row: Row | undefined): PlannedWrite {
  const { kind, entity, returning } = write;
  if (row === undefined) return afterStep(write, { stop: "missing" });
  const record = returning === "record" ? context.reads.toOwnRecord(row) : undefined;
  if (kind !== "create") return afterStep(write, { record });
  const key =
    record === undefined
      ? keyOf(row, write, context)
      : entity.keys.map(({ name }) => record[name] as FieldValue);
  return afterStep(write, { key, record });
}

/** The key in a row of an insert that returns only the key. */
function keyOf(row: Row, { entity }: PlannedWrite, { session }: WriteContext): Key {
  return entity.keys.map((field, index) => columnOf(field, session.dialect).fromColumn(row[index]));
}
