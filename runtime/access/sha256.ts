// Not `hash` by name: with an older Node.js, which lacks it, nothing would be loaded that says so (`check-node.ts`).
import crypto from "node:crypto";
import { toJsonText } from "../model/values/exact-json.js";

/** In base64url. */
export function sha256(content: string | Buffer): string {
  return crypto.hash("sha256", content, "base64url");
}

export function sha256OfJson(value: unknown): string {
  return sha256(toJsonText(value));
}
