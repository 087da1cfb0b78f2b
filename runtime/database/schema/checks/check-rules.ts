import { sameName } from "../stored/find-stored.js";
import type { StoredCheck, StoredColumn } from "../stored/stored-schema.js";
import {
  CheckReader,
  isNameToken,
  isSign,
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
  return alternatives(flat) ?? joined(flat, "and")?.flat();
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

/** A check that limits a column to texts. */
export interface ValueCheck extends CheckedValues, Pick<StoredColumn, "valuesIn"> {}

/** The checks that limit a column to texts. */
export function valueChecks(checks: readonly Omit<StoredCheck, "table">[]): readonly ValueCheck[] {
  return checks.flatMap(({ schema, name, clause }) => {
    const found = valuesOfCheck(clause);
    return found === undefined
      ? []
      : [{ ...found, ...(name !== undefined && { valuesIn: { schema, name } }) }];
  });
}

/** The texts that a column takes, if one check limits it. */
export function limitOf(
  column: string,
  checks: readonly ValueCheck[],
): Pick<StoredColumn, "values" | "valuesIn"> {
  const [check, ...more] = checks.filter((each) => sameName(each.column, column));
  if (check === undefined || more.length > 0) return {};
  const { values, valuesIn } = check;
  return { values, ...(valuesIn && { valuesIn }) };
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
  const values = rules.flat().flatMap((rule) => rule.values);
  return [{ column: first.column, operator: "in", values: values.toReversed() }];
}

/** The rules of comparisons that are joined by this word; `undefined` for anything else. */
function joined(
  tokens: readonly CheckToken[],
  word: "and" | "or",
): readonly (readonly CheckRule[])[] | undefined {
  const reader = new CheckReader(tokens);
  const rules: (readonly CheckRule[])[] = [];
  do {
    const compared = comparison(reader);
    if (compared === undefined) return undefined;
    rules.push(compared);
  } while (reader.take(word));
  return reader.isAtEnd ? rules : undefined;
}

const operators = ["=", "<", "<=", ">", ">="] as const;
const flipped = { "=": "=", "<": ">", "<=": ">=", ">": "<", ">=": "<=" } as const;

function comparison(reader: CheckReader): readonly CheckRule[] | undefined {
  const first = reader.value();
  if (first !== undefined) {
    // `0 <= size`
    const operator = reader.takeAny(operators);
    const subject = subjectOf(reader);
    return operator && subject && [{ ...subject, operator: flipped[operator], values: [first] }];
  }
  const subject = subjectOf(reader);
  if (subject === undefined) return undefined;
  if (reader.take("between")) {
    const least = reader.value();
    const most = reader.take("and") ? reader.value() : undefined;
    if (least === undefined || most === undefined) return undefined;
    return [
      { ...subject, operator: ">=", values: [least] },
      { ...subject, operator: "<=", values: [most] },
    ];
  }
  if (reader.take("in")) {
    const values = listOf(reader);
    return values && [{ ...subject, operator: "in", values }];
  }
  // PostgreSQL: `level = any (array[1, 2])`
  if (reader.take("=", "any", "array[")) {
    const values = listOf(reader);
    return values && reader.take("]") ? [{ ...subject, operator: "in", values }] : undefined;
  }
  const operator = reader.takeAny(operators);
  const value = reader.value();
  return operator && value !== undefined ? [{ ...subject, operator, values: [value] }] : undefined;
}

/** A column, or a function of one. */
function subjectOf(reader: CheckReader): Pick<CheckRule, "column" | "lengthBy"> | undefined {
  const first = reader.name();
  const second = reader.name();
  if (first === undefined || second === undefined) return first === undefined ? undefined : { column: first };
  return { column: second, lengthBy: first.toLowerCase() };
}

function listOf(reader: CheckReader): readonly string[] | undefined {
  const values: string[] = [];
  do {
    const value = reader.value();
    if (value === undefined) return undefined;
    values.push(value);
  } while (reader.take(","));
  return values;
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
