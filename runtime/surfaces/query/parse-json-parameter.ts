import { parseJsonText } from "../../http/parse-json.js";
import { ApiError } from "../../errors/api-error.js";
import type { Entity } from "../../model/model.js";

/**
 * Parses a parameter that is an object in JSON, as clients send it that build objects: no condition and no selection
 * begins with a brace.
 * @returns The object. `undefined` for any other text, which is then in the parameter's own language.
 */
export function parseJsonParameter(text: string, limits: Entity["limits"]): object | undefined {
  if (!/^\s*\{/.test(text)) return undefined;
  try {
    return parseJsonText(text, limits) as object;
  } catch (error) {
    // The reader of the parameter's language says where the mistake is.
    if (error instanceof ApiError && error.cause !== undefined) return undefined;
    const { maxJsonDepth, maxJsonKeys } = limits;
    const message = `An object in JSON may be nested at most ${maxJsonDepth} levels deep and have at most ${maxJsonKeys} keys.`;
    throw new ApiError("invalid-query", message, { cause: error });
  }
}
