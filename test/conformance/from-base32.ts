/** The bytes of a text in base32 without padding, as authenticator apps take it. */
export function fromBase32(text: string): Buffer {
  const bits = Array.from(text, (char) =>
    "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".indexOf(char).toString(2).padStart(5, "0"),
  );
  const bytes = bits.join("").match(/.{8}/g) ?? [];
  return Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)));
}
