import { hash } from "node:crypto";
import { toJsonText } from "../../model/values/exact-json.js";

/** A hash of a value that JSON can hold. */
export function sha256(value: unknown): string {
  return hash("sha256", toJsonText(value), "base64url");
}
