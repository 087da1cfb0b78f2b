import { columnOf } from "../../database/sql/column-of.js";
import { groupRows } from "../../model/values/group-rows.js";
import { mayKnow, maySet } from "../../access/granted-rights.js";
import type { FieldValue } from "../../model/field-type.js";
import type { Field } from "../../model/model.js";
import { asWritable, itself, refuseSkipped } from "./reach-record.js";
import { createRows } from "../many/many-rows.js";
import {
  areThey,
  areWritable,
  identityFields,
  identityOf,
  inGroups,
  shapes,
  writableUnder,
} from "../many/write-groups.js";
import type { WriteContext } from "./step.js";
import { parametersOf, toParameters } from "./to-parameters.js";
import type { PlannedWrite } from "../write.js";

/** The fields and arguments of the statement, kept to explain a conflict. */
function argumentsOf(write: PlannedWrite, { session }: WriteContext): readonly unknown[] {
  const { kind, entity, grant, set } = write;
  const { fields } = set;
  const args = toParameters(fields, set.values, session.dialect);
  if (kind !== "delete") {
    const isOpen = ({ name, isCreatable }: Field) => isCreatable && maySet(entity, grant, name);
    const isKnown = ({ name }: Field) => mayKnow(entity, grant, name);
    write.written = { fields, args, ...(kind === "create" && { isOpen }), isKnown };
  }
  return args;
}

/** Inserts records in few statements, one for each set of fields. */
async function insertAll(writes: readonly PlannedWrite[], context: WriteContext): Promise<void> {
  const { dialect } = context.session;
  for (const group of groupsByShape(writes)) {
    const [{ set, entity }] = group;
    const toArguments = parametersOf(set.fields, dialect);
    const rows = group.map((write) => toArguments(write.set.values));
    await createRows({ entity, fields: set.fields, rows }, context, false, (key, record) => {
      (group[record] as PlannedWrite).key = key;
    });
  }
}

function groupsByShape(writes: readonly PlannedWrite[]) {
  const shapeOf = shapes();
  return groupRows(writes, ({ set: { fields } }) => shapeOf(fields));
}

/**
 * Changes or deletes records in few statements.
 * @throws {Error} if the caller cannot write all of them.
 */
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
    checkCount(await changed, group, context);
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
  else checkCount(count, writes, context);
}

function isLocked([first]: readonly PlannedWrite[]): boolean {
  return first?.previous !== undefined;
}

/** @throws {Error} if the database counts the written records and one is missing. */
function checkCount(count: number, writes: readonly PlannedWrite[], { session }: WriteContext): void {
  if (session.dialect.writes.countsWritten && count !== writes.length)
    throw new Error("A record is not there, or may not be written.");
}

/**
 * The statement of the write. If it is the only step, it includes the caller's conditions and returns the
 * answer itself.
 */
export const statement = {
  // An update may change only links.
  isNeeded: ({ kind, set }: PlannedWrite): boolean => kind !== "update" || set.fields.length > 0,
  run: async (write: PlannedWrite, context: WriteContext): Promise<void> => {
    const { session, reads, writes } = context;
    const { kind, entity, isAlone, isChecked } = write;
    const { fields } = write.set;
    const args = argumentsOf(write, context);
    const returning = isAlone ? write.returning : "id";
    if (kind === "create") {
      const row = await writes.insert(fields, args, returning, isChecked);
      if (returning === "record") write.record = reads.toOwnRecord(row);
      const { record } = write;
      write.key = entity.keys.map((field, index) =>
        returning === "record"
          ? (record?.[field.name] as FieldValue)
          : columnOf(field, session.dialect).fromColumn(row[index]),
      );
      return;
    }
    const where = isAlone ? asWritable(write) : itself(write);
    const change =
      kind === "update"
        ? writes.update(fields, args, where, returning, isChecked)
        : writes.delete(where, returning, isChecked);
    const row = await change;
    if (row === undefined && isAlone) write.stop = "missing";
    // A hook may have deleted the record that was locked.
    else if (row === undefined) await refuseSkipped(write, context, itself(write));
    else if (returning === "record") write.record = reads.toOwnRecord(row);
  },
  runAll: (those: readonly PlannedWrite[], context: WriteContext): Promise<void> =>
    those[0]?.kind === "create" ? insertAll(those, context) : changeAll(those, context),
};
