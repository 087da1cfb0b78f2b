// Not `hash` by name: with an older Node.js, which lacks it, nothing would be loaded that says so (`check-node.ts`).
import crypto from "node:crypto";
import type { JsonBody } from "./json-body.js";

/** 132 bits, so that collisions are infeasible. */
const LENGTH = 22;

/**
 * The version of a record: a strong entity tag (RFC 9110, 8.8.3), hashed from the record's JSON text as this
 * caller sees it. It needs no column, and it differs even for two changes within a millisecond.
 */
export function recordTag(json: JsonBody): string {
  return `"${crypto.hash("sha256", json, "base64url").slice(0, LENGTH)}"`;
}
