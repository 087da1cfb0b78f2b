import { singleMistake, type ApiError, type IssueCode } from "../errors/api-error.js";
import { suggestion } from "../errors/nearest.js";
import { quoteName } from "../model/names.js";
import { ExactNumber } from "../model/values/exact-number.js";
import { ValueError } from "../model/values/value-error.js";
import { givenValue } from "./given-value.js";
import {
  caseOperators,
  type Comparison,
  type Condition,
  type ConditionValue,
  type Operator,
} from "./nodes.js";
import { objectComparisons, objectLists, objectOperators, objectQuantifiers } from "./object-operators.js";
import { MAX_DEPTH, MAX_VALUES, parseWhere, type ConditionLimits } from "./parse-condition.js";
import { WhereTemplate } from "./where-template.js";

/**
 * Parses a condition that is written as an object: `{ views: { gt: 10 }, author: { username: "anna" } }`. A condition
 * string, or the result of `where`, may replace any condition object. Each member is read once.
 * @param limits Default: none, for conditions in the server's own code.
 * @param place What holds the object, for messages.
 * @throws {ApiError} `invalid-condition` with the path of the first mistake: `where.author.username`.
 */
export function parseWhereObject(value: unknown, limits?: ConditionLimits, place = "where"): Condition {
  return new ObjectReader(limits).readCondition(value, place, 0);
}

/** The members of one object, with the path that they are about. */
interface Target {
  readonly path: readonly string[];
  readonly place: string;
  readonly depth: number;
}

/** The members of an object, which are read once: getters and proxies run code. */
type Members = ReadonlyMap<string, unknown>;

type How = Partial<Pick<Comparison, "ignoresCase">> & { readonly call?: string | undefined };

class ObjectReader {
  readonly #limits: ConditionLimits | undefined;
  #terms = 0;

  constructor(limits: ConditionLimits | undefined) {
    this.#limits = limits;
  }

  readCondition(value: unknown, place: string, depth: number): Condition {
    if (value instanceof WhereTemplate) return value.condition;
    if (typeof value === "string") return parseWhere(value, this.#limits, place);
    const members = membersOf(value);
    if (members !== undefined) return this.#readMembers(members, place, depth);
    throw mistake(place, "wrong-type", `"${place}" must be an object or a condition string.`);
  }

  #readMembers(members: Members, place: string, depth: number): Condition {
    if (depth > MAX_DEPTH)
      throw mistake(place, "too-deep", `A condition may be at most ${MAX_DEPTH} objects deep.`);
    const parts = Array.from(members, ([name, part]) =>
      this.#readMember(name, part, `${place}.${shown(name)}`, depth),
    );
    return this.#group("and", parts, place);
  }

  #readMember(name: string, value: unknown, place: string, depth: number): Condition {
    if (name === "and" || name === "or") return this.#readGroup(name, value, place, depth);
    if (name === "not") return { kind: "not", condition: this.readCondition(value, place, depth + 1) };
    return this.#readNamed(value, { path: [name], place, depth });
  }

  #readGroup(kind: "and" | "or", value: unknown, place: string, depth: number): Condition {
    if (!Array.isArray(value)) throw mistake(place, "wrong-type", `"${place}" must be a list of conditions.`);
    this.#checkLength(value, place);
    const parts = Array.from(value, (part: unknown, index) =>
      this.readCondition(part, `${place}[${index}]`, depth + 1),
    );
    return this.#group(kind, parts, place);
  }

  /** Empty conditions count too: a body could contain very many of them. */
  #group(kind: "and" | "or", parts: readonly Condition[], place: string): Condition {
    if (parts.length === 0) this.#countTerm(place);
    return group(kind, parts);
  }

  #countTerm(place: string): void {
    const maxTerms = this.#limits?.maxConditionTerms ?? Infinity;
    if (++this.#terms > maxTerms)
      throw mistake(place, "too-many-terms", `A condition may have at most ${maxTerms} comparisons.`);
  }

  /** The value under the name of a field or relation: a value, operators, or a condition. */
  #readNamed(value: unknown, target: Target): Condition {
    if (Array.isArray(value)) return this.#list("=", value, target);
    const members = membersOf(value);
    if (members === undefined || isClaim(members)) return this.#comparison("=", value, target, {}, members);
    const names = [...members.keys()];
    const hasOnly = (words: readonly string[]) =>
      names.length > 0 && names.every((name) => words.includes(name));
    if (hasOnly(objectQuantifiers)) return this.#readQuantifiers(members, target);
    if (hasOnly(objectOperators)) return this.#readOperators(members, target);
    if (Array.isArray(members.get("path")) && hasOnly(["path", ...objectOperators]))
      return this.#readJson(members, target);
    const { path, place, depth } = target;
    const condition = this.#readMembers(members, place, depth + 1);
    return { kind: "some", path, condition, place, position: undefined };
  }

  #readQuantifiers(members: Members, target: Target): Condition {
    const { path, place, depth } = target;
    const parts = Array.from(members, ([name, value]): Condition => {
      const inner = `${place}.${name}`;
      if (name === "count") return this.#readCount(value, { ...target, place: inner });
      const condition = this.readCondition(value, inner, depth + 1);
      const kind = name === "every" ? "every" : "some";
      const quantified: Condition = { kind, path, condition, place: inner, position: undefined };
      return name === "none" ? { kind: "not", condition: quantified } : quantified;
    });
    return group("and", parts);
  }

  #readCount(value: unknown, target: Target): Condition {
    const members = membersOf(value);
    if (members === undefined || isClaim(members))
      return this.#comparison("=", value, target, { call: "count" }, members);
    return this.#readOperators(members, target, "count");
  }

  #readJson(members: Members, target: Target): Condition {
    const place = `${target.place}.path`;
    const keys = members.get("path");
    if (!Array.isArray(keys) || keys.length === 0 || keys.length >= MAX_DEPTH)
      throw mistake(place, "wrong-type", `"${place}" must be a list of 1 to ${MAX_DEPTH - 1} keys.`);
    const names = Array.from(keys, (key: unknown) => {
      if (typeof key === "string") return key;
      throw mistake(place, "wrong-type", `"${place}" must be a list of texts.`);
    });
    const others = new Map(members);
    others.delete("path");
    return this.#readOperators(others, { ...target, path: [...target.path, ...names] });
  }

  #readOperators(members: Members, target: Target, call?: string): Condition {
    const { place } = target;
    const ignoresCase = this.#readIgnoreCase(members, place);
    const parts = Array.from(members).flatMap(([name, value]): readonly Condition[] => {
      if (name === "ignoreCase") return [];
      const inner = { ...target, place: `${place}.${shown(name)}` };
      const operator = operatorOf(name);
      if (operator === undefined) throw unknownOperator(name, place);
      const how = { call, ignoresCase: ignoresCase && caseOperators.includes(operator) };
      if (Object.hasOwn(objectLists, name) && !Array.isArray(value))
        throw mistake(inner.place, "wrong-type", `"${inner.place}" must be a list of values.`);
      return [
        Array.isArray(value)
          ? this.#list(operator, value, inner, how)
          : this.#comparison(operator, value, inner, how, membersOf(value)),
      ];
    });
    const hasCase = parts.some((part) => part.kind === "comparison" && part.ignoresCase);
    if (parts.length === 0 || (ignoresCase && !hasCase))
      throw mistake(place, "operator", `"${place}" must have an operator, such as "eq" or "contains".`);
    return group("and", parts);
  }

  #readIgnoreCase(members: Members, place: string): boolean {
    const given = members.get("ignoreCase") ?? false;
    if (typeof given === "boolean") return given;
    throw mistake(`${place}.ignoreCase`, "wrong-type", `"${place}.ignoreCase" must be true or false.`);
  }

  #list(operator: Operator, given: readonly unknown[], target: Target, how: How = {}): Comparison {
    const { place } = target;
    if (operator !== "=" && operator !== "<>")
      throw mistake(place, "wrong-type", `"${place}" must be one value, not a list.`);
    this.#checkLength(given, place);
    const values = Array.from(given, (each, index) =>
      this.#value(each, `${place}[${index}]`, membersOf(each)),
    );
    return this.#node(operator, values, target, how);
  }

  #comparison(
    operator: Operator,
    given: unknown,
    target: Target,
    how: How,
    members: Members | undefined,
  ): Comparison {
    const { place } = target;
    const isEquality = operator === "=" || operator === "<>";
    if (given === null && !isEquality)
      throw mistake(place, "wrong-type", `"${place}" must not be null: null has no order and no text.`);
    return this.#node(operator, this.#value(given, place, members), target, how);
  }

  #node(
    operator: Operator,
    value: Comparison["value"],
    { path, place }: Target,
    { call, ignoresCase = false }: How,
  ): Comparison {
    this.#countTerm(place);
    return {
      kind: "comparison",
      path,
      call,
      operator,
      ignoresCase,
      value,
      place,
      fieldPosition: undefined,
      valuePosition: undefined,
    };
  }

  #value(given: unknown, place: string, members: Members | undefined): ConditionValue {
    if (members !== undefined && isClaim(members)) return toClaim(members, place);
    try {
      const value = givenValue(given);
      const { text, isQuoted } = value;
      const { length } = text;
      const maximum = this.#limits?.maxConditionValueLength ?? Infinity;
      // A spread would make a hidden class for each request.
      if (length <= maximum) return isJson(given) ? { text, isQuoted, given } : value;
      const message = `The value of "${place}" has ${length} characters; ${maximum} are allowed.`;
      throw mistake(place, "value-too-long", message);
    } catch (error) {
      if (!(error instanceof ValueError)) throw error;
      throw mistake(place, error.code, `"${place}" ${error.message}.`);
    }
  }

  #checkLength({ length }: readonly unknown[], place: string): void {
    if (length > MAX_VALUES)
      throw mistake(place, "too-many-values", `"${place}" has ${length} items; ${MAX_VALUES} are allowed.`);
  }
}

/** Whether a body could contain the value. Code may also give other values, as a short form of their texts. */
function isJson(value: unknown): boolean {
  return ["string", "number", "boolean"].includes(typeof value) || value instanceof ExactNumber;
}

/** Joins conditions; a single one is itself. */
function group(kind: "and" | "or", conditions: readonly Condition[]): Condition {
  const [only, ...more] = conditions;
  return only !== undefined && more.length === 0 ? only : { kind, conditions };
}

function operatorOf(name: string): Operator | undefined {
  if (Object.hasOwn(objectComparisons, name))
    return objectComparisons[name as keyof typeof objectComparisons];
  return Object.hasOwn(objectLists, name) ? objectLists[name as keyof typeof objectLists] : undefined;
}

/** The members of a plain object. `undefined` for any other value. */
function membersOf(value: unknown): Members | undefined {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null ? new Map(Object.entries(value)) : undefined;
}

function isClaim(members: Members): boolean {
  return members.size === 1 && members.has("claim");
}

/** Names that a text can contain as well, also in a list. */
const CLAIM = /^[^\s&|(),;"[\]]+$/;

function toClaim(members: Members, place: string): ConditionValue {
  const claim = members.get("claim");
  if (typeof claim === "string" && CLAIM.test(claim)) return { claim };
  throw mistake(
    `${place}.claim`,
    "wrong-type",
    `"${place}.claim" must be the name of a claim, such as "id".`,
  );
}

function unknownOperator(name: string, place: string): ApiError {
  const message = `Unknown operator ${quoteName(name)} in "${place}".${suggestion(name, objectOperators)}`;
  return mistake(`${place}.${shown(name)}`, "operator", message);
}

/** A name in a path: shortened, because it comes from a caller. */
function shown(name: string): string {
  return /^\w{1,64}$/.test(name) ? name : quoteName(name);
}

function mistake(path: string, code: IssueCode, message: string): ApiError {
  return singleMistake("invalid-condition", code, message, { path });
}
