import { mistakesOf, type ApiError } from "../errors/api-error.js";
import type { Limits } from "../model/model.js";
import { ValueError } from "../model/values/value-error.js";
import { givenValue } from "./given-value.js";
import {
  caseOperators,
  operators,
  pathOperators,
  type Comparison,
  type Condition,
  type ConditionValue,
  type Operator,
  type TextValue,
} from "./nodes.js";
import { TextReader } from "./text-reader.js";

/** More than people write, and less than the parser of any database accepts. */
export const MAX_DEPTH = 32;

/** The most values of one list. */
export const MAX_VALUES = 1000;

/** The limits for conditions that callers send. */
export type ConditionLimits = Pick<
  Limits,
  "maxConditionLength" | "maxConditionTerms" | "maxConditionValueLength"
>;

/** The syntax that differs between a path and `where`, and where bare values end. */
interface Grammar {
  readonly operators: readonly Operator[];
  /** Matches a field's name, or one of the names of a path. */
  readonly name: RegExp;
  readonly bareValue: RegExp;
  /** Whether it is the syntax of `where`, with paths, relations, lists, claims and "not". */
  readonly isGrown: boolean;
}

const pathGrammar: Grammar = {
  operators: pathOperators,
  name: /[^=<>~&|()"\s]+/y,
  bareValue: /[^&|)]*/y,
  isGrown: false,
};

const whereGrammar: Grammar = {
  operators,
  name: /[^=<>~&|()"\s.,;!^$*@[\]]+/y,
  bareValue: /[^&|)]*/y,
  isGrown: true,
};

/** Inside the parentheses of a list, `;` begins its next option. */
const partGrammar: Grammar = { ...whereGrammar, bareValue: /[^&|);]*/y };

/**
 * Parses the condition in a URL path. The syntax is a subset of `where`, kept as it is because clients have it in
 * their URLs: comparisons joined by `&` and `|`, with parentheses. `&` binds tighter. One pass over the text, in time
 * linear in its length.
 * @param limits Default: none, for conditions in the server's own code and configuration.
 * @throws {ApiError} `invalid-condition` with the position of the first mistake and what was expected there.
 */
export function parseCondition(text: string, limits?: ConditionLimits): Condition {
  return parseWhole(text, pathGrammar, "condition", limits);
}

/**
 * Parses a condition in the syntax of `where`: that of paths, and `!( … )`, lists, `author.username`, `comments( …
 * )`, `count(comments)`, `@user.id` and more operators. In time linear in the text's length.
 * @param limits Default: none, for conditions in the server's own code and configuration.
 * @param place The name of the parameter, or the path in a body, for messages.
 * @throws {ApiError} `invalid-condition` with the position of the first mistake and what was expected there.
 */
export function parseWhere(text: string, limits?: ConditionLimits, place = "where"): Condition {
  return parseWhole(text, whereGrammar, place, limits);
}

/**
 * Parses the condition that begins at `start` in a larger text and ends at `;`, `)` or the end. Positions are
 * those of the whole text.
 * @returns the condition, and the position after it.
 */
export function parseWherePart(
  text: string,
  start: number,
  limits?: ConditionLimits,
  place = "select",
): { readonly condition: Condition; readonly end: number } {
  const reader = new Reader({ text, grammar: partGrammar, place, limits, start });
  const condition = reader.readOr(0);
  return { condition, end: reader.end };
}

const invalidCondition = mistakesOf("invalid-condition");

/** Marks an input in the text of a template. */
export const INPUT = "\0";

/**
 * Parses the text of a template, in which `INPUT` marks the inputs. An input is never parsed: it is a value, a list
 * of values, or a condition.
 * @throws {ApiError} `invalid-condition`, also for an input that is not a whole value.
 */
export function parseTemplate(text: string, inputs: readonly TemplateInput[]): Condition {
  return parseWhole(text, whereGrammar, "where", undefined, inputs);
}

export type TemplateInput =
  | { readonly condition: Condition }
  | { readonly value: unknown }
  | { readonly values: readonly unknown[] };

function parseWhole(
  text: string,
  grammar: Grammar,
  place: string,
  limits?: ConditionLimits,
  inputs?: readonly TemplateInput[],
): Condition {
  const { maxConditionLength = Infinity } = limits ?? {};
  if (text.length > maxConditionLength)
    throw invalidCondition(
      "too-long",
      `The condition has ${text.length} characters; ${maxConditionLength} are allowed.`,
      { path: place, position: maxConditionLength },
    );
  const reader = new Reader({ text, grammar, place, limits, inputs });
  const condition = reader.readOr(0);
  reader.expectEnd();
  return condition;
}

interface ReaderInput {
  readonly text: string;
  readonly grammar: Grammar;
  readonly place: string;
  readonly limits: ConditionLimits | undefined;
  readonly start?: number;
  readonly inputs?: readonly TemplateInput[] | undefined;
}

class Reader extends TextReader {
  readonly #grammar: Grammar;
  readonly #maxTerms: number;
  readonly #maxValueLength: number;
  readonly #inputs: readonly TemplateInput[];
  #terms = 0;
  #usedInputs = 0;

  constructor({ text, grammar, place, limits, start = 0, inputs = [] }: ReaderInput) {
    super(text, place, invalidCondition, start);
    this.#grammar = grammar;
    this.#maxTerms = limits?.maxConditionTerms ?? Infinity;
    this.#maxValueLength = limits?.maxConditionValueLength ?? Infinity;
    this.#inputs = inputs;
  }

  get end(): number {
    return this.position;
  }

  readOr(depth: number): Condition {
    return this.#readGroup("or", "|", () => this.#readGroup("and", "&", () => this.#readTerm(depth)));
  }

  expectEnd(): void {
    if (this.position < this.text.length) throw this.expected('"&", "|" or the end');
    if (this.#usedInputs < this.#inputs.length)
      throw this.mistake(
        "syntax",
        "An input of the template must be a whole value: write it right after an operator, without quotes.",
      );
  }

  #readGroup(kind: "and" | "or", separator: string, readOne: () => Condition): Condition {
    const first = readOne();
    const rest: Condition[] = [];
    while (this.takes(separator)) rest.push(readOne());
    return rest.length === 0 ? first : { kind, conditions: [first, ...rest] };
  }

  #readTerm(depth: number): Condition {
    this.skipBlanks();
    if (this.isNext("(")) return this.#readParentheses(depth);
    if (this.#takesGrown("!")) return this.#readNegation(depth);
    return this.#readConditionInput() ?? this.#readComparison(depth);
  }

  #readNegation(depth: number): Condition {
    this.skipBlanks();
    if (!this.isNext("(")) throw this.expected('"("');
    return { kind: "not", condition: this.#readParentheses(depth) };
  }

  #readParentheses(depth: number): Condition {
    if (depth === MAX_DEPTH) throw this.mistake("too-deep", `Parentheses may be at most ${MAX_DEPTH} deep.`);
    this.position++;
    const condition = this.readOr(depth + 1);
    if (!this.takes(")")) throw this.expected('"&", "|" or ")"');
    this.skipBlanks();
    return condition;
  }

  #readComparison(depth: number): Condition {
    const fieldPosition = this.position;
    const names = this.#readPath();
    const place = this.path;
    const argument = this.#readArgument(names);
    if (argument === undefined && this.#isNextGrown("("))
      return {
        kind: "some",
        path: names,
        condition: this.#readParentheses(depth),
        place,
        position: fieldPosition,
      };
    if (++this.#terms > this.#maxTerms)
      throw this.mistake(
        "too-many-terms",
        `A condition may have at most ${this.#maxTerms} comparisons.`,
        fieldPosition,
      );
    const [path, call] = argument === undefined ? [names, undefined] : [argument, names[0]];
    const operator = this.#readOperator();
    const ignoresCase = this.#readStar(operator);
    const valuePosition = this.position;
    const value = this.#readValue(operator);
    return {
      kind: "comparison",
      path,
      call,
      operator,
      ignoresCase,
      value,
      place,
      fieldPosition,
      valuePosition,
    };
  }

  #readPath(): readonly string[] {
    const path = [this.#readName()];
    while (this.#isNextGrown(".")) {
      if (path.length === MAX_DEPTH)
        throw this.mistake("too-deep", `A path may have at most ${MAX_DEPTH} names.`);
      this.position++;
      path.push(this.#readName());
    }
    this.skipBlanks();
    return path;
  }

  #readName(): string {
    const { isGrown, name } = this.#grammar;
    if (this.#isNextGrown('"')) return this.#readQuoted();
    const found = this.match(name);
    if (found === "") throw this.expected(isGrown ? 'a field name, "(" or "!("' : 'a field name or "("');
    return found;
  }

  /** The names in the parentheses of a call, which an operator follows: `count(comments)>3`. */
  #readArgument(names: readonly string[]): readonly string[] | undefined {
    if (names.length > 1 || !this.#isNextGrown("(")) return undefined;
    const call = this.match(/\([^()=<>~&|"!^$]*\)\s*(?=[=<>~!^$])/y);
    if (call === "") return undefined;
    const argument = call.slice(1, call.indexOf(")")).trim();
    return argument === "" ? [] : argument.split(".");
  }

  #isNextGrown(mark: string): boolean {
    return this.text[this.position] === mark && this.#grammar.isGrown;
  }

  #takesGrown(mark: string): boolean {
    return this.#isNextGrown(mark) && this.takes(mark);
  }

  #readOperator(): Operator {
    const known = this.#grammar.operators;
    const operator = known.find((candidate) => this.text.startsWith(candidate, this.position));
    const end = this.position + (operator?.length ?? 0);
    if (operator === undefined || (operator === "has" && !/[\s"]/.test(this.text[end] ?? "")))
      throw this.expected(`one of ${known.join(" ")}`);
    this.position = end;
    // Another language's "==": the value "=Bell" is rarely meant, and would match nothing in silence.
    if (operator === "=" && this.#isNextGrown("="))
      throw this.mistake("syntax", 'Compare with "=". Write a value that begins with "=" in quotes.');
    // One blank belongs to the operator. Further blanks belong to the value, as after every operator.
    if (operator === "has") this.match(/\s?/y);
    return operator;
  }

  #readStar(operator: Operator): boolean {
    return caseOperators.includes(operator) && this.#takesGrown("*");
  }

  #readValue(operator: Operator): Comparison["value"] {
    const start = this.position;
    this.skipBlanks();
    if (operator === "=" || operator === "<>") {
      if (this.#isNextGrown("[")) return this.#readList();
      const values = this.#readListInput();
      if (values !== undefined) return values;
    }
    const given = this.#readInput();
    if (given !== undefined) return given;
    if (this.isNext('"')) {
      const value = { text: this.#readQuoted(), isQuoted: true };
      this.skipBlanks();
      return this.#limited(value, start);
    }
    this.position = start;
    return this.#limited(this.#readBare(this.#grammar.bareValue), start);
  }

  #readList(): readonly ConditionValue[] {
    const start = this.position++;
    const values: ConditionValue[] = [];
    this.skipBlanks();
    while (!this.takes("]")) {
      if (values.length > 0) this.#readComma();
      if (values.length === MAX_VALUES)
        throw this.mistake("too-many-values", `A list may have at most ${MAX_VALUES} values.`, start);
      values.push(this.#readItem());
      this.skipBlanks();
    }
    this.skipBlanks();
    return values;
  }

  #readComma(): void {
    if (!this.takes(",")) throw this.expected('"," or "]"');
    this.skipBlanks();
  }

  #readItem(): ConditionValue {
    const start = this.position;
    const given = this.#readInput();
    if (given !== undefined) return given;
    if (this.isNext('"')) return this.#limited({ text: this.#readQuoted(), isQuoted: true }, start);
    const bare = this.match(ITEM).trim();
    if (bare === "") throw this.expected("a value");
    return this.#limited(toBare(bare), start);
  }

  #readBare(pattern: RegExp): ConditionValue {
    const text = this.match(pattern);
    return this.#grammar.isGrown ? toBare(text) : { text, isQuoted: false };
  }

  #limited<T extends ConditionValue>(value: T, position: number): T {
    const { length } = "text" in value ? value.text : value.claim;
    if (length > this.#maxValueLength)
      throw this.mistake(
        "value-too-long",
        `The value at position ${position} has ${length} characters; ${this.#maxValueLength} are allowed.`,
        position,
      );
    return value;
  }

  #readQuoted(): string {
    const quoted = this.match(/"(?:[^"\\]|\\["\\])*"/y);
    if (quoted === "") throw this.#unclosed();
    return quoted.slice(1, -1).replace(/\\(.)/gs, "$1");
  }

  /** Distinguishes a missing closing quote from an invalid escape. */
  #unclosed(): ApiError {
    this.match(/"(?:[^"\\]|\\["\\])*/y);
    return this.isNext("\\") ? this.expected('\\" or \\\\') : this.expected("a closing quote");
  }

  /** The template's input at this position, if there is one that is a value. */
  #readInput(): TextValue | undefined {
    const input = this.#nextInput();
    if (input === undefined || !("value" in input)) return undefined;
    const { position } = this;
    this.#takeInput();
    return this.#given(input.value, position);
  }

  #readListInput(): readonly ConditionValue[] | undefined {
    const input = this.#nextInput();
    if (input === undefined || !("values" in input)) return undefined;
    const { position } = this;
    if (input.values.length > MAX_VALUES)
      throw this.mistake("too-many-values", `A list may have at most ${MAX_VALUES} values.`);
    this.#takeInput();
    return input.values.map((value) => this.#given(value, position));
  }

  #readConditionInput(): Condition | undefined {
    const input = this.#nextInput();
    if (input === undefined || !("condition" in input)) return undefined;
    this.#takeInput();
    return input.condition;
  }

  #nextInput(): TemplateInput | undefined {
    return this.isNext(INPUT) ? this.#inputs[this.#usedInputs] : undefined;
  }

  #takeInput(): void {
    this.#usedInputs++;
    this.position += INPUT.length;
    this.skipBlanks();
  }

  #given(value: unknown, position: number): TextValue {
    try {
      return givenValue(value);
    } catch (error) {
      if (!(error instanceof ValueError)) throw error;
      throw this.mistake(error.code, `An input of a condition ${error.message}.`, position);
    }
  }
}

/** A bare value in a list. */
const ITEM = /[^,\]&|)"[]*/y;
const CLAIM = /^@user\.\S+$/;

/** A bare value: a text, or a reference to a value of the caller. */
function toBare(text: string): ConditionValue {
  const trimmed = text.trim();
  return CLAIM.test(trimmed) ? { claim: trimmed.slice("@user.".length) } : { text, isQuoted: false };
}
