import { createHmac, randomBytes } from "node:crypto";
import { deriveKeys, type DerivedKeys } from "../access/derived-keys.js";
import { NONCE_BYTES, open, seal } from "../access/sealed-text.js";
import { BoundedCache } from "../database/sql/bounded-cache.js";
import { singleMistake, type ApiError } from "../errors/api-error.js";
import { parseExactJson, toJsonText } from "../model/values/exact-json.js";
import type { FieldValue } from "../model/field-type.js";
import type { Model } from "../model/model.js";
import { onceForEach } from "../model/once-for-each.js";

/**
 * Contents are padded to a multiple of this length, so that the length of a cursor reveals little about its values.
 */
const BLOCK_BYTES = 64;
/** The longest content whose cursor is cached, because values can be long texts. */
const MAX_KEPT_LENGTH = 1000;

/**
 * Encrypts the values at which a page ends, and decrypts them again: the caller may not be allowed to read them, such
 * as a hidden key. The same values give the same text, so that the same page has the same bytes and the same `ETag`:
 * the nonce is an HMAC of the content (as in RFC 5297, "synthetic initialization vector").
 */
export class Cursors {
  readonly #keys: DerivedKeys;
  readonly #nonceKey: Buffer;
  /** The cursors of the pages that were read last, because many callers read the same first pages. */
  readonly #sealed = new BoundedCache<string>();

  /** @param secrets The first seals cursors, all open them. Servers with the same accept each other's cursors. */
  constructor(...secrets: readonly [string, ...string[]]) {
    this.#keys = deriveKeys(secrets, "data-api cursor");
    [this.#nonceKey] = deriveKeys(secrets, "data-api cursor nonce");
  }

  /** @param context The page and order that the cursor is bound to: it can only be opened with the same text. */
  seal(context: string, values: readonly FieldValue[]): string {
    const text = filledUp(toJsonText(values));
    const content = `${context.length} ${context}${text}`;
    const sealed = () => seal(Buffer.from(text), context, this.#keys[0], this.#nonceOf(content));
    return content.length > MAX_KEPT_LENGTH ? sealed() : this.#sealed.get(content, sealed);
  }

  #nonceOf(content: string): Buffer {
    return createHmac("sha256", this.#nonceKey).update(content).digest().subarray(0, NONCE_BYTES);
  }

  /** @throws {ApiError} `invalid-page` if it was sealed for another context, or with another secret. */
  open(context: string, cursor: string): readonly FieldValue[] {
    const bytes = open(cursor, context, this.#keys);
    // Only one text represents the same bytes.
    if (bytes === undefined || Buffer.from(cursor, "base64url").toString("base64url") !== cursor)
      throw invalid();
    return parseExactJson(bytes.toString(), Number) as readonly FieldValue[];
  }
}

/** The cursors of a server, made once. Without a configured secret, they end with the process. */
export const cursorsOf = onceForEach(({ auth, server }: Model) =>
  auth?.tokens?.kind === "own"
    ? new Cursors(...auth.tokens.secretKeys)
    : new Cursors(server.cursorKey ?? randomBytes(32).toString("base64url")),
);

function filledUp(json: string): string {
  return json + " ".repeat(BLOCK_BYTES - (Buffer.byteLength(json) % BLOCK_BYTES));
}

function invalid(): ApiError {
  const message =
    '"after" must be the "next" of a page with the same order: begin again without it. Servers accept cursors of each other only if they have the same secret.';
  return singleMistake("invalid-page", "wrong-type", message, { path: "after" });
}
