import { randomBytes, scrypt, timingSafeEqual } from "node:crypto";
import { ApiError } from "../errors/api-error.js";

/** What a hash costs: the time goes with the product of the three, the memory with `N * r * 128` bytes. */
interface Cost {
  readonly N: number;
  readonly r: number;
  readonly p: number;
}

/** OWASP's parameters for scrypt (Password Storage Cheat Sheet): 128 MiB for each hash. */
const COST: Cost = { N: 2 ** 17, r: 8, p: 1 };
/** Of a hash that is stored, twice our own: a database that somebody has changed must not stop the server. */
const MAX_COST = 2 * COST.N * COST.r * COST.p;
/** What that takes, and a little more for what is beside it. */
const MAX_MEMORY = 128 * MAX_COST + 1024 * 1024;
const HASH_BYTES = 32;
const SALT_BYTES = 16;
/** Each takes a thread and much memory, so only a few run at once; the others wait in turn. */
const MAX_AT_ONCE = 2;
/** As many as are done within some ten seconds. */
const MAX_WAITING = 60;

/** `scrypt$N$r$p$salt$hash`, base64. */
const STORED = /^scrypt\$(\d{1,7})\$(\d{1,2})\$(\d{1,2})\$([A-Za-z0-9+/]{22}==)\$([A-Za-z0-9+/]{43}=)$/;

/** Those who log in and those who write secrets wait apart, and take turns: neither can keep the others out. */
const waiting: Readonly<Record<Purpose, (() => void)[]>> = { check: [], store: [] };
type Purpose = "check" | "store";
let running = 0;
let servedLast: Purpose = "store";

/**
 * What is stored of a secret. Every secret has a salt of its own.
 * @throws {ApiError} `too-many-passwords` where too many wait for the same already.
 */
export async function hashSecret(secret: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const hash = await inTurn("store", () => deriveKey(secret, salt, COST));
  return ["scrypt", COST.N, COST.r, COST.p, salt.toString("base64"), hash.toString("base64")].join("$");
}

/**
 * Whether a secret is the one of which this is stored. It takes as long where nothing is stored, or nothing that is a hash.
 * @throws {ApiError} `too-many-passwords` where too many wait for the same already.
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

/** What is looked at in place of a hash that is not there. */
const nothingStored: StoredSecret = {
  salt: randomBytes(SALT_BYTES),
  hash: randomBytes(HASH_BYTES),
  cost: COST,
};

function parseStored(stored: unknown): StoredSecret | undefined {
  const [, N, r, p, salt = "", hash = ""] = STORED.exec(String(stored)) ?? [];
  const cost = { N: Number(N), r: Number(r), p: Number(p) };
  // NaN, too: what is no number is not within bounds.
  const isPossible = Number.isInteger(Math.log2(cost.N)) && cost.N > 1 && cost.r > 0 && cost.p > 0;
  if (!isPossible || cost.N * cost.r * cost.p > MAX_COST) return undefined;
  return { salt: Buffer.from(salt, "base64"), hash: Buffer.from(hash, "base64"), cost };
}

async function inTurn<T>(purpose: Purpose, work: () => Promise<T>): Promise<T> {
  if (waiting[purpose].length >= MAX_WAITING)
    throw new ApiError(
      "too-many-passwords",
      "Too many passwords are checked or stored. Try again in a moment.",
      {
        headers: { "Retry-After": "5" },
      },
    );
  if (running >= MAX_AT_ONCE) await new Promise<void>((resolve) => waiting[purpose].push(resolve));
  else running++;
  try {
    return await work();
  } finally {
    // The place is handed on: nobody else can take it in between.
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
  return new Promise((resolve, reject) => {
    scrypt(secret.normalize("NFC"), salt, HASH_BYTES, options, (error, key) => {
      if (error === null) resolve(key);
      else reject(error);
    });
  });
}
