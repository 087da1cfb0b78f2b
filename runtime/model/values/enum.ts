import { catching } from "../../errors/catching.js";
import type { ValueLimits } from "./field-value.js";
import { checkStorable } from "./scalars.js";
import { ValueError } from "./value-error.js";

/** The most values of an enum, and the most characters of one (MySQL's limit). */
const MAX_VALUES = 1000;
const MAX_LENGTH = 255;

/** Parses one of the field's texts. */
export function parseEnum(value: unknown, { values = [] }: ValueLimits): string {
  if (typeof value === "string" && values.includes(value)) return value;
  throw new ValueError(typeof value === "string" ? "not-listed" : "wrong-type", oneOf(values), { values });
}

export function enumTexts({ values = [] }: Pick<ValueLimits, "values">): readonly string[] {
  return values.filter((value) => typeof value === "string");
}

/** `must be one of "draft", "public"` */
export function oneOf(values: readonly unknown[]): string {
  return `must be one of ${values.map((value) => JSON.stringify(value)).join(", ")}`;
}

/** The values that some database would change, each by its option. */
export function enumMistakes(
  values: readonly unknown[],
): readonly (readonly [option: string, message: string])[] {
  if (values.length > MAX_VALUES)
    return [["values", `has ${values.length} values; an enum may have at most ${MAX_VALUES}.`]];
  return values.flatMap((value, index) => {
    const mistake =
      valueMistake(value) ?? (values.indexOf(value) < index ? "is in the list already" : undefined);
    if (mistake === undefined) return [];
    return [[`values.${index}`, `found ${JSON.stringify(value)}; it ${mistake}.`] as const];
  });
}

function valueMistake(value: unknown): string | undefined {
  if (typeof value !== "string") return "must be text";
  if (value.length > MAX_LENGTH) return `must have at most ${MAX_LENGTH} characters`;
  // MySQL removes trailing blanks, and SQL Server ignores them in comparisons.
  if (value.endsWith(" ")) return "must not end with a blank";
  return catching(ValueError, () => checkStorable(value)).error?.message;
}
