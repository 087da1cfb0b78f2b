import { AsyncLocalStorage, createHook } from "node:async_hooks";
import crypto, { randomBytes, scryptSync } from "node:crypto";
import { syncBuiltinESMExports } from "node:module";
import { describe, expect, it, vi } from "vitest";
import { hashSecret, verifySecret } from "../../../runtime/access/secrets.js";
import { useCheapHashes } from "../../conformance/cheap-hashes.js";

it("a secret is stored as a scrypt hash of its NFC form, together with its salt and costs", async () => {
  const decomposed = "cafe\u0301";
  const [scheme, N, r, p, salt = "", hash = ""] = (await hashSecret(decomposed)).split("$");
  expect([scheme, N, r, p]).toEqual(["scrypt", "131072", "8", "1"]);
  const key = scryptSync("caf\u00e9", Buffer.from(salt, "base64"), 32, {
    N: 2 ** 17,
    r: 8,
    p: 1,
    maxmem: 2 ** 28,
  });
  expect(key.toString("base64")).toBe(hash);
  expect(Buffer.from(salt, "base64")).toHaveLength(16);
});

/** The stored form of a secret that was hashed with these costs. */
function stored(secret: string, N: number, r: number, p: number): string {
  const salt = randomBytes(16);
  const hash = scryptSync(secret, salt, 32, { N, r, p, maxmem: 2 ** 30 });
  return ["scrypt", N, r, p, salt.toString("base64"), hash.toString("base64")].join("$");
}

describe("a secret matches", () => {
  it("a secret matches its hash in any Unicode form", async () => {
    const hash = await hashSecret("caf\u00e9");
    expect(await verifySecret("cafe\u0301", hash)).toBe(true);
    expect(await verifySecret("cafe", hash)).toBe(false);
    expect(await verifySecret("", hash)).toBe(false);
    expect(await verifySecret(hash, hash)).toBe(false);
  });

  it("a secret matches its hash at the stored cost", async () => {
    for (const [N, r, p] of [
      [2, 1, 1],
      [2 ** 14, 8, 5],
      [2 ** 18, 8, 1],
    ] as const) {
      const hash = stored("secret", N, r, p);
      expect(await verifySecret("secret", hash)).toBe(true);
      expect(await verifySecret("Secret", hash)).toBe(false);
    }
  });
});

const salt = Buffer.alloc(16).toString("base64");
const hash = Buffer.alloc(32).toString("base64");

const nothings: readonly unknown[] = [
  null,
  5,
  "secret",
  `scrypt$131072$8$1$${salt}$${hash.slice(4)}`,
  `scrypt$131072$8$1$${salt}$${hash}\n`,
  `bcrypt$131072$8$1$${salt}$${hash}`,
  `scrypt$131071$8$1$${salt}$${hash}`,
  `scrypt$1$8$1$${salt}$${hash}`,
  `scrypt$131072$0$1$${salt}$${hash}`,
  // These would need more memory or time than any server has.
  `scrypt$1048576$8$1$${salt}$${hash}`,
  `scrypt$131072$8$99$${salt}$${hash}`,
];

it("checking an invalid hash does the same computation as checking a valid one", async () => {
  const hashed = await hashSecret("secret");
  const scrypt = vi.spyOn(crypto, "scrypt");
  syncBuiltinESMExports();
  for (const each of [hashed, undefined, "", nothings.at(-1)]) await verifySecret("secret", each);
  const computed = scrypt.mock.calls.map(([secret, , length, options]) => [secret, length, options]);
  scrypt.mockRestore();
  syncBuiltinESMExports();
  expect(computed).toHaveLength(4);
  for (const each of computed) expect(each).toEqual(computed[0]);
});

describe("with any costs of a hash,", () => {
  useCheapHashes();

  it("no secret matches an invalid hash", async () => {
    const found = await Promise.all(nothings.map((nothing) => verifySecret("secret", nothing)));
    expect(found.map((isIt, index) => (isIt ? nothings[index] : undefined)).filter(Boolean)).toEqual([]);
    expect(await verifySecret("undefined", undefined)).toBe(false);
  });

  it("at most two hashes are computed at the same time, and too many requests are rejected", async () => {
    const cheap = stored("secret", 2, 1, 1);
    const hashing = watchHashing();
    const results = await Promise.allSettled([
      ...Array.from({ length: 4 }, () => hashSecret("secret")),
      ...Array.from({ length: 80 }, () => verifySecret("secret", cheap)),
    ]);
    const { begun, mostAtOnce } = hashing.end();
    expect([begun.length, mostAtOnce]).toEqual([64, 2]);
    const refused = results.filter(({ status }) => status === "rejected");
    // 60 checks run or wait; the rest is rejected. Hashes for storing have a queue of their own.
    expect(refused.length).toBe(80 - 60);
    expect((refused[0] as PromiseRejectedResult).reason).toMatchObject({
      code: "too-many-passwords",
      status: 503,
      headers: { "Retry-After": "5" },
    });
    expect(results.slice(0, 64).every(({ status }) => status === "fulfilled")).toBe(true);
    expect(await verifySecret("secret", cheap)).toBe(true);
  });

  it("a log-in takes its turn before secrets that wait to be stored", async () => {
    const purpose = new AsyncLocalStorage<string>();
    const hashing = watchHashing(() => purpose.getStore());
    const storing = Array.from({ length: 6 }, () => purpose.run("store", () => hashSecret("secret")));
    const checking = purpose.run("check", () => verifySecret("secret", stored("secret", 2, 1, 1)));
    await Promise.all([...storing, checking]);
    // Two begin at once. Which of them ends first is up to the threads.
    expect(hashing.end().begun.slice(0, 3)).toEqual(["store", "store", "check"]);
  });
});

/** Watches the hashes that Node.js computes, until `end` is called, and what each was called. */
function watchHashing<T = undefined>(called?: () => T) {
  const running = new Set<number>();
  const begun: (T | undefined)[] = [];
  let mostAtOnce = 0;
  const hook = createHook({
    init(id, type) {
      if (type !== "SCRYPTREQUEST") return;
      running.add(id);
      begun.push(called?.());
      mostAtOnce = Math.max(mostAtOnce, running.size);
    },
    before(id) {
      running.delete(id);
    },
  }).enable();
  return {
    end() {
      hook.disable();
      return { begun, mostAtOnce };
    },
  };
}
