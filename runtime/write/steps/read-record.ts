import { ownFields } from "../../database/sql/selection.js";
import { and } from "../../condition/join-conditions.js";
import type { Entity } from "../../model/model.js";
import { triggeredFields } from "../../model/fields.js";
import { toJsonText } from "../../model/values/exact-json.js";
import { recordTag } from "../../records/record-tag.js";
import { selectionOf } from "../../read/selection-of.js";
import { checkPrecondition } from "../../model/precondition.js";
import { asVisible } from "./reach-record.js";
import { areThey, inGroups, recordsOf } from "../groups/write-groups.js";
import type { Step, StepContext, WriteContext } from "./step.js";
import { afterStep } from "../plan-write.js";
import type { AnyFields, PlannedWrite } from "../write.js";

/** Reads the record with the caller's rights; `undefined` if the caller may not read it. */
async function readAsCaller(
  write: PlannedWrite,
  { session, reads }: WriteContext,
): Promise<AnyFields | undefined> {
  const { entity, grant, readable } = write;
  if (readable === undefined) return undefined;
  return reads.first(asVisible(write), selectionOf(entity, session.model, grant, readable));
}

/**
 * Checks the precondition against the version that this caller would read. A record that the caller may not
 * read has no version.
 */
export const precondition: Step = {
  isNeeded: ({ options }) => options.precondition !== undefined,
  run: async (write, context) => {
    const record = await readAsCaller(write, context);
    const tags = record === undefined ? [] : tagsOf(record, write.entity);
    checkPrecondition(write.options.precondition ?? {}, tags);
  },
};

/** The tags of a record in the forms of the endpoints: with related records, and with its own fields only. */
function tagsOf(record: AnyFields, { fields }: Entity): readonly string[] {
  const own = fields.flatMap(({ name }) =>
    Object.hasOwn(record, name) ? [[name, record[name]] as const] : [],
  );
  const tags = [recordTag(toJsonText(record))];
  if (own.length < Object.keys(record).length) tags.push(recordTag(toJsonText(Object.fromEntries(own))));
  return tags;
}

/** Reads the record for the answer in the same transaction: if the read fails, the write is rolled back. */
export const readBack: Step = {
  isNeeded: ({ returning }) => returning === "record",
  run: withRecord,
  runAll: async (writes, context) => {
    const { session, reads } = context;
    const [{ entity, grant, readable, visible }] = writes as readonly [PlannedWrite];
    if (readable === undefined) return;
    const selection = selectionOf(entity, session.model, grant, readable);
    const records: AnyFields[] = [];
    // Without its key, a record cannot be identified.
    if (!entity.keys.every((key) => selection.fields.includes(key)) || selection.guards.length > 0) {
      const each: PlannedWrite[] = [];
      for (const write of writes) each.push(await withRecord(write, context));
      return each;
    }
    for (const group of inGroups(writes, context))
      records.push(...(await reads.all(and(areThey(group), visible), selection)));
    const found = await recordsOf(writes, records, (write) => readAsCaller(write, context));
    return writes.map((write, index) => afterStep(write, { record: found[index] }));
  },
};

/** Whether the statement of a write, if it is the only one, cannot return the record for the answer. */
export function needsReadBack(write: PlannedWrite, { session }: WriteContext): boolean {
  const { entity, grant, readable, visible, returning } = write;
  if (returning === "id") return false;
  // The statement returns the record before triggers change it.
  if (triggeredFields(entity).length > 0) return true;
  if (!session.dialect.writes.givesRecord || visible !== undefined) return true;
  // The statement can return the record's own fields, but only all of them.
  return selectionOf(entity, session.model, grant, readable) !== ownFields(entity);
}

async function withRecord(write: PlannedWrite, context: StepContext): Promise<PlannedWrite> {
  return afterStep(write, { record: await readAsCaller(write, context) });
}
