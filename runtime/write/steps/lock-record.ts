import { ownFields } from "../../database/sql/selection.js";
import { toJsonText } from "../../model/values/exact-json.js";
import { deniedRecord } from "../../access/granted-rights.js";
import { asWritable } from "./reach-record.js";
import { areWritable, byKey, inGroups } from "../many/write-groups.js";
import type { Step, WriteContext } from "./step.js";
import type { PlannedWrite } from "../write.js";

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
): Promise<void> {
  const { kind, entity, input, grant } = write;
  if (grant === undefined || !isValidated(write)) return;
  if (kind !== "create") {
    write.validated = await reads.first(asWritable(write), ownFields(entity));
    if (write.validated === undefined) write.stop = "missing";
    if (write.stop !== undefined) return;
  }
  const { roles, userId } = grant.caller;
  const given = input && { ...input };
  const isAllowed = await session.lend(async () =>
    entity.writeValidator?.(kind, roles, userId, write.validated ?? null, given),
  );
  // Anything but `true` denies: a validator without an answer has not allowed the write.
  if (isAllowed !== true) throw deniedRecord(grant);
}

/** Locks the record until the transaction ends. */
export const lock: Step = {
  isNeeded: ({ isAlone }) => !isAlone,
  run: async (write, { reads }) => {
    [write.previous] = await reads.lock(asWritable(write));
    if (write.previous === undefined) write.stop = "missing";
  },
  runAll: async (writes, context) => {
    const { reads } = context;
    for (const group of inGroups(writes, context)) {
      const found = byKey(await reads.lock(areWritable(group)), group);
      for (const write of group) {
        write.previous = found(write);
        if (write.previous === undefined) write.stop = "missing";
      }
    }
  },
};

/** Stops the write if the record has changed since the `writeValidator` saw it. */
export const unchanged: Step = {
  isNeeded: isValidated,
  run: (write) => {
    if (toJsonText(write.validated) !== toJsonText(write.previous)) write.stop = "changed";
    return Promise.resolve();
  },
};
