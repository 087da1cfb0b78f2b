import { ApiError } from "../errors/api-error.js";
import type { Limits } from "../model/model.js";
import { operators, type Comparison, type Condition, type ConditionValue, type Operator } from "./nodes.js";

/** More than people write, and less than any database's parser accepts. */
const MAX_DEPTH = 32;

/** The limits for conditions that callers send. */
export type ConditionLimits = Pick<
  Limits,
  "maxConditionLength" | "maxConditionTerms" | "maxConditionValueLength"
>;

/**
 * Parses a condition: comparisons joined by `&` and `|`, with parentheses. `&` binds tighter.
 * One pass over the text, in time linear in its length.
 * @param limits Default: none, for conditions in the server's own code and configuration.
 * @throws {ApiError} `invalid-condition` with the position of the first mistake and what was expected there.
 */
export function parseCondition(text: string, limits?: ConditionLimits): Condition {
  const { maxConditionLength = Infinity } = limits ?? {};
  if (text.length > maxConditionLength)
    throw mistake(
      maxConditionLength,
      "too-long",
      `The condition has ${text.length} characters; ${maxConditionLength} are allowed.`,
    );
  const reader = new Reader(text, limits);
  const condition = reader.readOr(0);
  reader.expectEnd();
  return condition;
}

class Reader {
  readonly #text: string;
  readonly #maxTerms: number;
  readonly #maxValueLength: number;
  #position = 0;
  #terms = 0;

  constructor(text: string, limits: ConditionLimits | undefined) {
    this.#text = text;
    this.#maxTerms = limits?.maxConditionTerms ?? Infinity;
    this.#maxValueLength = limits?.maxConditionValueLength ?? Infinity;
  }

  readOr(depth: number): Condition {
    return this.#readGroup("or", "|", () => this.#readGroup("and", "&", () => this.#readTerm(depth)));
  }

  expectEnd(): void {
    if (this.#position < this.#text.length) throw this.#expected('"&", "|" or the end');
  }

  #readGroup(kind: "and" | "or", separator: string, readOne: () => Condition): Condition {
    const first = readOne();
    const rest: Condition[] = [];
    while (this.#text[this.#position] === separator) {
      this.#position++;
      rest.push(readOne());
    }
    return rest.length === 0 ? first : { kind, conditions: [first, ...rest] };
  }

  #readTerm(depth: number): Condition {
    this.#skipBlanks();
    if (this.#text[this.#position] !== "(") return this.#readComparison();
    if (depth === MAX_DEPTH)
      throw mistake(this.#position, "too-deep", `Parentheses may be ${MAX_DEPTH} deep.`);
    this.#position++;
    const condition = this.readOr(depth + 1);
    if (this.#text[this.#position] !== ")") throw this.#expected('"&", "|" or ")"');
    this.#position++;
    this.#skipBlanks();
    return condition;
  }

  #readComparison(): Comparison {
    const fieldPosition = this.#position;
    if (++this.#terms > this.#maxTerms)
      throw mistake(fieldPosition, "too-many-terms", `A condition may have ${this.#maxTerms} comparisons.`);
    const field = this.#readField();
    const operator = this.#readOperator();
    const valuePosition = this.#position;
    const value = this.#readValue();
    if (value.text.length > this.#maxValueLength)
      throw mistake(
        valuePosition,
        "value-too-long",
        `The value at position ${valuePosition} has ${value.text.length} characters; ${this.#maxValueLength} are allowed.`,
      );
    return { kind: "comparison", field, operator, value, fieldPosition, valuePosition };
  }

  #readField(): string {
    const field = this.#match(/[^=<>~&|()"\s]+/y);
    if (field === "") throw this.#expected('a field name or "("');
    this.#skipBlanks();
    return field;
  }

  #readOperator(): Operator {
    const operator = operators.find((candidate) => this.#text.startsWith(candidate, this.#position));
    const end = this.#position + (operator?.length ?? 0);
    if (operator === undefined || (operator === "has" && !/[\s"]/.test(this.#text[end] ?? "")))
      throw this.#expected(`one of ${operators.join(" ")}`);
    this.#position = end;
    // One blank belongs to the word. Others belong to the value, as after every operator.
    if (operator === "has") this.#match(/\s?/y);
    return operator;
  }

  #readValue(): ConditionValue {
    const start = this.#position;
    this.#skipBlanks();
    if (this.#text[this.#position] === '"') return { text: this.#readQuoted(), isQuoted: true };
    this.#position = start;
    return { text: this.#match(/[^&|)]*/y), isQuoted: false };
  }

  #readQuoted(): string {
    const quoted = this.#match(/"(?:[^"\\]|\\["\\])*"/y);
    if (quoted === "") throw this.#unclosed();
    this.#skipBlanks();
    return quoted.slice(1, -1).replace(/\\(.)/gs, "$1");
  }

  /** Distinguishes a missing closing quote from an invalid escape. */
  #unclosed(): ApiError {
    this.#match(/"(?:[^"\\]|\\["\\])*/y);
    return this.#text[this.#position] === "\\"
      ? this.#expected('\\" or \\\\')
      : this.#expected("a closing quote");
  }

  #skipBlanks(): void {
    this.#match(/\s*/y);
  }

  /** Consumes what the pattern matches at the current position, if anything. */
  #match(sticky: RegExp): string {
    sticky.lastIndex = this.#position;
    const found = sticky.exec(this.#text)?.[0] ?? "";
    this.#position += found.length;
    return found;
  }

  #expected(what: string): ApiError {
    const found = this.#text.codePointAt(this.#position);
    const there = found === undefined ? "the end" : JSON.stringify(String.fromCodePoint(found));
    return mistake(
      this.#position,
      "syntax",
      `Expected ${what} at position ${this.#position}, found ${there}.`,
    );
  }
}

function mistake(position: number, code: string, message: string): ApiError {
  return new ApiError("invalid-condition", message, {
    issues: [{ path: "condition", code, message, position }],
  });
}
