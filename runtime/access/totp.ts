import { createHmac } from "node:crypto";
import { isSameSecret } from "./same-secret.js";

// SHA-1, 30 seconds and 6 digits are what all authenticator apps know. Many ignore other values in the address.

/** The milliseconds for which a code is shown. */
export const TOTP_STEP = 30_000;
const DIGITS = 6;

const BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** The code of a counter (RFC 4226, section 5.3). */
export function hotp(secret: Buffer, counter: number): string {
  const message = Buffer.alloc(8);
  message.writeBigUInt64BE(BigInt(counter));
  const mac = createHmac("sha1", secret).update(message).digest();
  const number = mac.readUInt32BE(mac.readUInt8(mac.length - 1) & 0xf) & 0x7f_ff_ff_ff;
  return String(number % 10 ** DIGITS).padStart(DIGITS, "0");
}

/**
 * The step whose code this is: the current one, or one beside it, because clocks differ and people type slowly
 * (RFC 6238, section 5.2). `undefined` for a wrong code.
 */
export function stepOfCode(secret: Buffer, code: string, now = Date.now()): number | undefined {
  const step = Math.floor(now / TOTP_STEP);
  return [step + 1, step, step - 1].find((each) => isSameSecret(code, hotp(secret, each)));
}

/** The address that authenticator apps read as a QR code ("Key URI Format"). @param issuer Without a colon. */
export function totpUri(secret: Buffer, issuer: string, username: string): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(username)}`;
  return `otpauth://totp/${label}?secret=${toBase32(secret)}&issuer=${encodeURIComponent(issuer)}`;
}

/** Bytes in base32 (RFC 4648) without padding. */
export function toBase32(bytes: Buffer): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, "0")).join("");
  const groups = bits.match(/.{1,5}/g) ?? [];
  return groups.map((group) => BASE32.charAt(Number.parseInt(group.padEnd(5, "0"), 2))).join("");
}
