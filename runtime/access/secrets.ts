import { randomBytes, scrypt } from "node:crypto";

/** OWASP's parameters for scrypt (Password Storage Cheat Sheet): 128 MiB for each hash. */
const COST = { N: 2 ** 17, r: 8, p: 1, maxmem: 256 * 1024 * 1024 };
const HASH_BYTES = 32;
const SALT_BYTES = 16;
/** Each takes a thread and much memory, so only a few run at once; the others wait in turn. */
const MAX_AT_ONCE = 2;

const waiting: (() => void)[] = [];
let running = 0;

/** What is stored of a secret: `scrypt$N$r$p$salt$hash`, base64. Every secret has a salt of its own. */
export async function hashSecret(secret: string): Promise<string> {
  if (running >= MAX_AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve));
  running++;
  try {
    const salt = randomBytes(SALT_BYTES);
    const hash = await deriveKey(secret.normalize("NFC"), salt);
    return ["scrypt", COST.N, COST.r, COST.p, salt.toString("base64"), hash.toString("base64")].join("$");
  } finally {
    running--;
    waiting.shift()?.();
  }
}

function deriveKey(secret: string, salt: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(secret, salt, HASH_BYTES, COST, (error, key) => {
      if (error === null) resolve(key);
      else reject(error);
    });
  });
}
