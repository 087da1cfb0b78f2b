import { randomBytes } from "node:crypto";

/** A new token version. It is random, so that tokens of a deleted user never match a later user with the same id. */
export function newTokenVersion(): string {
  return randomBytes(16).toString("base64url");
}
