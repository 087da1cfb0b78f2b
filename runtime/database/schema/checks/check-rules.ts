import {
  isNameToken,
  isSign,
  isWord,
  tokensOf,
  withoutParentheses,
  type CheckToken,
} from "./check-tokens.js";

/** A rule of a check about the values of one column, or their length. */
export interface CheckRule {
  readonly column: string;
  /** The function that takes the length, in lower case. */
  readonly lengthBy?: string;
  readonly operator: "=" | "<" | "<=" | ">" | ">=" | "in";
  /** One value, or those of the list. */
  readonly values: readonly string[];
}

/** A part of a clause, and the position after it. */
interface TokenMatch<T> {
  readonly found: T;
  readonly end: number;
}

/**
 * The rules of a check that consists of comparisons with values, joined by `and`, in the words of any database: `size
 * >= 0 and size <= 9`, `size between 0 and 9`, `char_length(name) <= 9`, `level in (1, 2)`, and the forms in which
 * databases store these. `undefined` for any other check.
 */
export function rulesOfCheck(clause: string): readonly CheckRule[] | undefined {
  // The meaning of a backslash in a text differs between databases.
  return clause.includes("\\") ? undefined : rulesOfTokens(tokensOf(clause) ?? []);
}

function rulesOfTokens(tokens: readonly CheckToken[]): readonly CheckRule[] | undefined {
  const flat = withoutParentheses(withoutCasts(tokens) ?? []);
  return flat.length === 0 ? undefined : (alternatives(flat) ?? joined(flat, "and")?.flat());
}

/** A column and the texts that a check limits it to. */
export type CheckedValues = Pick<CheckRule, "column" | "values">;

/** The texts of a check of the form `state in ('a', 'b')` or `state = 'b' or state = 'a'`. `undefined` for any other. */
export function valuesOfCheck(clause: string): CheckedValues | undefined {
  const tokens = tokensOf(clause) ?? [];
  const [first] = withoutParentheses(tokens);
  if (!isNameToken(first) || tokens.some(({ kind }) => kind === "number")) return undefined;
  // The first word is the column, also one such as `end`, which SQLite accepts as a name.
  const named = tokens.map((token): CheckToken =>
    token.kind === "word" && token.text === first.text ? { ...token, kind: "name" } : token,
  );
  const [rule, ...more] = rulesOfTokens(named) ?? [];
  const isList = rule?.operator === "in" && rule.lengthBy === undefined && more.length === 0;
  return isList ? { column: rule.column, values: rule.values } : undefined;
}

/** `level = 2 or level = 1`: how SQL Server stores `level in (1, 2)`, the last value first. */
function alternatives(tokens: readonly CheckToken[]): readonly CheckRule[] | undefined {
  const rules = joined(tokens, "or") ?? [];
  const [[first] = []] = rules;
  const areAlike = rules.every(
    ([rule, ...more]) =>
      rule?.operator === "=" &&
      more.length === 0 &&
      rule.lengthBy === undefined &&
      rule.column === first?.column,
  );
  if (first === undefined || !areAlike) return undefined;
  return [
    {
      column: first.column,
      operator: "in",
      values: rules
        .flat()
        .toReversed()
        .flatMap(({ values }) => values),
    },
  ];
}

/** The rules of comparisons that are joined by this word; `undefined` for anything else. */
function joined(
  tokens: readonly CheckToken[],
  word: "and" | "or",
): readonly (readonly CheckRule[])[] | undefined {
  const rules: (readonly CheckRule[])[] = [];
  for (let at = 0; ; at++) {
    const parsed = comparison(tokens, at);
    if (parsed === undefined) return undefined;
    rules.push(parsed.found);
    at = parsed.end;
    if (at === tokens.length) return rules;
    if (!isWord(tokens[at], word)) return undefined;
  }
}

const operators = ["=", "<", "<=", ">", ">="] as const;
const flipped = { "=": "=", "<": ">", "<=": ">=", ">": "<", ">=": "<=" } as const;

function comparison(
  tokens: readonly CheckToken[],
  start: number,
): TokenMatch<readonly CheckRule[]> | undefined {
  const first = literal(tokens, start);
  if (first !== undefined) {
    // `0 <= size`
    const operator = operatorAt(tokens, first.end);
    const subject = subjectAt(tokens, first.end + 1);
    if (operator === undefined || subject === undefined) return undefined;
    return {
      found: [{ ...subject.found, operator: flipped[operator], values: [first.found] }],
      end: subject.end,
    };
  }
  const subject = subjectAt(tokens, start);
  if (subject === undefined) return undefined;
  const { found, end } = subject;
  if (isWord(tokens[end], "between")) {
    const least = literal(tokens, end + 1);
    if (least === undefined || !isWord(tokens[least.end], "and")) return undefined;
    const most = literal(tokens, least.end + 1);
    if (most === undefined) return undefined;
    return {
      found: [
        { ...found, operator: ">=", values: [least.found] },
        { ...found, operator: "<=", values: [most.found] },
      ],
      end: most.end,
    };
  }
  if (isWord(tokens[end], "in")) return ofList(found, list(tokens, end + 1));
  // PostgreSQL: `level = any (array[1, 2])`
  if (isSign(tokens[end], "=") && isWord(tokens[end + 1], "any") && isSign(tokens[end + 2], "array[")) {
    const values = list(tokens, end + 3);
    if (values === undefined || !isSign(tokens[values.end], "]")) return undefined;
    return ofList(found, { ...values, end: values.end + 1 });
  }
  const operator = operatorAt(tokens, end);
  const value = literal(tokens, end + 1);
  if (operator === undefined || value === undefined) return undefined;
  return { found: [{ ...found, operator, values: [value.found] }], end: value.end };
}

function ofList(
  subject: Pick<CheckRule, "column" | "lengthBy">,
  values: TokenMatch<readonly string[]> | undefined,
): TokenMatch<readonly CheckRule[]> | undefined {
  return values && { found: [{ ...subject, operator: "in", values: values.found }], end: values.end };
}

/** Words that are not column names. */
const KEYWORD = /^(?:and|or|not|in|is|null|between|like|any|all|case|when|then|else|end|true|false)$/i;

/** A column, or a function of one. */
function subjectAt(
  tokens: readonly CheckToken[],
  start: number,
): TokenMatch<Pick<CheckRule, "column" | "lengthBy">> | undefined {
  const [first, second] = tokens.slice(start, start + 2);
  if (first === undefined || !isColumn(first)) return undefined;
  if (second === undefined || !isColumn(second)) return { found: { column: first.text }, end: start + 1 };
  return { found: { column: second.text, lengthBy: first.text.toLowerCase() }, end: start + 2 };
}

function isColumn(token: CheckToken): boolean {
  return isNameToken(token) && !(token.kind === "word" && KEYWORD.test(token.text));
}

function operatorAt(tokens: readonly CheckToken[], at: number): (typeof operators)[number] | undefined {
  return operators.find((operator) => isSign(tokens[at], operator));
}

/** A text or a number, with its sign. */
function literal(tokens: readonly CheckToken[], start: number): TokenMatch<string> | undefined {
  const [token, next] = tokens.slice(start, start + 2);
  if (token?.kind === "text" || token?.kind === "number") return { found: token.text, end: start + 1 };
  const isSigned = isSign(token, "-") || isSign(token, "+");
  if (!isSigned || next?.kind !== "number") return undefined;
  return { found: isSign(token, "-") ? `-${next.text}` : next.text, end: start + 2 };
}

function list(tokens: readonly CheckToken[], start: number): TokenMatch<readonly string[]> | undefined {
  const values: string[] = [];
  for (let at = start; ; at++) {
    const value = literal(tokens, at);
    if (value === undefined) return undefined;
    values.push(value.found);
    at = value.end;
    if (!isSign(tokens[at], ",")) return { found: values, end: at };
  }
}

/** Casts to these types change no value that a check compares. */
const wide = new Set(
  ["text", "character varying", "numeric", "double precision"].concat("text[]", "character varying[]"),
);
/** Casts to these types change no whole number. */
const whole = new Set(["smallint", "integer", "bigint"]);

/**
 * Removes PostgreSQL's casts, `(size)::numeric`, which it adds to the checks that it stores. `undefined` if one
 * may change a value.
 */
function withoutCasts(tokens: readonly CheckToken[]): readonly CheckToken[] | undefined {
  const kept: CheckToken[] = [];
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at] as CheckToken;
    if (!isSign(token, "::")) {
      kept.push(token);
      continue;
    }
    const words: string[] = [];
    for (let next = tokens[at + 1]; next !== undefined && isNameToken(next); next = tokens[at + 1]) {
      words.push(next.text.toLowerCase());
      at++;
    }
    const isList = isSign(tokens[at + 1], "[]");
    if (isList) at++;
    const type = `${words.join(" ")}${isList ? "[]" : ""}`;
    const cast = kept.findLast(({ kind }) => kind !== "sign");
    const isWhole = cast !== undefined && !isNameToken(cast) && /^-?\d+$/.test(cast.text);
    if (!wide.has(type) && !(whole.has(type) && isWhole)) return undefined;
  }
  return kept;
}
