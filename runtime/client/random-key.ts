/**
 * 128 random bits for an `Idempotency-Key`, as a UUID or as sixteen numbers. `randomUUID` is missing on pages without
 * HTTPS and in React Native, and there may be no `crypto` at all. `Math.random` is enough there: a key must differ
 * from other keys, but is no secret.
 */
export function randomKey(): string {
  const { crypto } = globalThis as { crypto?: Partial<typeof globalThis.crypto> };
  if (crypto?.randomUUID !== undefined) return crypto.randomUUID();
  const bytes = new Uint8Array(16);
  if (crypto?.getRandomValues !== undefined) crypto.getRandomValues(bytes);
  else bytes.forEach((_, index) => (bytes[index] = Math.random() * 256));
  return bytes.join("-");
}
