import { randomUUID } from "node:crypto";
import type { Caller } from "../access/caller.js";
import { DatabaseError } from "../database/database-error.js";
import type { DatabaseSession, OpenTransaction } from "../database/database-session.js";
import type { ProblemCode } from "../errors/codes.js";
import type { FieldValue } from "../model/field-type.js";
import type { Entity, Operation } from "../model/model.js";
import { keyRecord } from "./parse-id.js";
import { insertRow } from "./table-rows.js";

/** For whom something is done. */
export interface Actor {
  /** undefined for server code. */
  readonly caller: Caller | undefined;
  readonly requestId: string | undefined;
}

/** A write and what became of it. Values are never part of it. */
export interface AuditedWrite extends Actor {
  readonly entity: Entity;
  readonly operation: Exclude<Operation, "read">;
  /** undefined where no record is meant, or none that there could be. */
  readonly key: readonly FieldValue[] | undefined;
  readonly outcome: "done" | ProblemCode;
}

/** For whom a transaction was begun: what hooks write in it is done for the same. */
const actors = new WeakMap<OpenTransaction, Actor>();

/** Says for whom a transaction is, if nobody has yet. */
export function beginFor(transaction: OpenTransaction, actor: Actor): void {
  if (!actors.has(transaction)) actors.set(transaction, actor);
}

/**
 * Leaves the entry of a write that is done, in its own transaction: if that fails, so does the write.
 * @throws {DatabaseError} for a passing fault, {Error} for any other.
 */
export async function auditDone(
  transaction: OpenTransaction,
  write: Omit<AuditedWrite, "outcome">,
): Promise<void> {
  const begun = actors.get(transaction);
  const caller = write.caller ?? begun?.caller;
  const requestId = write.requestId ?? begun?.requestId;
  try {
    await addEntry(transaction, { ...write, caller, requestId, outcome: "done" });
  } catch (error) {
    // No fault of the record's values, whatever the database says.
    if (error instanceof DatabaseError && !error.isTransient && error.outcome !== "unknown")
      throw new Error("The audit entry could not be written.", { cause: error });
    throw error;
  }
}

/** @throws {DatabaseError} */
export async function addEntry(session: DatabaseSession, write: AuditedWrite): Promise<void> {
  const { audit } = session.model;
  if (audit === undefined) return;
  const { caller, requestId, entity, operation, key, outcome } = write;
  await insertRow(session, audit, {
    id: randomUUID(),
    at: new Date().toISOString(),
    requestid: textOf(requestId, 128),
    userid: textOf(caller?.userId, 255),
    roles: textOf(caller?.roles.join(" "), 255),
    entity: entity.name,
    recordid: key === undefined ? null : idText(entity, key),
    operation,
    outcome,
  });
}

/** The value of the key, or the JSON of an object where several fields are it. */
function idText(entity: Entity, key: readonly FieldValue[]): string {
  const [only = null, ...more] = key;
  return more.length === 0 && typeof only !== "object"
    ? String(only)
    : JSON.stringify(keyRecord(entity, key));
}

/** As much as the column takes, and nothing that a database cannot hold: tokens carry whatever they carry. */
function textOf(value: string | number | null | undefined, maxLength: number): string | null {
  if (value === null || value === undefined) return null;
  return String(value)
    .slice(0, maxLength)
    .replace(/[\p{Cc}\p{Cs}]/gu, "?");
}
