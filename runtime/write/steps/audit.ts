import { randomUUID } from "node:crypto";
import type { Caller } from "../../access/caller.js";
import { DatabaseError } from "../../database/wire/database-error.js";
import type { DatabaseSession, OpenTransaction } from "../../database/database-session.js";
import type { ApiError } from "../../errors/api-error.js";
import type { ProblemCode } from "../../errors/codes.js";
import type { FieldValue } from "../../model/field-type.js";
import type { Entity } from "../../model/model.js";
import type { OwnOperation } from "../../model/own-operation.js";
import { keyRecord } from "../../records/parse-id.js";
import type { Step } from "./step.js";
import { insertRows, type RowValues } from "./table-rows.js";
import type { PlannedWrite, Write, WriteKind } from "../write.js";

/** The caller and the request behind a write. */
export interface Actor {
  /** `undefined` for server code. */
  readonly caller: Caller | undefined;
  readonly requestId: string | undefined;
  /** The tool by which an agent writes or calls. Its name replaces the operation. */
  readonly tool?: string | undefined;
}

/** Who changes accounts by command: no caller of the server. */
export const operator: Actor = { caller: undefined, requestId: undefined };

/** A write and its outcome, without any values. */
export interface AuditedWrite extends Actor {
  readonly entity: Entity;
  readonly operation: WriteKind | AccountOperation;
  /** `undefined` if the request names no record, or one that cannot exist. */
  readonly key: readonly FieldValue[] | undefined;
  readonly outcome: "done" | ProblemCode;
}

/**
 * What a user does with their account, in at most 16 characters. The entity is then that of users, and the key that of
 * the user.
 */
export type AccountOperation =
  | "log-in"
  | "log-out"
  | "change-password"
  | "end-session"
  | "reset-password"
  | "verify-email"
  | "change-email"
  | "change-accounts"
  | "second-factor"
  | "passkeys";

/** A call of an operation of the configuration, whose name replaces the entity's. */
interface AuditedCall extends Actor {
  readonly entity: Pick<OwnOperation, "name">;
  readonly operation: "call";
  readonly key?: undefined;
  readonly outcome: "done" | ProblemCode;
}

/**
 * A change of an account, such as a new key, or what an operator does by command; or a read as another role: the route
 * replaces the entity's name, and the role the id.
 */
interface AuditedOther extends Actor {
  readonly entity: { readonly name: string };
  readonly operation: string;
  readonly recordId: string;
  readonly outcome: "done";
}

type AuditEntry = AuditedWrite | AuditedCall | AuditedOther;

/** A write or a call that was rejected or has failed, before its caller is known. */
export type AuditSubject =
  | Omit<AuditedWrite, "outcome" | keyof Actor>
  | Omit<AuditedCall, "outcome" | keyof Actor>;

/** The actor of each write in a transaction. Writes of its hooks are attributed to the same actor. */
const actors = new WeakMap<DatabaseSession, Actor>();

/**
 * Records the actor of a write, for the writes of its hooks. A write without a caller has the actor of the
 * surrounding transaction, if another write opened it.
 */
export function beginFor(
  transaction: OpenTransaction,
  { grant, options: { requestId } }: Write,
  around: DatabaseSession,
): void {
  if (transaction.model.audit === undefined) return;
  const begun = grant === undefined ? actors.get(around) : undefined;
  actors.set(transaction, begun ?? { caller: grant?.caller, requestId });
}

/**
 * Adds the audit entry in the write's own transaction: if the entry fails, so does the write.
 * @throws {DatabaseError} for a transient fault, {Error} for any other.
 */
export const audit: Step = {
  isNeeded: (_, { session }) => session.model.audit !== undefined,
  run: (write, { session }) => addDone([write], session),
  runAll: (writes, { session }) => addDone(writes, session),
};

/** Makes the caller the actor of all writes in the transaction. */
export function actFor(transaction: OpenTransaction, actor: Actor): void {
  if (transaction.model.audit !== undefined) actors.set(transaction, actor);
}

/** Adds the entry of a call in its own transaction. @throws {DatabaseError | Error} as `audit` does. */
export function auditCall(
  session: OpenTransaction,
  entity: AuditedCall["entity"],
  actor: Actor,
): Promise<void> {
  return addAll(session, [{ ...actor, entity, operation: "call", outcome: "done" }]);
}

/** Adds the entry of a read as another role, if auditing is on. @throws {DatabaseError | Error} as `audit` does. */
export function auditView(
  session: DatabaseSession,
  actor: Actor,
  { route, role }: { readonly route: string; readonly role: string },
): Promise<void> {
  return auditAccountChange(session, actor, { entity: route.slice(0, 255), operation: "view-as", id: role });
}

/**
 * Adds the entry of a change of an account, if auditing is on, in the transaction of the change.
 * @throws {DatabaseError | Error} as `audit` does.
 */
export function auditAccountChange(
  session: DatabaseSession,
  actor: Actor,
  { entity, operation, id }: { readonly entity: string; readonly operation: string; readonly id: string },
): Promise<void> {
  return addAll(session, [{ ...actor, entity: { name: entity }, operation, recordId: id, outcome: "done" }]);
}

/** Adds the entry of what a user has done with their account, if auditing is on. Never throws. */
export async function auditAccount(
  session: DatabaseSession,
  done: Omit<AuditedWrite, "outcome"> & { readonly operation: AccountOperation },
): Promise<void> {
  await addOrReport(session, { ...done, outcome: "done" });
}

async function addDone(writes: readonly PlannedWrite[], session: OpenTransaction): Promise<void> {
  const begun = actors.get(session);
  const entries = writes.map(({ entity, kind, key, grant, options }): AuditedWrite => {
    const caller = grant?.caller ?? begun?.caller;
    const requestId = options.requestId ?? begun?.requestId;
    return { entity, operation: kind, key, caller, requestId, tool: options.tool, outcome: "done" };
  });
  await addAll(session, entries);
}

async function addAll(session: DatabaseSession, entries: readonly AuditEntry[]): Promise<void> {
  try {
    await addEntries(session, entries);
  } catch (error) {
    // The audit table failed, so the record's values are not at fault, even if the error says so.
    if (error instanceof DatabaseError && !error.isTransient && error.outcome !== "unknown")
      throw new Error("The audit entry could not be written.", { cause: error });
    throw error;
  }
}

/**
 * Adds an entry for a write that was rejected or has failed. Never throws. Anonymous writes are not audited: anyone
 * could fill the table.
 */
export async function auditFailure(
  session: DatabaseSession,
  write: Omit<AuditedWrite, "outcome"> | Omit<AuditedCall, "outcome">,
  { code, status }: ApiError,
): Promise<void> {
  // Do no extra work for rate-limited callers.
  if (status === 429 || write.caller?.isAuthenticated !== true) return;
  const added = addOrReport(session, { ...write, outcome: code });
  // Answer server errors without waiting: the entry may wait for the database that has just failed.
  if (status < 500) await added;
}

function addOrReport(session: DatabaseSession, entry: AuditEntry): Promise<void> {
  return addEntries(session, [entry]).catch((reason: unknown) =>
    session.reportFault(reason, "writing an audit entry failed"),
  );
}

/** @throws {DatabaseError} */
async function addEntries(session: DatabaseSession, writes: readonly AuditEntry[]): Promise<void> {
  const { audit } = session.model;
  if (audit !== undefined) await insertRows(session, audit, writes.map(toRow));
}

function toRow(audited: AuditEntry): RowValues {
  const { caller, requestId, entity, operation, tool, outcome } = audited;
  return {
    id: randomUUID(),
    at: new Date().toISOString(),
    requestid: textOf(requestId, 128),
    userid: textOf(caller?.userId, 255),
    roles: textOf(caller?.roles.join(" "), 255),
    entity: entity.name,
    recordid: recordIdOf(audited),
    operation: tool ?? operation,
    outcome,
  };
}

function recordIdOf(audited: AuditEntry): string | null {
  if ("recordId" in audited) return audited.recordId;
  return audited.key === undefined ? null : idText(audited.entity, audited.key);
}

/** The value of the key, or a JSON object for a composite key. */
function idText(entity: Entity, key: readonly FieldValue[]): string {
  const [only = null, ...more] = key;
  return more.length === 0 && typeof only !== "object"
    ? String(only)
    : JSON.stringify(keyRecord(entity, key));
}

/**
 * Truncates the text to the column's length and replaces characters that a database cannot store: claims in
 * tokens may contain anything.
 */
function textOf(value: string | number | null | undefined, maxLength: number): string | null {
  if (value === null || value === undefined) return null;
  return String(value)
    .slice(0, maxLength)
    .replace(/[\p{Cc}\p{Cs}]/gu, "?");
}
