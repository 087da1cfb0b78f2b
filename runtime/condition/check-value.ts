import type { InputIssue, IssueCode } from "../errors/api-error.js";
import { parseExactJson } from "../model/values/exact-json.js";
import { fieldTypes, type FieldValue } from "../model/field-type.js";
import { itemOf } from "../model/fields.js";
import { itemType } from "../model/values/list.js";
import { countKeys } from "../model/values/count-keys.js";
import type { Field } from "../model/model.js";
import { toPlainOrExact } from "../model/values/scalars.js";
import { ValueError } from "../model/values/value-error.js";
import type { Comparison, Operator, TextValue } from "./nodes.js";

/** The mistake in an operator or a value. */
export type ValueMistake = Pick<InputIssue<IssueCode>, "code" | "message">;

export type ValueOrMistake = { readonly value: FieldValue } | ValueMistake;

/** Why a field of this type does not support the operator. `undefined` if it does. */
export function operatorMistake(
  { operator, ignoresCase }: Pick<Comparison, "operator" | "ignoresCase">,
  field: Field,
): ValueMistake | undefined {
  const { conditions } = fieldTypes[field.type];
  const about = `Field "${field.name}" is of type "${field.type}": `;
  if (conditions === "null")
    return { code: "operator", message: `${about}it can only be tested with "=null" and "<>null".` };
  if (conditions === "list" && (ignoresCase || !isForLists(operator)))
    return { code: "operator", message: `${about}it can only be tested with "=", "<>" and "has".` };
  if (operator === "has" && conditions !== "list")
    return { code: "operator", message: `${about}"has" is for lists only.` };
  if (conditions !== "text" && (ignoresCase || isForTexts(operator)))
    return { code: "operator", message: `${about}"${operator}${ignoresCase ? "*" : ""}" is for texts only.` };
  return undefined;
}

function isForLists(operator: Operator): boolean {
  return operator === "=" || operator === "<>" || operator === "has";
}

export function isForTexts(operator: Operator): boolean {
  return operator === "~" || operator === "!~" || operator === "^=" || operator === "$=";
}

/** Parses the value that a field is compared with. */
export function parseValue(operator: Operator, value: TextValue, field: Field): ValueOrMistake {
  if (operator === "has") return parseOne(value, itemOf(field), field.name);
  if (field.type === "list") return parseWholeList(value, field);
  return parseOne(value, field);
}

/** In a text, a list is written as JSON. Its items may exceed the field's limits: then it matches nothing. */
function parseWholeList({ text, given }: TextValue, field: Field): ValueOrMistake {
  const { conditions } = fieldTypes[itemType(field)];
  const beyond = { maxItems: undefined, minimum: undefined, maximum: undefined };
  const limits = conditions === "text" ? { of: field.of } : { ...field, ...beyond };
  return attempt(field.name, () => fieldTypes.list.parse(given ?? parseListText(text), limits));
}

function parseListText(text: string): unknown {
  try {
    return parseExactJson(text, toPlainOrExact, refuseNested);
  } catch {
    // The message below describes the right form.
  }
  throw new ValueError("wrong-type", 'must be a list in JSON, such as ["a","b"]');
}

/** @throws {RangeError} for deep nesting: lists have one level. */
function refuseNested(value: unknown): void {
  if (countKeys(value, 2) === undefined) throw new RangeError("A list has one level.");
}

function parseOne(value: TextValue, field: Field, name = field.name): ValueOrMistake {
  return attempt(name, () => parserOf(field)(value));
}

/** A parser for many values of one field. Values may exceed the field's limits: then they match nothing. */
export function parserOf(field: Field): (value: TextValue) => FieldValue {
  const type = fieldTypes[field.type];
  const isText = type.conditions === "text";
  const { precision, scale, zone, values } = field;
  const limits = isText ? {} : { precision, scale, zone, values };
  return ({ text, isQuoted, given }) => {
    if (given !== undefined) return type.parse(given, limits);
    // Blanks are part of a string. Around a number or a date they are ignored.
    const hasBlanks = isText || (field.type === "enum" && isQuoted);
    return type.parse(hasBlanks ? text : text.trim(), limits);
  };
}

/** Runs a parser, and turns its error into a message about the field. */
export function attempt<T>(name: string, parse: () => T): { readonly value: T } | ValueMistake {
  try {
    return { value: parse() };
  } catch (error) {
    if (!(error instanceof ValueError)) throw error;
    return { code: error.code, message: `The value for "${name}" ${error.message}.` };
  }
}
