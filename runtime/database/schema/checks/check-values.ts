import { isNameToken, isWord, tokensOf, withoutParentheses, type CheckToken } from "./check-tokens.js";

/** A column and the texts that a check limits it to. */
export interface CheckedValues {
  readonly column: string;
  readonly values: readonly string[];
}

/**
 * The texts of a check of the form `state in ('a', 'b')` or `state = 'b' or state = 'a'`. The latter is how
 * SQL Server stores the former, the last value first. `undefined` for any other check.
 */
export function valuesOfCheck(clause: string): CheckedValues | undefined {
  const tokens = tokensOf(clause);
  const [first, ...rest] = withoutParentheses(tokens ?? []);
  if (first === undefined || !isNameToken(first)) return undefined;
  const [operator] = rest;
  const values =
    operator !== undefined && isWord(operator, "in")
      ? listed(rest.slice(1))
      : alternatives([first, ...rest], first.text)?.toReversed();
  return values === undefined || values.length === 0 ? undefined : { column: first.text, values };
}

/** `'a', 'b'` */
function listed(tokens: readonly CheckToken[]): readonly string[] | undefined {
  const isList = tokens.every(({ kind, text }, index) =>
    index % 2 === 0 ? kind === "text" : kind === "sign" && text === ",",
  );
  return isList && tokens.length % 2 === 1
    ? tokens.filter((_, index) => index % 2 === 0).map(({ text }) => text)
    : undefined;
}

/** `state = 'a' or state = 'b'` */
function alternatives(tokens: readonly CheckToken[], column: string): readonly string[] | undefined {
  const values: string[] = [];
  for (let start = 0; start < tokens.length; start += 4) {
    const [name, equals, value, or] = tokens.slice(start, start + 4);
    const isComparison =
      name !== undefined &&
      isNameToken(name) &&
      name.text === column &&
      equals?.text === "=" &&
      value?.kind === "text";
    if (!isComparison || (or !== undefined && !isWord(or, "or"))) return undefined;
    // After `or`, another comparison must follow.
    if (or !== undefined && start + 4 >= tokens.length) return undefined;
    values.push(value.text);
  }
  return values;
}
