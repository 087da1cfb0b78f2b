import { createPublicKey } from "node:crypto";
import type { JWK } from "jose";

/** The minimum length of RSA keys (RFC 7518, section 3.3). */
const MIN_RSA_BITS = 2048;

/** The keys of a key set that can verify signatures. */
export interface UsableKeys {
  readonly keys: readonly JWK[];
  /** Why others are skipped, a sentence for each. Those for encryption are not among them. */
  readonly skipped: readonly string[];
}

/**
 * Sorts the keys of a key set. A key that cannot be used is no reason to reject the tokens of the others (RFC 7517,
 * section 5).
 * @throws {Error} if the document is no key set.
 */
export function usableKeys(document: unknown): UsableKeys {
  const found = (document as { readonly keys?: unknown } | null)?.keys;
  if (!Array.isArray(found)) throw new Error("The identity provider's keys are no key set.");
  const keys: JWK[] = [];
  const skipped: string[] = [];
  for (const [index, key] of (found as readonly (JWK | null)[]).entries()) {
    if (key?.use === "enc") continue;
    const reason = mistakeIn(key);
    if (key === null || reason !== undefined)
      skipped.push(`The identity provider's key ${nameOf(key, index)} is not used: ${String(reason)}.`);
    else keys.push(key);
  }
  return { keys, skipped };
}

function mistakeIn(key: JWK | null): string | undefined {
  if (typeof key !== "object" || key === null) return "it is not an object";
  try {
    const { asymmetricKeyDetails: details } = createPublicKey({ key, format: "jwk" });
    const bits = details?.modulusLength ?? MIN_RSA_BITS;
    return bits < MIN_RSA_BITS ? `it has ${bits} bits, and at least ${MIN_RSA_BITS} are required` : undefined;
  } catch {
    return "it is of an unknown kind, or broken";
  }
}

function nameOf(key: JWK | null, index: number): string {
  const { kid } = (key ?? {}) as { readonly kid?: unknown };
  return typeof kid === "string" ? JSON.stringify(kid.slice(0, 100)) : String(index + 1);
}
