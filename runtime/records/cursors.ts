import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from "node:crypto";
import { BoundedCache } from "../database/sql/bounded-cache.js";
import { singleMistake, type ApiError } from "../errors/api-error.js";
import { parseExactJson, toJsonText } from "../model/values/exact-json.js";
import type { FieldValue } from "../model/field-type.js";
import type { Model } from "../model/model.js";
import { onceForEach } from "../model/once-for-each.js";

const CIPHER = "aes-256-gcm";
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
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
  readonly #keys: { readonly cipher: Buffer; readonly nonce: Buffer };
  /** Those of the former secrets too. */
  readonly #cipherKeys: readonly Buffer[];
  /** The cursors of the pages that were read last, because many callers read the same first pages. */
  readonly #sealed = new BoundedCache<string>();

  /**
   * @param secret Seals cursors. Servers with the same secret accept each other's cursors.
   * @param former Only open cursors.
   */
  constructor(secret: string | Buffer, ...former: readonly string[]) {
    this.#keys = { cipher: derive(secret, "cursor"), nonce: derive(secret, "cursor nonce") };
    this.#cipherKeys = [this.#keys.cipher, ...former.map((each) => derive(each, "cursor"))];
  }

  /** @param context The page and order that the cursor is bound to: it can only be opened with the same text. */
  seal(context: string, values: readonly FieldValue[]): string {
    const text = filledUp(toJsonText(values));
    const content = `${context.length} ${context}${text}`;
    const seal = () => this.#seal(context, text, content);
    return content.length > MAX_KEPT_LENGTH ? seal() : this.#sealed.get(content, seal);
  }

  #seal(context: string, text: string, content: string): string {
    const nonce = createHmac("sha256", this.#keys.nonce).update(content).digest().subarray(0, NONCE_BYTES);
    const cipher = createCipheriv(CIPHER, this.#keys.cipher, nonce).setAAD(Buffer.from(context));
    const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
    return Buffer.concat([nonce, sealed, cipher.getAuthTag()]).toString("base64url");
  }

  /** @throws {ApiError} `invalid-page` if it was sealed for another context, or with another secret. */
  open(context: string, cursor: string): readonly FieldValue[] {
    const bytes = Buffer.from(cursor, "base64url");
    // Only one text represents the same bytes.
    if (bytes.length <= NONCE_BYTES + TAG_BYTES || bytes.toString("base64url") !== cursor) throw invalid();
    const nonce = bytes.subarray(0, NONCE_BYTES);
    const sealed = bytes.subarray(NONCE_BYTES, -TAG_BYTES);
    for (const key of this.#cipherKeys) {
      const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES })
        .setAAD(Buffer.from(context))
        .setAuthTag(bytes.subarray(-TAG_BYTES));
      try {
        const text = Buffer.concat([decipher.update(sealed), decipher.final()]).toString();
        return parseExactJson(text, Number) as readonly FieldValue[];
      } catch {
        // Not sealed with this key.
      }
    }
    throw invalid();
  }
}

/** The cursors of a server, made once. Without a configured secret, they end with the process. */
export const cursorsOf = onceForEach(({ auth, server }: Model) =>
  auth?.tokens?.kind === "own"
    ? new Cursors(...auth.tokens.secretKeys)
    : new Cursors(server.cursorKey ?? randomBytes(KEY_BYTES)),
);

function filledUp(json: string): string {
  return json + " ".repeat(BLOCK_BYTES - (Buffer.byteLength(json) % BLOCK_BYTES));
}

function derive(secret: string | Buffer, purpose: string): Buffer {
  return Buffer.from(hkdfSync("sha256", secret, "", `data-api ${purpose}`, KEY_BYTES));
}

function invalid(): ApiError {
  const message =
    '"after" must be the "next" of a page with the same order: begin again without it. Servers accept cursors of each other only if they have the same secret.';
  return singleMistake("invalid-page", "wrong-type", message, { path: "after" });
}
