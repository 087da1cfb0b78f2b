import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { deriveKeys, type DerivedKeys } from "./derived-keys.js";

const CIPHER = "aes-256-gcm";
export const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Encrypts secrets that the server must read again, with keys that are derived from the server's for one purpose. */
export class SealedText {
  readonly #keys: DerivedKeys;

  /** @param secretKeys The first encrypts, all decrypt. */
  constructor(secretKeys: readonly [string, ...string[]], purpose: string) {
    this.#keys = deriveKeys(secretKeys, purpose);
  }

  /** @param context What the text belongs to: it can only be opened with the same context. */
  seal(bytes: Buffer, context: string): string {
    return seal(bytes, context, this.#keys[0], randomBytes(NONCE_BYTES));
  }

  /** `undefined` if it was changed, belongs to another context, or its key is not one of these. */
  open(text: string, context: string): Buffer | undefined {
    return open(text, context, this.#keys);
  }
}

/** @param nonce Never the same for other bytes with the same key. */
export function seal(bytes: Buffer, context: string, key: Buffer, nonce: Buffer): string {
  const cipher = createCipheriv(CIPHER, key, nonce).setAAD(Buffer.from(context));
  const sealed = Buffer.concat([cipher.update(bytes), cipher.final()]);
  return Buffer.concat([nonce, sealed, cipher.getAuthTag()]).toString("base64url");
}

export function open(text: string, context: string, keys: readonly Buffer[]): Buffer | undefined {
  const bytes = Buffer.from(text, "base64url");
  if (bytes.length < NONCE_BYTES + TAG_BYTES) return undefined;
  const nonce = bytes.subarray(0, NONCE_BYTES);
  const sealed = bytes.subarray(NONCE_BYTES, -TAG_BYTES);
  for (const key of keys) {
    const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES })
      .setAAD(Buffer.from(context))
      .setAuthTag(bytes.subarray(-TAG_BYTES));
    try {
      return Buffer.concat([decipher.update(sealed), decipher.final()]);
    } catch {
      // Not sealed with this key.
    }
  }
  return undefined;
}
