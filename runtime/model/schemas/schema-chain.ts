import { fieldTypes, type ValueLimits } from "../field-type.js";
import { itemOf } from "../fields.js";
import type { Field, Link } from "../model.js";
import { parsedValue } from "../values/parsed-value.js";
import { ValueError } from "../values/value-error.js";

/** A call in a zod chain: `nullable()`, `default("x")`. */
export interface ChainCall {
  readonly name: string;
  readonly args: readonly unknown[];
}

/** A chain as an argument: `list(field.int())`. */
export interface ChainArgument {
  readonly chain: readonly ChainCall[];
}

export function isChain(argument: unknown): argument is ChainArgument {
  return typeof argument === "object" && argument !== null && "chain" in argument;
}

/**
 * The zod chain for a field's values without null, starting at `field`: `string({ maxLength: 40 })`. Dynamic
 * servers call it, generated code contains its text.
 */
export function plainChain(field: Field): readonly ChainCall[] {
  const { type, values, label } = field;
  if (type === "list") {
    const { maxItems } = field;
    return [withOptions("list", [{ chain: plainChain(itemOf(field)) }], { maxItems, label })];
  }
  if (type === "enum") return [withOptions("enum", [values], { label })];
  const limits = ownLimits(field);
  if (values !== undefined) {
    // Without these arguments, times with a zone and values with more digits would not be parsed.
    const needsLimits =
      fieldTypes[type].hasSeconds === true ||
      type === "bigint" ||
      values.some((value) => parsedValue(type, value, {}) instanceof ValueError);
    return [withOptions("oneOf", [type, values], { ...(needsLimits && limits), label })];
  }
  return [withOptions(type, [], { ...limits, label })];
}

/** The zod chain for the ids of a list of other records. */
export function idsChain({ targetField, label }: Link): readonly ChainCall[] {
  return [withOptions("ids", [{ chain: plainChain(targetField) }], { label })];
}

/** The zod chain for a field's values. `start` is the chain without null. */
export function valueChain(field: Field, start = plainChain(field)): readonly ChainCall[] {
  return field.isNullable ? [...start, call("nullable")] : start;
}

/** The zod chain for a field in a create's input. */
export function newValueChain(field: Field, start = plainChain(field)): readonly ChainCall[] {
  const { default: value, isRequired, isNullable } = field;
  if (value !== undefined && value !== null) return [...valueChain(field, start), call("default", value)];
  if (isRequired) return valueChain(field, start);
  return [...start, call(isNullable ? "nullish" : "optional")];
}

/** The limits that differ from those of the type. */
function ownLimits(field: Field): ValueLimits {
  const usual: Partial<Record<keyof ValueLimits, unknown>> = fieldTypes[field.type].limits;
  const own: Partial<Record<keyof ValueLimits, unknown>> = {};
  for (const name of Object.keys(usual) as (keyof ValueLimits)[])
    if (field[name] !== undefined && field[name] !== usual[name]) own[name] = field[name];
  return own as ValueLimits;
}

function call(name: string, ...args: readonly unknown[]): ChainCall {
  return { name, args };
}

/** A call whose last argument has those of the options that are there. */
export function withOptions(
  name: string,
  args: readonly unknown[],
  options: Readonly<Record<string, unknown>>,
): ChainCall {
  const given = Object.entries(options).filter(([, value]) => value !== undefined);
  return call(name, ...args, ...(given.length === 0 ? [] : [Object.fromEntries(given)]));
}
