import { parseJsonText } from "../../http/bodies/parse-json.js";
import { ApiError } from "../../errors/api-error.js";
import type { Entity } from "../../model/model.js";

/**
 * Parses a parameter that is a JSON object, as clients that build objects send it. No condition and no selection
 * begins with a brace.
 * @returns The object. `undefined` for any other text, which is then in the parameter's own language.
 */
export function parseJsonParameter(text: string, limits: Entity["limits"]): object | undefined {
  if (!/^\s*\{/.test(text)) return undefined;
  try {
    return parseJsonText(text, limits) as object;
  } catch (error) {
    // The parser of the parameter's own syntax reports the position of a mistake.
    if (error instanceof ApiError && error.cause !== undefined) return undefined;
    const { maxJsonDepth, maxJsonKeys } = limits;
    const message = `An object in JSON may be nested at most ${maxJsonDepth} levels deep and have at most ${maxJsonKeys} keys.`;
    throw new ApiError("invalid-query", message, { cause: error });
  }
}
