import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { deriveKeys, type DerivedKeys } from "./derived-keys.js";

const CIPHER = "aes-256-gcm";
const NONCE_BYTES = 12;
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
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(CIPHER, this.#keys[0], nonce).setAAD(Buffer.from(context));
    const sealed = Buffer.concat([cipher.update(bytes), cipher.final()]);
    return Buffer.concat([nonce, sealed, cipher.getAuthTag()]).toString("base64url");
  }

  /** `undefined` if it was changed, belongs to another context, or its key is not one of these. */
  open(text: string, context: string): Buffer | undefined {
    const bytes = Buffer.from(text, "base64url");
    if (bytes.length < NONCE_BYTES + TAG_BYTES) return undefined;
    for (const key of this.#keys) {
      const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE_BYTES), {
        authTagLength: TAG_BYTES,
      })
        .setAAD(Buffer.from(context))
        .setAuthTag(bytes.subarray(-TAG_BYTES));
      try {
        return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]);
      } catch {
        // Not sealed with this key.
      }
    }
    return undefined;
  }
}
