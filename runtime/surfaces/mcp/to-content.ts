import { parseExactJson } from "../../model/values/exact-json.js";
import { isExactNumber } from "../../model/values/scalars.js";

/**
 * Parses the JSON text of an answer for the protocol, whose packages write it once more. Numbers that a double would
 * change become texts.
 */
export function toContent(text: string): unknown {
  return parseExactJson(text, (number) => (isExactNumber(number) ? Number(number) : number));
}
