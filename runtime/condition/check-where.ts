import { ApiError, type InputIssue, type IssueCode } from "../errors/api-error.js";
import { suggestion } from "../errors/nearest.js";
import { fieldTypes, type FieldValue } from "../model/field-type.js";
import { itemOf } from "../model/fields.js";
import type { Entity, Field } from "../model/model.js";
import { quoteName } from "../model/names.js";
import { checkJson } from "./check-json.js";
import { attempt, operatorMistake, parserOf, parseValue, type ValueMistake } from "./check-value.js";
import type { CheckedCondition, CheckedCount, CheckedIn, CheckedOperator } from "./checked.js";
import { compare } from "./compare.js";
import { and } from "./join-conditions.js";
import {
  isList,
  isNull,
  type Comparison,
  type Condition,
  type ConditionValue,
  type Operator,
  type QuantifiedCondition,
  type TextValue,
} from "./nodes.js";
import { objectOperators } from "./object-operators.js";
import { paddedCount } from "./padded.js";
import type { Scope, ScopedRelation } from "./scope.js";

/** The limits on all conditions of one plan, which share a budget. */
export interface ConditionBudget {
  readonly maxComparisons: number;
  /** The number of comparisons so far. */
  comparisons: number;
  /** The number of parameters for their lists of values. */
  listed: number;
  /** How many relations below the plan's entity a condition may lead to. */
  readonly maxDepth: number;
}

/** The most parameters for all lists. SQL Server allows 2,100 parameters in a statement, and there are others. */
const MAX_LISTED = 1024;

/**
 * Type-checks a condition against the usable members of an entity. `!` is moved down to the comparisons, and the
 * rights to every relation's records are joined in.
 * @param budget Default: no limit.
 * @param depth How many relations below the plan's entity this condition is.
 * @throws {ApiError} `invalid-condition` with every unknown name and every invalid value.
 */
export function checkWhere(
  condition: Condition,
  scope: Scope,
  budget: ConditionBudget = {
    maxComparisons: Infinity,
    comparisons: 0,
    listed: -Infinity,
    maxDepth: Infinity,
  },
  depth = 0,
): CheckedCondition {
  const issues: InputIssue[] = [];
  const checked = checkNode(condition, { scope, depth, isNegated: false, budget, issues });
  if (checked === undefined || issues.length > 0) throw invalid(issues);
  return checked;
}

function invalid(issues: readonly InputIssue[]): ApiError {
  return new ApiError("invalid-condition", issues.map(({ message }) => message).join(" "), { issues });
}

interface Check {
  readonly scope: Scope;
  readonly depth: number;
  /** Whether the condition must be false. */
  readonly isNegated: boolean;
  readonly budget: ConditionBudget;
  /** Collects the mistakes. */
  readonly issues: InputIssue[];
}

/** `undefined` after a mistake. */
type CheckedNode = CheckedCondition | undefined;

function checkNode(node: Condition, check: Check): CheckedNode {
  switch (node.kind) {
    case "comparison":
      return checkComparison(node, check);
    case "not":
      return checkNode(node.condition, { ...check, isNegated: !check.isNegated });
    case "some":
    case "every":
      return checkQuantified(node, node.path, check);
    default: {
      if (node.conditions.length === 0) take(1, nowhere, check);
      const conditions = node.conditions.map((part) => checkNode(part, check));
      return joined((node.kind === "and") === check.isNegated ? "or" : "and", conditions, check);
    }
  }
}

function joined(kind: "and" | "or", parts: readonly CheckedNode[], check: Check): CheckedNode {
  const conditions = parts.filter((part) => part !== undefined);
  if (conditions.length < parts.length) return undefined;
  const [only] = conditions;
  if (only === undefined) return constant(kind === "and", check.scope);
  return conditions.length === 1 ? only : { kind, conditions };
}

/** A condition that always holds, or never. */
function constant(holds: boolean, { entity }: Scope): CheckedCondition {
  const never = noRecord(entity);
  return holds ? { ...never, isNegated: true } : never;
}

/** A condition that never holds: the value is one of an empty list. */
export function noRecord(entity: Entity): CheckedIn {
  const [field] = entity.fields;
  if (field === undefined) throw new Error(`The entity "${entity.name}" has no field.`);
  return { kind: "in", field, values: [], hasNull: false };
}

function checkQuantified(node: QuantifiedCondition, path: readonly string[], check: Check): CheckedNode {
  const [name = "", ...rest] = path;
  const field = findField(name, check.scope);
  const wrong = field === undefined ? undefined : wrongOperator(node);
  if (field !== undefined && wrong !== undefined) {
    const guess = suggestion(wrong.name, objectOperators);
    const message = `Unknown operator ${quoteName(wrong.name)} for field "${field.name}".${guess}`;
    return report(wrong, check, "operator", message);
  }
  const found = findRelation(name, { ...node, fieldPosition: node.position }, check);
  if (found === undefined) return undefined;
  const isLast = rest.length === 0;
  if (isLast && node.kind === "every") return checkEvery(node, found, check);
  return through(found, node, check, (inner) =>
    isLast ? checkNode(node.condition, inner) : checkQuantified(node, rest, inner),
  );
}

/** A member of a field's object that is not an operator, although it was parsed as a field of a relation. */
function wrongOperator({
  position,
  condition,
}: QuantifiedCondition): { readonly name: string; readonly place: string } | undefined {
  if (position !== undefined) return undefined;
  const parts = condition.kind === "and" ? condition.conditions : [condition];
  for (const part of parts) {
    const [name] = "path" in part ? part.path : [];
    if ("path" in part && name !== undefined && !objectOperators.includes(name))
      return { name, place: part.place };
  }
  return undefined;
}

/** `every`: no record of the list fails the condition, or leaves it unknown. */
function checkEvery(node: QuantifiedCondition, found: ScopedRelation, check: Check): CheckedNode {
  if (!found.relation.isList)
    return report(node, check, "operator", `"every" is for lists; "${found.relation.name}" is one record.`);
  const inner = checkNode(node.condition, { ...below(found, node, check), isNegated: false });
  if (inner === undefined) return undefined;
  return some(found, { kind: "unless", condition: inner }, !check.isNegated);
}

/**
 * A list: some record meets the condition, or none does. A single record is joined: without it, a comparison is
 * unknown, so "not" belongs to the condition on the record.
 */
function through(
  found: ScopedRelation,
  node: Place,
  check: Check,
  checkInner: (inner: Check) => CheckedNode,
): CheckedNode {
  const { isList: leadsToList } = found.relation;
  const inner = checkInner({ ...below(found, node, check), isNegated: !leadsToList && check.isNegated });
  return inner === undefined ? undefined : some(found, inner, leadsToList && check.isNegated);
}

function some(
  { relation, rows }: ScopedRelation,
  condition: CheckedCondition | undefined,
  isNegated: boolean,
): CheckedCondition {
  return { kind: "some", relation, condition: and(rows, condition), ...(isNegated && { isNegated: true }) };
}

function below({ target }: ScopedRelation, node: Place, check: Check): Check {
  const { maxDepth } = check.budget;
  if (check.depth >= maxDepth) {
    const message = `A condition may follow at most ${maxDepth} relations.`;
    report(node, check, "too-deep", message);
    throw invalid(check.issues);
  }
  return { ...check, scope: target, depth: check.depth + 1 };
}

function checkComparison(node: Comparison, check: Check): CheckedNode {
  take(1, node, check);
  if (node.call === undefined) return checkPath(node, node.path, check);
  if (node.call === "count") return checkCount(node, node.path, check);
  const message = `Unknown function ${quoteName(node.call)}.${suggestion(node.call, ["count"])}`;
  return report(node, check, "unknown-function", message);
}

function checkPath(node: Comparison, path: readonly string[], check: Check): CheckedNode {
  const [name = "", ...rest] = path;
  const field = findField(name, check.scope);
  if (field === undefined) {
    const found = findRelation(name, node, check, rest.length === 0 ? "field" : "relation");
    if (found === undefined) return undefined;
    if (rest.length === 0) return checkRelationNull(node, found, check);
    return through(found, node, check, (inner) => checkPath(node, rest, inner));
  }
  if (rest.length === 0) return checkField(node, field, check);
  if (field.type === "json") return checkInside(node, field, rest, check);
  const message = `Field "${field.name}" is of type "${field.type}": it has no ${quoteName(rest[0] ?? "")}.`;
  return report(node, check, "operator", message);
}

function checkInside(node: Comparison, field: Field, path: readonly string[], check: Check): CheckedNode {
  const values = boundValues(node, check);
  // Each value of a list is a comparison of its own for the database.
  take(Math.max(0, values.length - 1), node, check);
  const isEquality = node.operator === "=" || node.operator === "<>";
  if (!isEquality && values.includes(undefined)) return constant(false, check.scope);
  const checked = checkJson(node, field, path, values, check.isNegated);
  if ("code" in checked) return report(node, check, checked.code, checked.message, node.valuePosition);
  return joined(checked.kind, checked.conditions, check);
}

/** Counts comparisons, and empty conditions. */
function take(comparisons: number, node: Place, check: Check): void {
  const { budget } = check;
  budget.comparisons += comparisons;
  if (budget.comparisons <= budget.maxComparisons) return;
  report(node, check, "too-many-terms", `A read may have at most ${budget.maxComparisons} comparisons.`);
  throw invalid(check.issues);
}

/** Counts the parameters of a list. */
function takeList(values: number, node: Comparison, check: Check): void {
  const { budget } = check;
  budget.listed += paddedCount(values);
  if (budget.listed <= MAX_LISTED) return;
  const message = `The lists of values in a read may have at most ${MAX_LISTED} values in total, where the length of each list is rounded up by less than a quarter.`;
  report(node, check, "too-many-terms", message, node.valuePosition);
  throw invalid(check.issues);
}

/** The place of a node without a place of its own. */
const nowhere: Place = { place: "where" };

function findField(name: string, { entity, fields }: Scope): Field | undefined {
  const field = entity.fieldsByName.get(name.toLowerCase());
  return field !== undefined && fields.includes(field) ? field : undefined;
}

/** Reports the name if it is not a relation. */
function findRelation(
  name: string,
  node: Place,
  check: Check,
  expected: "field" | "relation" = "relation",
): ScopedRelation | undefined {
  const { entity, fields, relationNames, relation } = check.scope;
  const found = relation(name);
  if (found !== undefined) return found;
  const field = findField(name, check.scope);
  if (field !== undefined) {
    report(node, check, "operator", `Field "${field.name}" is not a relation.`);
    return undefined;
  }
  const before = fields.filter(({ type }) => expected === "field" || type === "json");
  const names = [...before.map((each) => each.name), ...relationNames()];
  const message = `Unknown ${expected} ${quoteName(name)} in entity "${entity.name}".${suggestion(name, names)}`;
  report(node, check, `unknown-${expected}`, message);
  return undefined;
}

/** A missing record, or an empty list. */
function checkRelationNull(node: Comparison, found: ScopedRelation, check: Check): CheckedNode {
  const { operator, value } = node;
  const { name, target } = found.relation;
  const isTest = operator === "=" || operator === "<>";
  below(found, node, check);
  if (isTest && !isList(value) && isNull(value))
    return some(found, undefined, (operator === "=") !== check.isNegated);
  const example = found.target.fields[0]?.name ?? target.name;
  const message = `Relation "${name}" can only be tested with "=null" and "<>null": compare one of its fields, such as "${name}.${example}".`;
  return report(node, check, "operator", message);
}

function checkCount(node: Comparison, path: readonly string[], check: Check): CheckedNode {
  const [name = "", ...rest] = path;
  const found = findRelation(name, node, check);
  if (found === undefined) return undefined;
  if (rest.length > 0) return through(found, node, check, (inner) => checkCount(node, rest, inner));
  const { relation, rows } = found;
  if (!relation.isList)
    return report(node, check, "operator", `"count" is for lists; "${relation.name}" is one record.`);
  below(found, node, check);
  const operator = countOperator(node, check.isNegated);
  if (operator === undefined) {
    const message = `"count(${relation.name})" can only be compared by = <> < <= > >=.`;
    return report(node, check, "operator", message);
  }
  const [value] = boundValues(node, check);
  if (isList(node.value) || (value !== undefined && isNull(value)))
    return report(node, check, "wrong-type", wrongCount(relation.name), node.valuePosition);
  if (value === undefined) return constant(false, check.scope);
  const parsed = attempt(`count(${relation.name})`, () =>
    fieldTypes.bigint.parse(value.given ?? value.text.trim(), {}),
  );
  if (!("value" in parsed)) return report(node, check, parsed.code, parsed.message, node.valuePosition);
  if (typeof parsed.value !== "number")
    return report(node, check, "out-of-range", wrongCount(relation.name), node.valuePosition);
  return { kind: "count", relation, condition: rows, operator, value: parsed.value };
}

function wrongCount(name: string): string {
  return `The value for "count(${name})" must be one whole number.`;
}

const opposites = { "=": "<>", "<>": "=", "<": ">=", ">=": "<", ">": "<=", "<=": ">" } as const;

function countOperator(
  { operator, ignoresCase }: Comparison,
  isNegated: boolean,
): CheckedCount["operator"] | undefined {
  if (ignoresCase || !(operator in opposites)) return undefined;
  const known = operator as keyof typeof opposites;
  return isNegated ? opposites[known] : known;
}

function checkField(node: Comparison, field: Field, check: Check): CheckedNode {
  const { operator, value } = node;
  const isEquality = operator === "=" || operator === "<>";
  const isEqual = (operator === "=") !== check.isNegated;
  const nullTest = () => compare(field, isEqual ? "=" : "<>", null);
  if (isEquality && !isList(value) && isNull(value)) return nullTest();
  const mistake = operatorMistake(node, field);
  if (mistake !== undefined) return report(node, check, mistake.code, mistake.message, node.valuePosition);
  const values = boundValues(node, check);
  if (isList(value))
    return field.type === "list"
      ? checkListValue(node, field, values, check)
      : checkIn(node, field, values, check);
  const [given] = values;
  if (given === undefined) return isEquality ? nullTest() : constant(false, check.scope);
  const parsed = parseValue(operator, given, field);
  if ("value" in parsed) return comparison(node, field, parsed.value, check);
  return report(node, check, parsed.code, parsed.message, node.valuePosition);
}

function comparison(node: Comparison, field: Field, value: FieldValue, { isNegated }: Check): CheckedNode {
  const { operator, ...rest } = negated(node.operator, isNegated);
  return { ...compare(field, operator, value), ...(node.ignoresCase && { ignoresCase: true }), ...rest };
}

/** The operator for a comparison, or for its negation. */
function negated(
  operator: Operator,
  isNegated: boolean,
): { readonly operator: CheckedOperator; readonly isNegated?: true } {
  if (operator === "!~") return negated("~", !isNegated);
  if (!isNegated) return { operator };
  return operator in opposites
    ? { operator: opposites[operator as keyof typeof opposites] }
    : { operator, isNegated: true };
}

function checkIn(
  node: Comparison,
  field: Field,
  given: readonly (TextValue | undefined)[],
  check: Check,
): CheckedNode {
  const texts = given.filter((value) => value !== undefined && !isNull(value)) as readonly TextValue[];
  const hasNull = texts.length < given.length;
  const values = checkItems(node, field, texts, check);
  if (values === undefined) return undefined;
  const isNegated = (node.operator === "<>") !== check.isNegated;
  takeList(values.length, node, check);
  if (values.length === 0 && hasNull) return compare(field, isNegated ? "<>" : "=", null);
  return {
    kind: "in",
    field,
    values,
    hasNull,
    ...(node.ignoresCase && { ignoresCase: true }),
    ...(isNegated && { isNegated: true }),
  };
}

/** A list field is compared as a whole. Lists have no null items. */
function checkListValue(
  node: Comparison,
  field: Field,
  given: readonly (TextValue | undefined)[],
  check: Check,
): CheckedNode {
  const texts = given.filter((value) => value !== undefined);
  if (texts.length < given.length) return constant(false, check.scope);
  const items = checkItems(node, itemOf(field), texts, check);
  return items === undefined ? undefined : comparison(node, field, items, check);
}

/** The values of a list. Reports the first mistake. */
function checkItems(
  node: Comparison,
  field: Field,
  texts: readonly TextValue[],
  check: Check,
): readonly Exclude<FieldValue, null>[] | undefined {
  const values: Exclude<FieldValue, null>[] = [];
  const parse = parserOf(field);
  let count = 0;
  const parsed = attempt(field.name, () => {
    for (const text of texts) {
      const value = parse(text);
      if (value !== null) values.push(value);
      count++;
    }
  });
  if ("value" in parsed) return values;
  report(node, check, parsed.code, itemMessage(parsed, texts[count] as TextValue), node.valuePosition);
  return undefined;
}

function itemMessage({ message }: ValueMistake, { text, isQuoted, given }: TextValue): string {
  const found = given === undefined || isQuoted ? quoteName(text) : text;
  return `${message.slice(0, -1)}; found ${found}.`;
}

/** The compared values, with those of the caller filled in. `undefined` for a missing value of the caller. */
function boundValues({ value }: Comparison, { scope }: Check): readonly (TextValue | undefined)[] {
  const values = isList(value) ? value : [value];
  return values.map((each) => boundValue(each, scope));
}

function boundValue(value: ConditionValue, scope: Scope): TextValue | undefined {
  if (!("claim" in value)) return value;
  const claim = scope.claim(value.claim);
  if (typeof claim === "string") return { text: claim, isQuoted: true };
  const isValue = typeof claim === "number" || typeof claim === "boolean";
  return isValue ? { text: String(claim), isQuoted: false } : undefined;
}

type Place = Pick<Comparison, "place"> & { readonly fieldPosition?: number | undefined };

function report(
  node: Place & { readonly position?: number | undefined },
  { issues }: Check,
  code: IssueCode,
  message: string,
  position = node.fieldPosition ?? node.position,
): CheckedNode {
  issues.push({ path: node.place, code, message, ...(position !== undefined && { position }) });
  return undefined;
}
