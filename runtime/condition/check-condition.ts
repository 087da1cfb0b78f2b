import { ApiError, type InputIssue } from "../errors/api-error.js";
import { suggestion } from "../errors/nearest.js";
import { parseExactJson } from "../model/exact-json.js";
import { ExactNumber } from "../model/exact-number.js";
import { itemOf, readableFields } from "../model/fields.js";
import { itemType } from "../model/list.js";
import { measureJson } from "../model/measure-json.js";
import { fieldTypes, type FieldValue } from "../model/field-type.js";
import type { Entity, Field } from "../model/model.js";
import { quoteName } from "../model/names.js";
import { isPlainNumber } from "../model/scalars.js";
import { ValueError } from "../model/value-error.js";
import type { CheckedComparison, CheckedCondition, CheckedGroup } from "./checked.js";
import type { Comparison, Condition, Operator } from "./nodes.js";

export type { CheckedComparison, CheckedCondition, CheckedGroup };

/**
 * Type-checks a condition against the fields that it may use.
 * @throws {ApiError} `invalid-condition` with every unknown field and every invalid value.
 */
export function checkCondition(
  condition: Condition,
  entity: Entity,
  usable: readonly Field[] = readableFields(entity),
): CheckedCondition {
  const issues: InputIssue[] = [];
  const checked = checkNode(condition, { entity, usable, issues });
  if (checked === undefined || issues.length > 0) {
    throw new ApiError("invalid-condition", issues.map(({ message }) => message).join(" "), { issues });
  }
  return checked;
}

interface Check {
  readonly entity: Entity;
  readonly usable: readonly Field[];
  /** Collects the mistakes. */
  readonly issues: InputIssue[];
}

function checkNode(node: Condition, check: Check): CheckedCondition | undefined {
  if (node.kind === "comparison") return checkComparison(node, check);
  const conditions = node.conditions.map((part) => checkNode(part, check));
  return conditions.every((part) => part !== undefined) ? { kind: node.kind, conditions } : undefined;
}

function checkComparison(node: Comparison, { entity, usable, issues }: Check): CheckedComparison | undefined {
  const field = entity.fieldsByName.get(node.field.toLowerCase());
  if (field === undefined || !usable.includes(field)) {
    const names = usable.map(({ name }) => name);
    const message = `Unknown field ${quoteName(node.field)} in entity "${entity.name}".${suggestion(node.field, names)}`;
    issues.push({ path: "condition", code: "unknown-field", message, position: node.fieldPosition });
    return undefined;
  }
  if (isNullTest(node)) return { kind: "comparison", field, operator: node.operator, value: null };
  const parsed = operatorMistake(node.operator, field) ?? parseValue(node, field);
  if ("value" in parsed) return { kind: "comparison", field, operator: node.operator, value: parsed.value };
  issues.push({ path: "condition", position: node.valuePosition, ...parsed });
  return undefined;
}

function isNullTest({ operator, value }: Comparison): boolean {
  return !value.isQuoted && value.text.trim() === "null" && (operator === "=" || operator === "<>");
}

type Mistake = Pick<InputIssue, "code" | "message">;

function operatorMistake(operator: Operator, field: Field): Mistake | undefined {
  const { conditions } = fieldTypes[field.type];
  const about = `Field "${field.name}" is of type "${field.type}": `;
  if (conditions === "null")
    return { code: "operator", message: `${about}it can only be tested with "=null" and "<>null".` };
  if (conditions === "list" && operator !== "=" && operator !== "<>" && operator !== "has")
    return { code: "operator", message: `${about}it can only be tested with "=", "<>" and "has".` };
  if (operator === "has" && conditions !== "list")
    return { code: "operator", message: `${about}"has" is for lists only.` };
  if (operator === "~" && conditions !== "text")
    return { code: "operator", message: `${about}"~" is for texts only.` };
  return undefined;
}

function parseValue({ operator, value }: Comparison, field: Field): { value: FieldValue } | Mistake {
  if (operator === "has") return parseOne(value, itemOf(field), field.name);
  if (field.type === "list") return parseWholeList(value, field);
  return parseOne(value, field);
}

/** A list is written as in JSON. Its items may be beyond the field's limits: then it only finds nothing. */
function parseWholeList({ text }: Comparison["value"], field: Field): { value: FieldValue } | Mistake {
  const { conditions } = fieldTypes[itemType(field)];
  const beyond = { maxItems: undefined, minimum: undefined, maximum: undefined };
  const limits = conditions === "text" ? { of: field.of } : { ...field, ...beyond };
  try {
    return { value: fieldTypes.list.parse(parseListText(text), limits) };
  } catch (error) {
    if (!(error instanceof ValueError)) throw error;
    return { code: error.code, message: `The value for "${field.name}" ${error.message}.` };
  }
}

function parseListText(text: string): unknown {
  try {
    // Deep nesting is not parsed: a list has one level.
    if (measureJson(text).depth <= 2) return parseExactJson(text, toNumber);
  } catch {
    // The message below says what is right.
  }
  throw new ValueError("wrong-type", 'must be a list in JSON, such as ["a","b"]');
}

function toNumber(text: string): unknown {
  return isPlainNumber(text) ? Number(text) : new ExactNumber(text);
}

function parseOne(
  value: Comparison["value"],
  field: Field,
  name = field.name,
): { value: FieldValue } | Mistake {
  const type = fieldTypes[field.type];
  // Blanks belong to a string. Around a number or a date they are ignored.
  const hasBlanks = type.conditions === "text" || (field.type === "enum" && value.isQuoted);
  const text = hasBlanks ? value.text : value.text.trim();
  // A value may be longer, shorter, less or greater than the field allows: it only finds nothing.
  const { precision, scale, zone, values } = field;
  const limits = type.conditions === "text" ? {} : { precision, scale, zone, values };
  try {
    return { value: type.parse(text, limits) };
  } catch (error) {
    if (!(error instanceof ValueError)) throw error;
    return { code: error.code, message: `The value for "${name}" ${error.message}.` };
  }
}
