import { tablesIn } from "../../database/sql/tables-in.js";
import type { PlannedWrite, WriteKind } from "../write.js";
import { audit } from "./audit.js";
import { checkWritten } from "./check-written.js";
import { isValidated, lock, unchanged } from "./lock-record.js";
import { asWritable } from "./reach-record.js";
import { logChange } from "./log-change.js";
import { noteAccount, unverify } from "./note-account.js";
import { needsReadBack, precondition, readBack } from "./read-record.js";
import { removeTokens } from "./remove-tokens.js";
import { afterHook, beforeHook } from "./run-hooks.js";
import type { Step, WriteContext } from "./step.js";
import { stillAllowed } from "./still-allowed.js";
import { writeLinks } from "./write-links.js";
import { writeLists } from "./write-lists.js";
import { statement } from "./write-statement.js";

const reach: readonly Step[] = [lock, unchanged, precondition, beforeHook, unverify];
const write: readonly Step[] = [
  ...[statement, checkWritten, writeLinks, writeLists],
  ...[stillAllowed, afterHook, noteAccount],
];

/**
 * The steps of a write in its transaction, in order. Links and the records of lists refer to the record, so they are
 * written after it, and links are removed before it.
 */
export const writeSteps: Readonly<Record<WriteKind, readonly Step[]>> = {
  create: [beforeHook, ...write, readBack, logChange, audit],
  update: [...reach, ...write, readBack, logChange, audit],
  delete: [
    ...reach,
    readBack,
    writeLinks,
    removeTokens,
    statement,
    checkWritten,
    afterHook,
    logChange,
    audit,
  ],
};

/** Whether a write of one record needs only its statement, and therefore no transaction. */
export function isStatementEnough(write: PlannedWrite, context: WriteContext): boolean {
  return (
    !cannotReadTable(write, context) && !needsReadBack(write, context) && !needsOtherSteps(write, context)
  );
}

/** Whether it needs nothing but its statement and an entry in the outbox. */
export function isChangeEnough(write: PlannedWrite, context: WriteContext): boolean {
  return (
    logChange.isNeeded(write, context) &&
    !cannotReadTable(write, context) &&
    !needsReadBack(write, context) &&
    !needsOtherSteps(write, context, logChange)
  );
}

/** The same for one of many records, whose statement returns no record. */
export function isStatementAlone(write: PlannedWrite, context: WriteContext): boolean {
  const { entity, kind, returning } = write;
  if (returning === "record" || entity.users !== undefined || isValidated(write)) return false;
  if (kind !== "create" && needsLock(write, context)) return false;
  return !needsOtherSteps(write, context);
}

/**
 * Whether a step has something to do, besides the lock, the statement and the one that reads the record back.
 * @param besides Another step that does not count.
 */
function needsOtherSteps(write: PlannedWrite, context: WriteContext, besides?: Step): boolean {
  for (const step of writeSteps[write.kind])
    if (
      step !== lock &&
      step !== statement &&
      step !== readBack &&
      step !== besides &&
      step.isNeeded(write, context)
    )
      return true;
  return false;
}

/**
 * Whether a record must be locked and read before the statement that writes it with others. If not, the statement
 * itself shows whether the caller can write all of them.
 */
export function needsLock(write: PlannedWrite, context: WriteContext): boolean {
  if (!statement.isNeeded(write, context) || cannotReadTable(write, context)) return true;
  if (write.kind === "delete" && readBack.isNeeded(write, context)) return true;
  return lockUsers.some((step) => step.isNeeded(write, context));
}

/** The steps that use the record before the write, or that need it to remain unchanged. */
const lockUsers: readonly Step[] = [
  unchanged,
  precondition,
  beforeHook,
  checkWritten,
  writeLinks,
  writeLists,
  afterHook,
  logChange,
  unverify,
  noteAccount,
];

/** Whether a relation in the caller's conditions leads back to the table that is written, which the database rejects. */
function cannotReadTable(write: PlannedWrite, { session }: WriteContext): boolean {
  return (
    session.dialect.writes.cannotReadTable === true &&
    write.kind !== "create" &&
    tablesIn(asWritable(write)).includes(write.entity.table)
  );
}
