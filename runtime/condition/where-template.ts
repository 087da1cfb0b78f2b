import type { Condition } from "./nodes.js";
import { INPUT, parseTemplate, type TemplateInput } from "./parse-condition.js";

/** A condition that was made by `where`. Its inputs are values, whatever they contain. */
export class WhereTemplate {
  readonly condition: Condition;

  constructor(condition: Condition) {
    this.condition = condition;
  }
}

/** The inputs of a template, in `${…}`: a value, a list of values, or another condition. */
export type WhereInput = WhereValue | readonly WhereValue[] | WhereTemplate;
export type WhereValue = string | number | bigint | boolean | Date | Uint8Array | null;

/**
 * A condition with inputs: ``where`title=${input}&views>${n}` ``. An input is never parsed as part of the condition:
 * it is a value after an operator, a list after `=` and `<>`, or another `where`.
 * @throws {ApiError} `invalid-condition`
 */
export function where(texts: TemplateStringsArray, ...inputs: readonly WhereInput[]): WhereTemplate {
  const parts: readonly string[] = texts;
  if (parts.some((part) => part.includes(INPUT)))
    throw new TypeError("A condition must not contain the character U+0000.");
  return new WhereTemplate(parseTemplate(parts.join(INPUT), inputs.map(toInput)));
}

function toInput(input: WhereInput): TemplateInput {
  if (input instanceof WhereTemplate) return { condition: input.condition };
  return Array.isArray(input) ? { values: [...(input as readonly WhereValue[])] } : { value: input };
}
