import { randomBytes, scrypt, timingSafeEqual } from "node:crypto";
import { ApiError } from "../errors/api-error.js";

/** The cost of a hash. Time grows with `N * r * p`. Memory is `N * r * 128` bytes. */
interface Cost {
  readonly N: number;
  readonly r: number;
  readonly p: number;
}

/** OWASP's parameters for scrypt (Password Storage Cheat Sheet): 128 MiB per hash. */
const COST: Cost = { N: 2 ** 17, r: 8, p: 1 };
/** The limit for stored hashes, twice our own cost: a manipulated database must not stall the server. */
const MAX_COST = 2 * COST.N * COST.r * COST.p;
/** The memory that `MAX_COST` needs, plus 1 MiB of overhead. */
const MAX_MEMORY = 128 * MAX_COST + 1024 * 1024;
const HASH_BYTES = 32;
const SALT_BYTES = 16;
/** Each hash takes a thread and much memory. Only this many run at once, the others queue. */
const MAX_AT_ONCE = 2;
/** About ten seconds of work. */
const MAX_WAITING = 60;

/** `scrypt$N$r$p$salt$hash`, with salt and hash in base64. */
const STORED = /^scrypt\$(\d{1,7})\$(\d{1,2})\$(\d{1,2})\$([A-Za-z0-9+/]{22}==)\$([A-Za-z0-9+/]{43}=)$/;

/** Checking and storing have separate queues that take turns, so that neither can starve the other. */
const waiting: Readonly<Record<Purpose, (() => void)[]>> = { check: [], store: [] };
type Purpose = "check" | "store";
let running = 0;
let servedLast: Purpose = "store";

/**
 * Hashes a secret for storage, with a salt of its own.
 * @throws {ApiError} `too-many-passwords` if the queue is full.
 */
export async function hashSecret(secret: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const hash = await inTurn("store", () => deriveKey(secret, salt, COST));
  return ["scrypt", COST.N, COST.r, COST.p, salt.toString("base64"), hash.toString("base64")].join("$");
}

/**
 * Whether a secret matches the stored hash. Takes the same time if the hash is missing or malformed.
 * @throws {ApiError} `too-many-passwords` if the queue is full.
 */
export async function verifySecret(secret: string, stored: unknown): Promise<boolean> {
  const parsed = parseStored(stored);
  const { salt, hash, cost } = parsed ?? nothingStored;
  const found = await inTurn("check", () => deriveKey(secret, salt, cost));
  return timingSafeEqual(found, hash) && parsed !== undefined;
}

interface StoredSecret {
  readonly salt: Buffer;
  readonly hash: Buffer;
  readonly cost: Cost;
}

/** The hash to compare with if no valid one is stored, so that the check takes the same time. */
const nothingStored: StoredSecret = {
  salt: randomBytes(SALT_BYTES),
  hash: randomBytes(HASH_BYTES),
  cost: COST,
};

function parseStored(stored: unknown): StoredSecret | undefined {
  const [, N, r, p, salt = "", hash = ""] = STORED.exec(String(stored)) ?? [];
  const cost = { N: Number(N), r: Number(r), p: Number(p) };
  // Also rejects `NaN`, for which every comparison is false.
  const isPossible = Number.isInteger(Math.log2(cost.N)) && cost.N > 1 && cost.r > 0 && cost.p > 0;
  if (!isPossible || cost.N * cost.r * cost.p > MAX_COST) return undefined;
  return { salt: Buffer.from(salt, "base64"), hash: Buffer.from(hash, "base64"), cost };
}

async function inTurn<T>(purpose: Purpose, work: () => Promise<T>): Promise<T> {
  if (waiting[purpose].length >= MAX_WAITING)
    throw new ApiError("too-many-passwords", "Too many passwords are being hashed. Try again in a moment.", {
      headers: { "Retry-After": "5" },
    });
  if (running >= MAX_AT_ONCE) await new Promise<void>((resolve) => waiting[purpose].push(resolve));
  else running++;
  try {
    return await work();
  } finally {
    // Hand the slot to the next in the queue, so that no other caller can take it in between.
    const next = nextInTurn();
    if (next === undefined) running--;
    else next();
  }
}

function nextInTurn(): (() => void) | undefined {
  const other: Purpose = servedLast === "check" ? "store" : "check";
  const purpose = waiting[other].length > 0 ? other : servedLast;
  servedLast = purpose;
  return waiting[purpose].shift();
}

function deriveKey(secret: string, salt: Buffer, cost: Cost): Promise<Buffer> {
  const options = { ...cost, maxmem: MAX_MEMORY };
  return new Promise((resolve, reject) =>
    scrypt(secret.normalize("NFC"), salt, HASH_BYTES, options, (error, key) => {
      // Without an error, Node.js passes `null` and Bun `undefined`.
      if (error) reject(error);
      else resolve(key);
    }),
  );
}
