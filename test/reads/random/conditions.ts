/** A condition of the tests, which can be sent as an object or as a text. */
export type Node =
  | { readonly kind: "and" | "or"; readonly parts: readonly Node[] }
  | { readonly kind: "not"; readonly part: Node }
  | {
      readonly kind: "compare";
      readonly field: string;
      readonly operator: keyof typeof operators;
      readonly value: Value | Claim;
      readonly ignoresCase: boolean;
    }
  | {
      readonly kind: "in";
      readonly field: string;
      readonly values: readonly Value[];
      readonly isNegated: boolean;
    }
  | {
      readonly kind: "some" | "none" | "every";
      readonly relation: string;
      readonly isList: boolean;
      readonly part: Node;
    }
  | {
      readonly kind: "count";
      readonly relation: string;
      readonly operator: "eq" | "ne" | "gt" | "gte" | "lt" | "lte";
      readonly value: number;
    }
  | { readonly kind: "null"; readonly relation: string; readonly isNegated: boolean };

export type Value = string | number | boolean | null;

export interface Claim {
  readonly claim: string;
}

/** Each operator of objects, and its spelling in texts. */
export const operators = {
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
} as const;

export function toObject(node: Node): object {
  switch (node.kind) {
    case "and":
    case "or":
      return { [node.kind]: node.parts.map(toObject) };
    case "not":
      return { not: toObject(node.part) };
    case "compare": {
      const { field, operator, value, ignoresCase } = node;
      return { [field]: { [operator]: value, ...(ignoresCase && { ignoreCase: true }) } };
    }
    case "in":
      return { [node.field]: { [node.isNegated ? "notIn" : "in"]: node.values } };
    case "some":
    case "none":
    case "every": {
      const inner = toObject(node.part);
      return { [node.relation]: node.isList ? { [node.kind]: inner } : inner };
    }
    case "count":
      return { [node.relation]: { count: { [node.operator]: node.value } } };
    case "null":
      return { [node.relation]: node.isNegated ? { ne: null } : null };
  }
}

/** `undefined` if texts cannot express it. */
export function toText(node: Node): string | undefined {
  switch (node.kind) {
    case "and":
    case "or": {
      const parts = node.parts.map(toText);
      return parts.includes(undefined) ? undefined : `(${parts.join(node.kind === "and" ? "&" : "|")})`;
    }
    case "not":
      return around("!(", toText(node.part), ")");
    case "compare": {
      const { field, operator, value, ignoresCase } = node;
      const spelled = typeof value === "object" && value !== null ? `@user.${value.claim}` : textOf(value);
      return `${field}${operators[operator]}${ignoresCase ? "*" : ""}${spelled}`;
    }
    case "in":
      return `${node.field}${node.isNegated ? "<>" : "="}[${node.values.map(textOf).join(",")}]`;
    case "some":
      return around(`${node.relation}(`, toText(node.part), ")");
    case "none":
      return around(`!(${node.relation}(`, toText(node.part), "))");
    case "every":
      return undefined;
    case "count":
      return `count(${node.relation})${operators[node.operator]}${node.value}`;
    case "null":
      return `${node.relation}${node.isNegated ? "<>" : "="}null`;
  }
}

function around(before: string, text: string | undefined, after: string): string | undefined {
  return text === undefined ? undefined : before + text + after;
}

function textOf(value: Value): string {
  return typeof value === "string" ? JSON.stringify(value) : String(value);
}
