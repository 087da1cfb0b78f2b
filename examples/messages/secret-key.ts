import { randomBytes } from "node:crypto";

const VARIABLE = "SECRET_KEY";

/** The key that signs the tokens. It is never in a file. Without the variable, a random key is used for this run. */
export const secretKey = process.env[VARIABLE] ?? randomBytes(32).toString("base64url");

/** Explains what a random key means. */
export function warnOfInventedKey(): void {
  if (process.env[VARIABLE] === undefined)
    console.warn(`${VARIABLE} is not set: tokens are good until this server stops. A real server needs it.`);
}
