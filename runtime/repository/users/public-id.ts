import { randomBytes } from "node:crypto";

/**
 * A new id of a session or a key: 128 random bits in base64url. Users write it on command lines, which would take one that
 * begins with "-" for an option.
 */
export function newPublicId(): string {
  const id = randomBytes(16).toString("base64url");
  return id.startsWith("-") ? newPublicId() : id;
}
