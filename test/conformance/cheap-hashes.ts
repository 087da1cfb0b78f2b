import crypto from "node:crypto";
import { syncBuiltinESMExports } from "node:module";
import { afterAll, beforeAll } from "vitest";

/** The smallest cost that scrypt allows. */
const N = 2;

let hashed = 0;

/** How many secrets have been hashed in this process. */
export function hashCount(): number {
  return hashed;
}

/**
 * Makes hashing secrets cheap in this process until the tests of the file end, because it would take most of
 * the suite's time. The real cost is tested where hashing is tested.
 */
export function useCheapHashes(): void {
  const { scrypt } = crypto;
  // In hooks, which are left out with the tests: a file without tests must not change the process.
  beforeAll(() => {
    replaceScrypt(((secret, salt, length, options: crypto.ScryptOptions, callback) => {
      hashed++;
      scrypt(secret, salt, length, { ...options, N }, callback);
    }) as typeof scrypt);
  });
  afterAll(() => {
    replaceScrypt(scrypt);
  });
}

function replaceScrypt(scrypt: typeof crypto.scrypt): void {
  crypto.scrypt = scrypt;
  syncBuiltinESMExports();
}
