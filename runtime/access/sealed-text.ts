import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";

const CIPHER = "aes-256-gcm";
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Encrypts secrets that the server must read again, with keys that are derived from the server's for one purpose. */
export class SealedText {
  readonly #key: Buffer;
  readonly #keys: readonly Buffer[];

  /** @param secretKeys The first encrypts, all decrypt. */
  constructor([first, ...former]: readonly [string, ...string[]], purpose: string) {
    const derive = (secret: string) => Buffer.from(hkdfSync("sha256", secret, "", purpose, 32));
    this.#key = derive(first);
    this.#keys = [this.#key, ...former.map(derive)];
  }

  /** @param context What the text belongs to: it can only be opened with the same context. */
  seal(bytes: Buffer, context: string): string {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(CIPHER, this.#key, nonce).setAAD(Buffer.from(context));
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
