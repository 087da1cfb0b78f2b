import { randomBytes } from "node:crypto";
import type { Caller } from "../../access/caller.js";
import { isKey } from "../../condition/key-condition.js";
import { DatabaseError } from "../../database/wire/database-error.js";
import { faultToError } from "../../database/fault-to-error.js";
import type { DatabaseSession, OpenTransaction } from "../../database/database-session.js";
import { EntityWrites } from "../../database/entity-writes.js";
import { ownFields } from "../../database/sql/selection.js";
import { ApiError } from "../../errors/api-error.js";
import { parseStoredJson, toJsonText } from "../../model/values/exact-json.js";
import type { Entity, IdempotencySettings } from "../../model/model.js";
import { EntityReads } from "../../records/entity-reads.js";
import { fingerprintOf, type Create } from "./create-fingerprint.js";
import { removeExpired } from "./remove-expired.js";
import { sha256OfJson } from "../../access/sha256.js";
import { hasValues, insertRow, updateRow } from "./table-rows.js";
import type { KeepAnswer, Write } from "../write.js";

/**
 * A hash of the key, the entity and the caller: the key itself is not stored. Each caller has separate keys;
 * all anonymous callers share theirs.
 */
export function hashKey(key: string, { name }: Pick<Entity, "name">, caller: Caller | undefined): string {
  // An API key may have fewer rights than its owner, whose answer is not its own.
  const apiKeyId = caller?.apiKey === undefined ? [] : [caller.apiKey.id];
  return sha256OfJson([name, caller?.isAuthenticated ?? null, caller?.userId ?? null, key, ...apiKeyId]);
}

/** The settings for a create that has an idempotency key; `undefined` for any other write. */
export function idempotencyOf(
  { kind, options }: Write,
  { model }: DatabaseSession,
): IdempotencySettings | undefined {
  return kind === "create" && options.idempotencyKey !== undefined ? model.idempotency : undefined;
}

/**
 * Runs a create, or several, once for all requests with the same key.
 * @throws {ApiError} `request-running`, `idempotency-key-reused`, and whatever `work` throws.
 */
export async function createOnce<T>(
  session: DatabaseSession,
  settings: IdempotencySettings,
  creates: Create | readonly [Create, ...Create[]],
  work: (keep: KeepAnswer) => Promise<T>,
): Promise<T> {
  if ("onCommit" in session) throw new Error("A create inside a transaction cannot have an idempotency key.");
  const { entity, grant, options } = ("write" in creates ? creates : creates[0]).write;
  const keyHash = hashKey(options.idempotencyKey ?? "", entity, grant?.caller);
  try {
    return await doOnce(session, settings, { keyHash, fingerprint: fingerprintOf(creates) }, work);
  } catch (error) {
    throw await faultToError(error, entity, session);
  }
}

/** Stores the answer in the transaction of the work. */
type Keep = (transaction: OpenTransaction, answer: unknown) => Promise<void>;

/**
 * Does `work` once for all requests with the same key, on any server, and returns its answer to all of them.
 * Failed work has written nothing and may be retried. If the outcome is unknown, the key stays taken until the
 * work can no longer be running.
 * @throws {ApiError} `request-running`, `idempotency-key-reused`, and whatever `work` throws.
 */
export async function doOnce<T>(
  session: DatabaseSession,
  settings: IdempotencySettings,
  { keyHash, fingerprint }: { readonly keyHash: string; readonly fingerprint: string },
  work: (keep: Keep) => Promise<T>,
): Promise<T> {
  await removeExpired(session, settings.table);
  const claim = await claimKey(session, settings, keyHash, fingerprint);
  if ("answer" in claim) return parseStoredJson(claim.answer) as T;
  const isOurs = hasValues(settings.table, { keyhash: keyHash, token: claim.token });
  try {
    return await work(async (transaction, answer) => {
      const kept = { token: newToken(), expiresat: after(settings.keepTime), answer: toJsonText(answer) };
      // The claim expired and another server took it over: roll this create back.
      if (!(await updateRow(transaction, settings.table, kept, isOurs))) throw running();
    });
  } catch (error) {
    // If this delete fails too, the key is free when the claim expires.
    if (!isUnknown(error))
      await new EntityWrites(settings.table, session).delete(isOurs, "id").catch(() => undefined);
    throw error;
  }
}

/** The most attempts to claim a key that other requests change meanwhile. */
const MAX_LOOKS = 5;

/**
 * Claims the key for this request, or returns the stored answer. The request that knows a row's token owns the row,
 * and the token changes at every step. So only one of two servers continues, even if their clocks differ.
 */
async function claimKey(
  session: DatabaseSession,
  { table, claimTime }: IdempotencySettings,
  keyHash: string,
  fingerprint: string,
): Promise<{ readonly token: string } | { readonly answer: string }> {
  const token = newToken();
  for (let look = 0; look < MAX_LOOKS; look++) {
    const claim = { fingerprint, token, expiresat: after(claimTime), answer: null };
    const isNew = await insertRow(session, table, { keyhash: keyHash, ...claim }).then(() => true, isRefuted);
    if (isNew) return { token };
    const where = isKey(table, [keyHash]);
    const row = await new EntityReads(table, session).first(where, ownFields(table));
    // The former owner failed and released the key.
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

/**
 * Returns `false` if another request has the key (a unique conflict) or the outcome is unknown, in which case
 * the stored row decides. Rethrows other errors.
 */
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

/** Whether the write may have been done although it failed. */
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
