import type { Operator } from "./nodes.js";

export const objectComparisons = {
  eq: "=",
  ne: "<>",
  gt: ">",
  gte: ">=",
  lt: "<",
  lte: "<=",
  contains: "~",
  notContains: "!~",
  startsWith: "^=",
  endsWith: "$=",
  has: "has",
} as const satisfies Readonly<Record<string, Operator>>;

/** The operators of an object that compare with a list of values. */
export const objectLists = { in: "=", notIn: "<>" } as const satisfies Readonly<Record<string, Operator>>;

/** The members for a list of records. */
export const objectQuantifiers = ["some", "none", "every", "count"] as const;

/** Every operator that an object may have under a field's name, for suggestions. */
export const objectOperators: readonly string[] = [
  ...Object.keys(objectComparisons),
  ...Object.keys(objectLists),
  "ignoreCase",
];
