import type { ValueLimits } from "./field-value.js";
import { ValueError } from "./value-error.js";

/** The last digit before padding: its unused bits must be 0 (RFC 4648, 3.5), so that bytes have one text. */
const BEFORE_PADDING: readonly RegExp[] = [/[A-Za-z0-9+/]$/, /[AEIMQUYcgkosw048]$/, /[AQgw]$/];

/** Parses bytes in base64 with padding (RFC 4648, 4). The limits count bytes. */
export function parseBytes(value: unknown, { minLength = 0, maxLength }: ValueLimits): string {
  if (typeof value !== "string" || !isBase64(value))
    throw new ValueError("wrong-type", 'must be bytes in base64 with padding, such as "AP8="');
  const length = (value.length / 4) * 3 - paddingOf(value);
  if (maxLength !== undefined && minLength === maxLength && length !== maxLength)
    throw new ValueError(
      length < maxLength ? "too-short" : "too-long",
      `must have exactly ${bytes(maxLength)}`,
      { minimum: maxLength, maximum: maxLength, unit: "bytes" },
    );
  if (length < minLength)
    throw new ValueError(
      "too-short",
      minLength === 1 ? "must not be empty" : `must have at least ${bytes(minLength)}`,
      { minimum: minLength, unit: "bytes" },
    );
  if (maxLength !== undefined && length > maxLength)
    throw new ValueError("too-long", `must have at most ${bytes(maxLength)}`, {
      maximum: maxLength,
      unit: "bytes",
    });
  return value;
}

function isBase64(text: string): boolean {
  if (text.length % 4 !== 0) return false;
  const padding = paddingOf(text);
  const digits = text.slice(0, text.length - padding);
  // A search for an invalid digit needs no backtracking, however long the text is.
  return !/[^A-Za-z0-9+/]/.test(digits) && (digits === "" || BEFORE_PADDING[padding]?.test(digits) === true);
}

function paddingOf(text: string): number {
  return text.endsWith("==") ? 2 : text.endsWith("=") ? 1 : 0;
}

function bytes(count: number): string {
  return count === 1 ? "1 byte" : `${count} bytes`;
}

/** Base64 for a URL's path, in which `/` separates: base64url without padding (RFC 4648, 5). */
export function bytesToPath(base64: string): string {
  return base64.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** The base64 of base64url. Any other text stays as it is. */
export function bytesFromPath(text: string): string {
  if (/[^\w-]/.test(text)) return text;
  return text
    .replaceAll("-", "+")
    .replaceAll("_", "/")
    .padEnd(Math.ceil(text.length / 4) * 4, "=");
}
