import { ts } from "ts-morph";

/** Where a member of an object or list is written. */
export interface FoundMember {
  readonly node: ts.Node;
  /** `undefined` if its value is not an expression, as for a method. */
  readonly value: ts.Expression | undefined;
  /** The rest of the path. `undefined` if it is unknown whether `node` has the member. */
  readonly rest: string | undefined;
}

/** The rest of a path after a key. `undefined` if the path begins with another key. */
export type KeyMatch = (key: string) => string | undefined;

type Follow = (expression: ts.Expression) => ts.Expression;

/**
 * Finds a member of an object, also in the objects that are spread into it. The last one wins, as when the code
 * runs. `undefined` if there is none, or if a condition chooses between several.
 */
export function findMember(
  literal: ts.ObjectLiteralExpression,
  match: KeyMatch,
  follow: Follow,
): FoundMember | undefined {
  const possible: FoundMember[] = [];
  const unknown: FoundMember[] = [];
  for (const property of [...literal.properties].reverse()) {
    if (ts.isSpreadAssignment(property)) {
      const choices = choicesOf(property.expression, follow);
      const found = choices.values.flatMap((each) => findMember(each, match, follow) ?? []);
      const known = found.filter(({ rest }) => rest !== undefined);
      possible.push(...known);
      if (choices.isUnknown || known.length < found.length)
        unknown.push({ node: property, value: undefined, rest: undefined });
      else if (!choices.isConditional && known.length > 0) break;
      continue;
    }
    const key = keyOf(property.name, follow);
    if (key === undefined) {
      unknown.push({ node: property, value: undefined, rest: undefined });
      continue;
    }
    const rest = match(key);
    if (rest === undefined) continue;
    possible.push({ node: property, value: valueOf(property), rest });
    break;
  }
  if (possible.length > 0) return possible.length === 1 ? possible[0] : undefined;
  return unknown.length === 1 ? unknown[0] : undefined;
}

interface Choices {
  readonly values: readonly ts.ObjectLiteralExpression[];
  /** Whether a condition decides which of them is spread. */
  readonly isConditional: boolean;
  /** Whether something is spread that cannot be read. */
  readonly isUnknown: boolean;
}

/** The objects that a spread may stand for: both of `a ? b : c`, and `b` of `a && b`. */
function choicesOf(expression: ts.Expression, follow: Follow): Choices {
  const value = follow(expression);
  if (ts.isObjectLiteralExpression(value)) return { values: [value], isConditional: false, isUnknown: false };
  const parts = ts.isConditionalExpression(value)
    ? [value.whenTrue, value.whenFalse]
    : ts.isBinaryExpression(value) && value.operatorToken.kind === ts.SyntaxKind.AmpersandAmpersandToken
      ? [value.right]
      : undefined;
  if (parts === undefined) return { values: [], isConditional: true, isUnknown: !isNothing(value) };
  const choices = parts.map((part) => choicesOf(part, follow));
  return {
    values: choices.flatMap((each) => each.values),
    isConditional: true,
    isUnknown: choices.some((each) => each.isUnknown),
  };
}

/** Whether a spread of it adds nothing. */
function isNothing(value: ts.Expression): boolean {
  return (
    [ts.SyntaxKind.NullKeyword, ts.SyntaxKind.FalseKeyword].includes(value.kind) ||
    (ts.isIdentifier(value) && value.text === "undefined")
  );
}

function keyOf(name: ts.PropertyName, follow: Follow): string | undefined {
  if (!ts.isComputedPropertyName(name)) return name.text;
  const value = follow(name.expression);
  return ts.isStringLiteralLike(value) || ts.isNumericLiteral(value) ? value.text : undefined;
}

function valueOf(
  property: Exclude<ts.ObjectLiteralElementLike, ts.SpreadAssignment>,
): ts.Expression | undefined {
  if (ts.isPropertyAssignment(property)) return property.initializer;
  return ts.isShorthandPropertyAssignment(property) ? property.name : undefined;
}

/** Finds an item of a list, also in the lists that are spread into it. */
export function findItem(
  list: ts.ArrayLiteralExpression,
  index: number,
  rest: string,
  follow: Follow,
): FoundMember | undefined {
  const items = itemsOf(list, follow);
  const item = items.slice(0, index + 1).includes(undefined) ? undefined : items[index];
  return item && { node: item, value: item, rest };
}

/** The items of a list. Unreadable ones are `undefined`. */
function itemsOf(list: ts.ArrayLiteralExpression, follow: Follow): readonly (ts.Expression | undefined)[] {
  return list.elements.flatMap((element) => {
    if (!ts.isSpreadElement(element)) return [element];
    const spread = follow(element.expression);
    return ts.isArrayLiteralExpression(spread) ? itemsOf(spread, follow) : [undefined];
  });
}
