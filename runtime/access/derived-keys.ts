import { createHmac, hkdfSync } from "node:crypto";

/** Keys for one purpose, in the order of `secretKey`. A key that is removed ends what was hashed with it. */
export type DerivedKeys = readonly [Buffer, ...Buffer[]];

export function deriveKeys([first, ...former]: readonly [string, ...string[]], purpose: string): DerivedKeys {
  const derive = (secret: string) => Buffer.from(hkdfSync("sha256", secret, "", purpose, 32));
  return [derive(first), ...former.map(derive)];
}

/** A keyed hash with a purpose of its own, in base64url. */
export function keyedHash(key: Buffer, purpose: string, text: string): string {
  return createHmac("sha256", key).update(`${purpose}:${text}`).digest("base64url");
}
