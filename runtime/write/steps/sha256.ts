// Not `hash` by name: with an older Node.js, which lacks it, nothing would be loaded that says so (`check-node.ts`).
import crypto from "node:crypto";
import { toJsonText } from "../../model/values/exact-json.js";

export function sha256(value: unknown): string {
  return crypto.hash("sha256", toJsonText(value), "base64url");
}
