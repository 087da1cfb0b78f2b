import { randomBytes } from "node:crypto";

const VARIABLE = "SECRET_KEY";

/** The key that signs the tokens. It is never in a file: without the variable, it is one for this run only. */
export const secretKey = process.env[VARIABLE] ?? randomBytes(32).toString("base64url");

/** Says what an invented key means. */
export function warnOfInventedKey(): void {
  if (process.env[VARIABLE] === undefined)
    console.warn(`${VARIABLE} is not set: tokens are good until this server stops. A real server needs it.`);
}
