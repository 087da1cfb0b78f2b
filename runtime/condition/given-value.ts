import { ExactNumber } from "../model/values/exact-number.js";
import { ValueError } from "../model/values/value-error.js";
import type { TextValue } from "./nodes.js";

/**
 * Converts a JavaScript value to a value of a condition. Texts are quoted, so that they stay texts.
 * @throws {ValueError}
 */
export function givenValue(given: unknown): TextValue {
  const text = bareText(given);
  return text === undefined ? { text: quotedText(given), isQuoted: true } : { text, isQuoted: false };
}

/** The text of a value that is written without quotes. */
function bareText(given: unknown): string | undefined {
  if (given === null) return "null";
  if (typeof given === "boolean" || typeof given === "bigint") return String(given);
  if (typeof given === "number" && Number.isFinite(given)) return String(given);
  return given instanceof ExactNumber ? given.text : undefined;
}

function quotedText(given: unknown): string {
  if (typeof given === "string") return given;
  if (given instanceof Date && !Number.isNaN(given.getTime())) return given.toISOString();
  if (given instanceof Uint8Array)
    return Buffer.from(given.buffer, given.byteOffset, given.byteLength).toString("base64");
  throw new ValueError("wrong-type", `must be text, a number, true, false, a date, bytes or null`);
}
