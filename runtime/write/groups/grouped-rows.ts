import { grantedRights } from "../../access/granted-rights.js";
import { planWrite, stamp, Stamps } from "../plan-write.js";
import type { WriteContext } from "../steps/step.js";
import { stillAllowed } from "../steps/still-allowed.js";
import { parametersOf } from "../steps/to-parameters.js";
import { isStatementAlone } from "../steps/write-steps.js";
import type { CheckedInput, KeepAnswer, Key, PlannedWrite, Write, WriteResult } from "../write.js";
import { inOneTransaction } from "./in-one-transaction.js";
import { isOneStatement, matchedFields, writeGroup, type RowGroup } from "./row-group.js";
import { isSecret, shapes } from "./write-groups.js";

/** A group with the places of its records among all writes. */
interface PlacedGroup extends RowGroup {
  readonly rows: (readonly unknown[])[];
  readonly indexes: number[];
  readonly toParameters: ReturnType<typeof parametersOf>;
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
  // Checked before a transaction begins that would only be rolled back.
  if (groups[0]?.first.kind === "update" && !(await context.writes.updatesEach())) return undefined;
  const write = async (within: WriteContext, isWhole: boolean) => {
    const keys: Key[] = each.map(({ key }) => key);
    for (const group of groups)
      await writeGroup(group, within, isWhole, (key, place) => {
        keys[group.indexes[place] as number] = key;
      });
    return keys.map((key): WriteResult => ({ key, record: undefined }));
  };
  const [group] = groups;
  const isWhole = group !== undefined && groups.length === 1 && isOneStatement(group, context);
  const done = await inOneTransaction(first, isWhole, context, write, keep);
  return "result" in done ? done.result : undefined;
}

/** The groups, updates first. `undefined` if one of the writes needs more than its statement. */
function groupsOf(
  each: readonly Write[],
  checked: readonly CheckedInput[],
  context: WriteContext,
): readonly PlacedGroup[] | undefined {
  const groups = new Map<string, PlacedGroup>();
  const stamps = new Stamps();
  const shapeOf = shapes();
  let group: PlacedGroup | undefined;
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
      const { fields } = set;
      const toParameters = parametersOf([...fields, ...matchedFields(first)], context.session.dialect);
      groups.set(shape, (group = { first, fields, rows: [], indexes: [], toParameters }));
    }
    if (group.first.rule !== undefined && stillAllowed.isNeeded({ ...group.first, set }, context))
      return undefined;
    group.indexes.push(index);
    const { key, identity } = write;
    group.rows.push(group.toParameters(set.values, key, identity?.values));
  }
  // Updates first, so that a new record can take over a unique value.
  const isUpdate = ({ first }: RowGroup) => first.kind === "update";
  const all = [...groups.values()];
  return [...all.filter(isUpdate), ...all.filter((each) => !isUpdate(each))];
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
