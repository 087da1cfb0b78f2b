import { grantedRights } from "../../access/granted-rights.js";
import type { FieldValue } from "../../model/field-type.js";
import type { Field } from "../../model/model.js";
import { planWrite, stamp, Stamps } from "../plan-write.js";
import { isStatementAlone } from "../steps/statement-alone.js";
import type { WriteContext } from "../steps/step.js";
import { stillAllowed } from "../steps/still-allowed.js";
import { parametersOf } from "../steps/to-parameters.js";
import { createRows, updateRows } from "./many-rows.js";
import { inOneTransaction } from "./in-one-transaction.js";
import { identityFields, isSecret, shapes, writableUnder } from "./write-groups.js";
import type { CheckedInput, KeepAnswer, Key, PlannedWrite, Write, WriteResult } from "../write.js";

/** Writes of one kind that set the same fields. */
interface Group {
  /** The first write. The others have the same rights and need the same steps. */
  readonly first: PlannedWrite;
  readonly fields: readonly Field[];
  readonly indexes: number[];
  readonly values: (readonly FieldValue[])[];
}

/**
 * Creates and updates records that need no step but their statements: each group of records with the same fields in
 * few statements, without a plan for each record.
 * @returns `undefined` if they need more, or if the database refused one of them: then nothing is written.
 * @throws {ApiError} for a lost connection.
 * @throws {FailedTogether} if another write contains these, and the database refused one of them.
 */
export async function writeGrouped(
  each: readonly Write[],
  checked: readonly CheckedInput[],
  context: WriteContext,
  keep?: KeepAnswer,
): Promise<readonly WriteResult[] | undefined> {
  const [first] = each as readonly [Write];
  const groups = first.nesting?.isTogether === false ? undefined : groupsOf(each, checked, context);
  if (groups === undefined) return undefined;
  const isUpdate = groups.some(({ first }) => first.kind === "update");
  // Checked before a transaction begins that would only be rolled back.
  if (isUpdate && !(await context.writes.updatesEach())) return undefined;
  const run = async (within: WriteContext, isWhole: boolean) => {
    const keys: Key[] = each.map(({ key }) => key);
    // Updates first, so that a new record can take over a unique value.
    for (const group of groups)
      if (group.first.kind === "update") await updateGroup(group, each, within, isWhole);
    for (const group of groups)
      if (group.first.kind === "create") await createGroup(group, keys, within, isWhole);
    return keys.map((key): WriteResult => ({ key, record: undefined }));
  };
  const done = await inOneTransaction(first, isWhole(groups, each, context), context, run, keep);
  return "written" in done ? done.written : undefined;
}

/** `undefined` if one of the writes needs more than its statement. */
function groupsOf(
  each: readonly Write[],
  checked: readonly CheckedInput[],
  context: WriteContext,
): readonly Group[] | undefined {
  const groups = new Map<string, Group>();
  const stamps = new Stamps();
  const shapeOf = shapes();
  let group: Group | undefined;
  for (let index = 0; index < each.length; index++) {
    const write = each[index] as Write;
    const given = checked[index] as CheckedInput;
    const before = checked[index - 1];
    if (isSharedChange(write, given, before)) return undefined;
    // Most have the same list of fields as the previous one.
    const isOfGroup = given.fields === before?.fields && write.kind === group?.first.kind;
    const shape = isOfGroup ? "" : `${write.kind} ${shapeOf(given.fields)}`;
    if (!isOfGroup) group = groups.get(shape);
    if (group === undefined ? given.fields.some(isSecret) : !isAlike(write, given, group.first))
      return undefined;
    // Only secrets need waiting.
    const set = stamp(write, given, stamps) as CheckedInput;
    if (group === undefined) {
      const first = firstOf(write, set, context);
      if (first === undefined) return undefined;
      groups.set(shape, (group = { first, fields: set.fields, indexes: [], values: [] }));
    }
    if (group.first.rule !== undefined && stillAllowed.isNeeded({ ...group.first, set }, context))
      return undefined;
    group.indexes.push(index);
    group.values.push(set.values);
  }
  return [...groups.values()];
}

/** Records with the same changes share a statement that contains the changes once. */
function isSharedChange(write: Write, given: CheckedInput, before: CheckedInput | undefined): boolean {
  return write.kind === "delete" || (write.kind === "update" && given === before);
}

/** The first write of a group. `undefined` if it needs more than its statement. */
function firstOf(write: Write, set: CheckedInput, context: WriteContext): PlannedWrite | undefined {
  const { entity, grant } = write;
  // Which rule holds may depend on the values of each record.
  if (grantedRights(entity, grant).guards.length > 0 || set.fields.length === 0) return undefined;
  const planned = planWrite(write, set);
  return isStatementAlone(planned, context) ? planned : undefined;
}

/** Whether the write has the same rights as the first one, and needs the same steps. */
function isAlike(write: Write, { links, lists }: CheckedInput, first: Write): boolean {
  return (
    write.grant === first.grant &&
    write.options === first.options &&
    write.where === first.where &&
    write.identity?.fields === first.identity?.fields &&
    links.length === 0 &&
    lists.length === 0
  );
}

/** Whether one statement writes all of the records or none, so that it needs no transaction. */
function isWhole(
  [group, ...others]: readonly Group[],
  { length }: readonly Write[],
  { writes }: WriteContext,
): boolean {
  if (group === undefined || others.length > 0) return false;
  const { first, fields } = group;
  return writes.isWhole(first.kind === "create" ? fields : [...identityFields(first), ...fields], length);
}

async function createGroup(
  { fields, values, indexes, first: { entity } }: Group,
  keys: Key[],
  within: WriteContext,
  isWhole: boolean,
): Promise<void> {
  const toParameters = parametersOf(fields, within.session.dialect);
  const rows = values.map((own) => toParameters(own));
  await createRows({ entity, fields, rows }, within, isWhole, (key, record) => {
    keys[indexes[record] as number] = key;
  });
}

const none: readonly FieldValue[] = [];

async function updateGroup(
  { fields, values, indexes, first }: Group,
  each: readonly Write[],
  within: WriteContext,
  isWhole: boolean,
): Promise<void> {
  const { entity } = first;
  const matched = identityFields(first);
  const toParameters = parametersOf([...fields, ...matched], within.session.dialect);
  const rows = values.map((own, record) => {
    const { key, identity } = each[indexes[record] as number] as Write;
    return toParameters(own, key, identity?.values ?? none);
  });
  await updateRows({ entity, fields, rows }, matched, writableUnder([first]), within, isWhole);
}
