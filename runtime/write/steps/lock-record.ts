import { ownFields } from "../../database/sql/selection.js";
import { toJsonText } from "../../model/values/exact-json.js";
import { deniedRecord } from "../../access/granted-rights.js";
import { asWritable } from "./reach-record.js";
import { areWritable, inGroups, recordsOf } from "../groups/write-groups.js";
import type { Step, WriteContext } from "./step.js";
import { afterStep } from "../plan-write.js";
import type { AnyFields, PlannedWrite } from "../write.js";

/** Whether to call the `writeValidator`. It applies to callers, not to server code. */
export function isValidated({ grant, entity }: PlannedWrite): boolean {
  return grant !== undefined && entity.writeValidator !== undefined;
}

/**
 * Calls the `writeValidator`, outside the transaction, so that its own reads never wait for the record's lock.
 * @throws {ApiError} 401 or 403 if it denies the write.
 */
export async function runWriteValidator(
  write: PlannedWrite,
  { reads, session }: WriteContext,
): Promise<PlannedWrite> {
  const { kind, entity, input, grant } = write;
  if (grant === undefined || !isValidated(write)) return write;
  const isNew = kind === "create";
  const validated = isNew ? undefined : await reads.first(asWritable(write), ownFields(entity));
  if (!isNew && validated === undefined) return afterStep(write, { stop: "missing" });
  const { roles, userId } = grant.caller;
  const given = input && { ...input };
  const isAllowed = await session.lend(async () =>
    entity.writeValidator?.(kind, roles, userId, validated ?? null, given),
  );
  // Anything but `true` denies: a validator without an answer has not allowed the write.
  if (isAllowed !== true) throw deniedRecord(grant);
  return afterStep(write, { validated });
}

/** Locks the record until the transaction ends. */
export const lock: Step = {
  isNeeded: () => true,
  run: async (write, context) => afterLock(write, await lockOne(write, context)),
  runAll: async (writes, context) => {
    const locked: AnyFields[] = [];
    for (const group of inGroups(writes, context))
      locked.push(...(await context.reads.lock(areWritable(group))));
    const previous = await recordsOf(writes, locked, (write) => lockOne(write, context));
    return writes.map((write, index) => afterLock(write, previous[index]));
  },
};

async function lockOne(write: PlannedWrite, { reads }: WriteContext): Promise<AnyFields | undefined> {
  const [previous] = await reads.lock(asWritable(write));
  return previous;
}

function afterLock(write: PlannedWrite, previous: AnyFields | undefined): PlannedWrite {
  return afterStep(write, previous === undefined ? { stop: "missing" } : { previous });
}

/** Stops the write if the record has changed since the `writeValidator` saw it. */
export const unchanged: Step = {
  isNeeded: isValidated,
  run: (write) => {
    const isChanged = toJsonText(write.validated) !== toJsonText(write.previous);
    return isChanged ? afterStep(write, { stop: "changed" }) : undefined;
  },
};
