import { formatCondition } from "../../../runtime/condition/format-condition.js";
import type { Comparison, Condition, ConditionValue, Operator } from "../../../runtime/condition/nodes.js";
import { fieldTypes } from "../../../runtime/model/field-type.js";
import type { FieldConfig } from "../../../runtime/config/config.js";

export interface PolicyField {
  readonly name: string;
  readonly type: FieldConfig["type"];
  /** Whether the database compares its texts letter by letter, as conditions do. */
  readonly isExact: boolean;
}

/** The operators, and those with the same meaning if both sides are exchanged. */
const operators: ReadonlyMap<string, readonly [operator: Operator, flipped: Operator]> = new Map([
  ["eq", ["=", "="]],
  ["ne", ["<>", "<>"]],
  ["gt", [">", "<"]],
  ["ge", [">=", "<="]],
  ["lt", ["<", ">"]],
  ["le", ["<=", ">="]],
]);

/** The types whose order and equality are the same in a condition as in every database. */
const comparedAlike: readonly FieldConfig["type"][] = [
  ...(["int", "bigint", "float", "decimal", "boolean"] as const),
  ...(["date", "datetime", "uuid"] as const),
];

/** The tokens. The name of a group is the kind of its token. */
const TOKEN =
  /\s*(?:(?<mark>[()])|'(?<text>(?:[^']|'')*)'|(?<guid>[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?![\w-])|@item\.(?<item>[\w.]+)|@claims\.(?<claim>[\w.]+)|(?<number>-?\d+(?:\.\d+)?)(?![\w-])|(?<word>[A-Za-z]\w*))/iy;

type TokenKind = "mark" | "text" | "guid" | "item" | "claim" | "number" | "word";

interface Token {
  readonly kind: TokenKind;
  readonly text: string;
}

/** The deepest nesting of parentheses that a condition can have. */
const MAX_DEPTH = 20;

/**
 * The condition for a database policy: `@item.ownerId eq @claims.sub`. Otherwise a text with the reason why no
 * condition allows at most the same records
 * (learn.microsoft.com/azure/data-api-builder/concept/security/authorization#database-policies).
 */
export function toCondition(
  policy: string,
  find: (name: string) => PolicyField | undefined,
): { readonly where: string } | string {
  try {
    return { where: formatCondition(parse(readTokens(policy), find)) };
  } catch (error) {
    if (error instanceof PolicyError) return error.message;
    throw error;
  }
}

function parse(tokens: readonly Token[], find: (name: string) => PolicyField | undefined): Condition {
  let index = 0;
  const isNext = (word: string) =>
    tokens[index]?.kind === "word" && tokens[index]?.text.toLowerCase() === word;
  const condition = group("or", 0);
  if (index < tokens.length) throw new PolicyError(`"${tokens[index]?.text ?? ""}" is not expected there`);
  return condition;

  function group(kind: "or" | "and", depth: number): Condition {
    const next = () => (kind === "or" ? group("and", depth) : term(depth));
    const conditions = [next()];
    while (isNext(kind)) {
      index++;
      conditions.push(next());
    }
    const [first] = conditions;
    return conditions.length === 1 && first !== undefined ? first : { kind, conditions };
  }

  function term(depth: number): Condition {
    if (isNext("not")) throw new PolicyError(`"not" has no counterpart in a condition`);
    if (!isMark("(")) return comparison();
    if (depth >= MAX_DEPTH) throw new PolicyError("its parentheses are too deep");
    index++;
    const inner = group("or", depth + 1);
    if (!isMark(")")) throw new PolicyError("a parenthesis is not closed");
    index++;
    return inner;
  }

  function isMark(text: string): boolean {
    return tokens[index]?.kind === "mark" && tokens[index]?.text === text;
  }

  function comparison(): Comparison {
    const [left, word, right] = [tokens[index], tokens[index + 1], tokens[index + 2]];
    index += 3;
    const [operator, flipped] = operators.get(word?.text.toLowerCase() ?? "") ?? [];
    if (left === undefined || right === undefined || operator === undefined || flipped === undefined)
      throw new PolicyError("it has something other than comparisons with eq, ne, gt, ge, lt and le");
    if (left.kind === "item" && right.kind !== "item") return compared(left.text, operator, right);
    if (right.kind === "item" && left.kind !== "item") return compared(right.text, flipped, left);
    throw new PolicyError("a comparison must be between a field and a value or claim");
  }

  function compared(item: string, operator: Operator, value: Token): Comparison {
    const field = find(item);
    if (field === undefined) throw new PolicyError(`"${item}" is no field here`);
    const isNull = value.kind === "word" && value.text.toLowerCase() === "null";
    if (isNull && operator !== "=" && operator !== "<>") throw new PolicyError("null has no order");
    // If a database ignores case, its "ne" excludes more records than a condition would.
    const isSame =
      operator === "=" || comparedAlike.includes(field.type) || (operator === "<>" && field.isExact);
    if (!isNull && !isSame)
      throw new PolicyError(`the database may compare "${item}" differently than a condition does`);
    return {
      kind: "comparison",
      path: [field.name],
      call: undefined,
      operator,
      ignoresCase: false,
      value: valueOf(value, field.type),
      place: "where",
      fieldPosition: 0,
      valuePosition: 0,
    };
  }
}

function valueOf(value: Token, type: FieldConfig["type"]): ConditionValue {
  if (value.kind === "claim" && value.text.toLowerCase() === "id")
    throw new PolicyError(`"@user.id" is the user's id here, not the claim "id"`);
  if (value.kind === "claim") return { claim: value.text };
  if (value.kind === "word" && /^(?:null|true|false)$/i.test(value.text))
    return { text: value.text.toLowerCase(), isQuoted: false };
  if (value.kind === "number") return { text: value.text, isQuoted: false };
  const isText = value.kind === "text" || value.kind === "guid";
  if (isText && (fieldTypes[type].holdsText || type === "enum" || type === "uuid"))
    return { text: value.text, isQuoted: true };
  throw new PolicyError(`the value "${value.text}" has no counterpart in a condition`);
}

/** Why a policy has no condition. */
class PolicyError extends Error {}

function readTokens(policy: string): readonly Token[] {
  const tokens: Token[] = [];
  const text = policy.trim();
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < text.length) {
    const { lastIndex } = TOKEN;
    const found = TOKEN.exec(text);
    if (found === null)
      throw new PolicyError(
        `it has "${text.slice(lastIndex, lastIndex + 20).trim()}", which is not known here`,
      );
    for (const [kind, part] of Object.entries(found.groups ?? {}) as [TokenKind, string | undefined][])
      if (part !== undefined)
        tokens.push({ kind, text: kind === "text" ? part.replaceAll("''", "'") : part });
  }
  return tokens;
}
