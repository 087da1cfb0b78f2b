/**
 * A random UUID for an `Idempotency-Key`. `randomUUID` is missing on pages without HTTPS and in React Native, and
 * there may be no `crypto` at all. `Math.random` is enough there: a key must differ from other keys, but is no secret.
 */
export function randomKey(): string {
  const { crypto } = globalThis as { crypto?: Partial<typeof globalThis.crypto> };
  if (crypto?.randomUUID !== undefined) return crypto.randomUUID();
  const bytes = new Uint8Array(16);
  if (crypto?.getRandomValues !== undefined) crypto.getRandomValues(bytes);
  else bytes.forEach((_, index) => (bytes[index] = Math.random() * 256));
  // The version and the variant of a random UUID (RFC 9562, 5.4).
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const digits = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}
