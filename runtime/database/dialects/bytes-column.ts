import type { FieldValue } from "../../model/field-type.js";

/** How drivers represent `bytes`, whose canonical form is base64. */
export const bytesColumn = {
  typescript: "Uint8Array",
  toParameter: (value: Exclude<FieldValue, null>): Uint8Array => Buffer.from(value as string, "base64"),
  fromColumn: readBytes,
} as const;

/** A text among bytes, which SQLite allows, is written as an SQL literal, so that it does not look like base64. */
function readBytes(value: unknown): FieldValue {
  if (value instanceof Uint8Array)
    return Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString("base64");
  return typeof value === "string" ? `'${value.replaceAll("'", "''")}'` : String(value);
}

export function toHex(value: Uint8Array): string {
  return Buffer.from(value).toString("hex");
}
