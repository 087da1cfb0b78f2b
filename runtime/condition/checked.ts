import type { FieldValue } from "../model/field-type.js";
import type { Field, Relation } from "../model/model.js";
import type { Operator } from "./nodes.js";

/** `!~` is `~` negated. */
export type CheckedOperator = Exclude<Operator, "!~">;

/**
 * A condition whose names exist and whose values have the types of their fields. There is no "not" node: `!` is moved
 * down to nodes that can be negated, which is equivalent in three-valued logic.
 */
export type CheckedCondition =
  | CheckedComparison
  | CheckedGroup
  | CheckedIn
  | CheckedJson
  | CheckedSome
  | CheckedCount
  | CheckedUnless;

export interface CheckedGroup {
  readonly kind: "and" | "or";
  readonly conditions: readonly CheckedCondition[];
}

export interface CheckedComparison {
  readonly kind: "comparison";
  readonly field: Field;
  readonly operator: CheckedOperator;
  /** In canonical form. `null` only with `=` and `<>`. */
  readonly value: FieldValue;
  /** Whether texts are compared without regard to case. */
  readonly ignoresCase?: boolean;
  /** Whether the node holds where the comparison is false. It is unknown where the comparison is unknown. */
  readonly isNegated?: boolean;
  /** Whether the value is compared as an order by a related record sorts it: see `asSubquery`. */
  readonly isOfSubquery?: boolean;
}

/** One of a list of values. It is unknown for null, unless null is in the list, or the list is empty. */
export interface CheckedIn {
  readonly kind: "in";
  readonly field: Field;
  /** In canonical form, without null. */
  readonly values: readonly Exclude<FieldValue, null>[];
  readonly hasNull: boolean;
  readonly ignoresCase?: boolean;
  readonly isNegated?: boolean;
}

/** A comparison of a value inside a `json` field. A missing value is null; a value of another type is different. */
export interface CheckedJson {
  readonly kind: "json";
  readonly field: Field;
  /** One or more keys of objects. */
  readonly path: readonly string[];
  readonly operator: CheckedOperator;
  /** Numbers are their exact text. */
  readonly value:
    | { readonly type: "text"; readonly text: string }
    | { readonly type: "number"; readonly text: string }
    | { readonly type: "boolean"; readonly isTrue: boolean }
    | { readonly type: "null" };
  readonly ignoresCase?: boolean;
  readonly isNegated?: boolean;
}

/** Some record of a relation meets the condition, or none does. It is never unknown. */
export interface CheckedSome {
  readonly kind: "some";
  readonly relation: Relation;
  /** With the rights to the target's records. `undefined`: any record. */
  readonly condition: CheckedCondition | undefined;
  readonly isNegated?: boolean;
}

/** The number of records in a list. */
export interface CheckedCount {
  readonly kind: "count";
  readonly relation: Relation;
  /** The records that count: those that the caller may see. `undefined`: all. */
  readonly condition: CheckedCondition | undefined;
  readonly operator: "=" | "<>" | "<" | "<=" | ">" | ">=";
  readonly value: number;
}

/** Holds where the condition is false or unknown. */
export interface CheckedUnless {
  readonly kind: "unless";
  readonly condition: CheckedCondition;
}
