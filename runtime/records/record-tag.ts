import { sha256 } from "../access/sha256.js";
import type { JsonBody } from "./json-body.js";

/** 132 bits, so that collisions are infeasible. */
const LENGTH = 22;

/**
 * The version of a record: a strong entity tag (RFC 9110, 8.8.3), hashed from the record's JSON text as this
 * caller sees it. It needs no column, and it differs even for two changes within a millisecond.
 */
export function recordTag(json: JsonBody): string {
  return `"${sha256(json).slice(0, LENGTH)}"`;
}
