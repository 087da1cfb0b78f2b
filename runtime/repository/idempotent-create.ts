import { hash, randomBytes } from "node:crypto";
import type { Caller } from "../access/caller.js";
import { isKey } from "../condition/key-condition.js";
import { DatabaseError } from "../database/database-error.js";
import type { DatabaseSession, OpenTransaction } from "../database/database-session.js";
import { EntityWrites } from "../database/entity-writes.js";
import { ownFields } from "../database/selection.js";
import type { Returning } from "../database/write-syntax.js";
import { ApiError } from "../errors/api-error.js";
import { parseStoredJson, toJsonText } from "../model/exact-json.js";
import type { Entity, IdempotencySettings } from "../model/model.js";
import type { CheckedInput } from "./check-input.js";
import { EntityReads } from "./entity-reads.js";
import { removeExpired } from "./remove-expired.js";
import { hasValues, insertRow, updateRow } from "./table-rows.js";

/** What tells a request from others, as hashes: neither keys nor inputs are stored. */
export interface IdempotentRequest {
  /** Of the key, the entity and the caller. */
  readonly keyHash: string;
  /** Of what is to be created, and what of it is to be given back. */
  readonly fingerprint: string;
}

/** Stores what a create gives in the create's own transaction. */
export type KeepAnswer = (transaction: OpenTransaction, answer: unknown) => Promise<void>;

/** The keys of one caller are nobody else's; guests have theirs together. */
export function hashKey(key: string, { name }: Pick<Entity, "name">, caller: Caller | undefined): string {
  return sha256([name, caller?.isAuthenticated ?? null, caller?.userId ?? null, key]);
}

/**
 * Secrets are left out: they could be guessed from a hash that is fast. Where the record is given back, it is by the
 * rights that the caller had then: with other roles it is another request.
 */
export function fingerprintOf(
  { fields, values, links }: CheckedInput,
  returning: Returning,
  caller: Caller | undefined,
): string {
  const roles = returning === "record" ? caller?.roles.toSorted() : undefined;
  const given = [
    ...fields.map(({ name, type }, index) => [name, type === "secret" ? null : values[index]] as const),
    ...links.map(({ link, ids }) => [link.name, ids] as const),
  ];
  return sha256([returning, roles ?? null, given.toSorted(([a], [b]) => (a < b ? -1 : 1))]);
}

function sha256(value: unknown): string {
  return hash("sha256", toJsonText(value), "base64url");
}

/**
 * Does `work` once for all requests with this key, on whichever server, and gives what it gave. What failed has written
 * nothing, and may be tried again; where nobody knows, the key stays taken until a create can no longer be running.
 * @throws {ApiError} `request-running`, `idempotency-key-reused`, and whatever `work` throws.
 */
export async function createOnce<T>(
  session: DatabaseSession,
  settings: IdempotencySettings,
  request: IdempotentRequest,
  work: (keep: KeepAnswer) => Promise<T>,
): Promise<T> {
  if ("onCommit" in session) throw new Error("Inside a transaction, no create is done once by a key.");
  await removeExpired(session, settings.table);
  const claim = await claimKey(session, settings, request);
  if ("answer" in claim) return parseStoredJson(claim.answer) as T;
  const isOurs = hasValues(settings.table, { keyhash: request.keyHash, token: claim.token });
  try {
    return await work(async (transaction, answer) => {
      const kept = { token: newToken(), expiresat: after(settings.keepTime), answer: toJsonText(answer) };
      // Somebody else took this one for lost: then nothing of it stays.
      if (!(await updateRow(transaction, settings.table, kept, isOurs))) throw running();
    });
  } catch (error) {
    // If that fails too, the key is free when the claim ends.
    if (!isUnknown(error))
      await new EntityWrites(settings.table, session).delete(isOurs, "id").catch(() => undefined);
    throw error;
  }
}

/** How often a key is looked at that changes hands meanwhile. */
const MAX_LOOKS = 5;

/**
 * Makes the request the one that does the work, or gives the answer that there is. A row belongs to whoever knows its
 * token, which changes with every step: so of two servers one goes on, however far their clocks are apart.
 */
async function claimKey(
  session: DatabaseSession,
  { table, claimTime }: IdempotencySettings,
  { keyHash, fingerprint }: IdempotentRequest,
): Promise<{ readonly token: string } | { readonly answer: string }> {
  const token = newToken();
  for (let look = 0; look < MAX_LOOKS; look++) {
    const claim = { fingerprint, token, expiresat: after(claimTime), answer: null };
    const isNew = await insertRow(session, table, { keyhash: keyHash, ...claim }).then(() => true, isRefuted);
    if (isNew) return { token };
    const where = isKey(table, [keyHash]);
    const row = await new EntityReads(table, session).first(where, ownFields(table));
    // Whoever had it has failed, and let go of it.
    if (row === undefined) continue;
    if (row["token"] === token) return { token };
    if (Date.parse(String(row["expiresat"])) > Date.now()) {
      if (row["fingerprint"] !== fingerprint) throw reused();
      if (typeof row["answer"] !== "string") throw running();
      return { answer: row["answer"] };
    }
    const isAsSeen = hasValues(table, { keyhash: keyHash, token: String(row["token"]) });
    if (await updateRow(session, table, claim, isAsSeen).catch(isRefuted)) return { token };
  }
  throw running();
}

/** A unique conflict means that another request has the key. If the outcome is unknown, the stored row decides. */
function isRefuted(error: unknown): false {
  if (error instanceof DatabaseError && (error.kind === "unique" || error.outcome === "unknown"))
    return false;
  throw error;
}

function newToken(): string {
  return randomBytes(16).toString("base64url");
}

function after(milliseconds: number): string {
  return new Date(Date.now() + milliseconds).toISOString();
}

/** Whether it may have been done although it failed. */
function isUnknown(error: unknown): boolean {
  return error instanceof ApiError
    ? error.code === "outcome-unknown"
    : error instanceof DatabaseError && error.outcome === "unknown";
}

function running(): ApiError {
  return new ApiError("request-running", "A request with the same key is running. Repeat it in a moment.", {
    headers: { "Retry-After": "1" },
  });
}

function reused(): ApiError {
  return new ApiError(
    "idempotency-key-reused",
    "The key belongs to a request with another body or preference. Use a new key for each request.",
  );
}
