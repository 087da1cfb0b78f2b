import type { ShownEntity, ShownField } from "../shown-model.js";
import { fieldNamed, type Text } from "./values.js";

/** A line of the filter: a comparison with a value, or with null. */
export interface Comparison {
  readonly field: string;
  readonly operator: string;
  readonly value: Text;
}

const EQUAL = [
  ["=", "is"],
  ["<>", "is not"],
] as const;
const ORDER = [
  ["<", "is less than"],
  ["<=", "is at most"],
  [">", "is greater than"],
  [">=", "is at least"],
] as const;
const TEXT = [
  ["~*", "contains"],
  ["!~*", "does not contain"],
  ["^=*", "begins with"],
  ["$=*", "ends with"],
] as const;
const NULL = [
  ["=null", "is empty (null)"],
  ["<>null", "is not empty"],
] as const;

const OPERATORS: Readonly<Record<ShownField["conditions"], readonly (readonly [string, string])[]>> = {
  text: [...TEXT, ...EQUAL, ...ORDER, ...NULL],
  ordered: [...EQUAL, ...ORDER, ...NULL],
  list: [["has", "has"], ...EQUAL, ...NULL],
  null: NULL,
  none: [],
};

/** The operators of a field, with their words. */
export function operatorsOf({ conditions }: Pick<ShownField, "conditions">) {
  return OPERATORS[conditions];
}

/** A value as a condition has it, whatever it contains. */
export function quoted(value: string): string {
  return `"${value.replaceAll("\\", String.raw`\\`).replaceAll('"', String.raw`\"`)}"`;
}

export function toText(comparisons: readonly Comparison[]): string {
  return comparisons
    .map(({ field, operator, value }) => {
      if (operator.endsWith("null")) return field + operator;
      return `${field}${operator === "has" ? " has " : operator}${quoted(value ?? "")}`;
    })
    .join("&");
}

const COMPARISON =
  /^(\w+)(?:(=null|<>null)(?=&|$)|( has |!~\*|~\*|\^=\*|\$=\*|<>|<=|>=|=|<|>)(?:"((?:[^"\\]|\\["\\])*)"|([^&|()"[\]*@=]*)))(?:&(?=.)|$)/;

/** The lines of a filter. `undefined` if the condition says more than such lines can say. */
export function fromText(text: string, entity: ShownEntity): readonly Comparison[] | undefined {
  const found: Comparison[] = [];
  for (let rest = text; rest !== "";) {
    const match = COMPARISON.exec(rest);
    if (match === null) return undefined;
    const [all, name = "", nullTest, operator = "", quotedValue, bare] = match;
    const field = fieldNamed(entity, name);
    const words = operator.trim() || (nullTest ?? "");
    if (field === undefined || !operatorsOf(field).some(([each]) => each === words)) return undefined;
    if (bare === "null") return undefined;
    const value = quotedValue === undefined ? (bare ?? "") : quotedValue.replace(/\\(["\\])/g, "$1");
    found.push({ field: name, operator: words, value: nullTest === undefined ? value : null });
    rest = rest.slice(all.length);
  }
  return found;
}

/** Joins two conditions. */
export function and(first: string | undefined, second: string): string {
  return first === undefined || first === "" ? second : `(${first})&${second}`;
}

export function equals(field: string, value: Text): string {
  return value === null ? `${field}=null` : `${field}=${quoted(value)}`;
}
