import type { Claim, Node, Value } from "./conditions.js";
import type { List, Order, Plan, Selected } from "./plan.js";
import { pathsOf, type Path, type Rule, type Schema, type Table } from "./schema.js";

export type Row = Readonly<Record<string, unknown>> & { readonly id: number };
export type Rows = ReadonlyMap<string, readonly Row[]>;

export interface Reader {
  readonly userId: string | null;
  readonly roles: readonly string[];
  readonly claims: Readonly<Record<string, string | number>>;
}

/** The expected answer: all records from the start of the page on, and the total count. */
export type Expected =
  | { readonly items: readonly object[]; readonly count: number }
  | { readonly status: 401 | 403 }
  | { readonly codes: readonly string[] };

const DEFAULT_TAKE = 20;
const MAX_RECORDS = 100_000;
const MAX_RELATIONS = 32;
const MAX_COMPARISONS = 100;

/** True, false, or unknown. */
type Truth = boolean | undefined;

/** The rules of a table that apply to a reader. Never empty. */
type Rights = readonly Rule[];

/** Reads plain rows as documented, rule by rule and row by row. It shares no code with the product. */
export class ReadOracle {
  readonly #schema: Schema;
  readonly #rows: Rows;
  readonly #reader: Reader;

  constructor(schema: Schema, rows: Rows, reader: Reader) {
    this.#schema = schema;
    this.#rows = rows;
    this.#reader = reader;
  }

  answer(table: Table, plan: Plan): Expected {
    if (this.rights(table) === undefined) return { status: this.#reader.userId === null ? 401 : 403 };
    const mistakes = this.#mistakes(table, plan);
    const codes = new Set([...mistakes, ...limitsOf(plan)]);
    if (codes.size > 0) return { codes: [...codes] };
    const found = this.#list(table, this.#of(table), plan);
    const items = found.slice(plan.skip).map((row) => this.#shown(table, row, plan.select));
    return { items, count: found.length };
  }

  /** The rules for this reader. `undefined` if there are none. */
  rights({ rules }: Table): Rights | undefined {
    const { userId, roles } = this.#reader;
    const known = userId === null ? ["guest"] : ["guest", "member", "owner", ...roles];
    const applying = rules.filter((rule) => known.includes(rule.role) && this.#hasClaims(rule.where));
    return applying.length === 0 ? undefined : applying;
  }

  /** Whether the reader has all claims that a rule names. Otherwise the rule grants nothing. */
  #hasClaims(rule: Node | undefined): boolean {
    const { userId, claims } = this.#reader;
    const names = rule === undefined ? [] : claimsIn(rule);
    return names.every((name) => (name === "id" ? userId !== null : name in claims));
  }

  /** Whether the reader may read the member in some record. */
  maySelect(table: Table, member: string): boolean {
    return this.rights(table)?.some((rule) => gives(rule, member)) ?? false;
  }

  /** Whether the reader may read the member in every record that they may read. */
  mayUse(table: Table, member: string): boolean {
    const rights = this.rights(table) ?? [];
    const giving = rights.filter((rule) => gives(rule, member));
    const isFree = ({ role, where }: Rule) => where === undefined && role !== "owner";
    return giving.length > 0 && (giving.length === rights.length || giving.some(isFree));
  }

  mayFollow(table: Table, path: Path, isSelected: boolean): boolean {
    if (this.rights(path.target) === undefined) return false;
    if (path.isInverse) return this.mayUse(path.target, path.member);
    return isSelected ? this.maySelect(table, path.member) : this.mayUse(table, path.member);
  }

  #of(table: Table): readonly Row[] {
    return (this.#rows.get(table.name) ?? []).filter((row) => this.#sees(table, row));
  }

  #sees(table: Table, row: Row): boolean {
    const { validator } = table;
    if (!this.#hasClaims(validator)) return false;
    if (validator !== undefined && this.#holds(validator, table, row, true) !== true) return false;
    return this.#giving(table, row).length > 0;
  }

  /** The rules that grant this record. */
  #giving(table: Table, row: Row): readonly Rule[] {
    return (this.rights(table) ?? []).filter(
      ({ role, where }) =>
        (role !== "owner" || row["ownerid"] === this.#reader.userId) &&
        (where === undefined || this.#holds(where, table, row, true) === true),
    );
  }

  #mistakes(table: Table, list: List): readonly string[] {
    const { select, where, orderBy } = list;
    return [
      ...(select ?? []).flatMap((selected) => this.#selectMistakes(table, selected)),
      ...(where === undefined || this.#mayAsk(where, table) ? [] : ["invalid-condition"]),
      ...(orderBy ?? []).flatMap((order) => (this.#mayOrder(table, order) ? [] : ["invalid-order"])),
    ];
  }

  #selectMistakes(table: Table, selected: Selected): readonly string[] {
    if (selected.kind === "all") return [];
    if (selected.kind === "field") return this.maySelect(table, selected.name) ? [] : ["invalid-select"];
    const path = this.#path(table, selected.name);
    if (!this.mayFollow(table, path, selected.kind !== "count")) return ["invalid-select"];
    return selected.kind === "count" ? [] : this.#mistakes(path.target, selected.list);
  }

  #mayAsk(node: Node, table: Table): boolean {
    switch (node.kind) {
      case "and":
      case "or":
        return node.parts.every((part) => this.#mayAsk(part, table));
      case "not":
        return this.#mayAsk(node.part, table);
      case "compare":
      case "in":
        return this.mayUse(table, node.field);
      case "count":
      case "null":
        return this.mayFollow(table, this.#path(table, node.relation), false);
      default: {
        const path = this.#path(table, node.relation);
        return this.mayFollow(table, path, false) && this.#mayAsk(node.part, path.target);
      }
    }
  }

  #mayOrder(table: Table, { path: [name = "", ...rest], isDescending }: Order): boolean {
    if (rest.length === 0) return this.mayUse(table, name);
    const path = this.#path(table, name);
    return this.mayFollow(table, path, false) && this.#mayOrder(path.target, { path: rest, isDescending });
  }

  #path(table: Table, name: string): Path {
    const path = pathsOf(this.#schema, table).find((each) => each.name === name);
    if (path === undefined) throw new Error(`"${table.name}" has no relation "${name}".`);
    return path;
  }

  /** The related records. `isRaw` includes those that the reader may not see. */
  #follow({ target, member, isInverse, isLink }: Path, row: Row, isRaw: boolean): readonly Row[] {
    const all = isRaw ? (this.#rows.get(target.name) ?? []) : this.#of(target);
    const points = (from: Row, to: Row) =>
      isLink ? (from[member] as readonly number[]).includes(to.id) : from[member] === to.id;
    return all.filter((other) => (isInverse ? points(other, row) : points(row, other)));
  }

  #list(table: Table, rows: readonly Row[], { where, orderBy = [] }: List): readonly Row[] {
    const isDown = orderBy.at(-1)?.isDescending ?? false;
    return rows
      .filter((row) => where === undefined || this.#holds(where, table, row, false) === true)
      .toSorted((a, b) => {
        for (const order of orderBy) {
          const difference = compare(this.#at(table, a, order.path), this.#at(table, b, order.path));
          if (difference !== 0) return order.isDescending ? -difference : difference;
        }
        return isDown ? b.id - a.id : a.id - b.id;
      });
  }

  #at(table: Table, row: Row, [name = "", ...rest]: readonly string[]): unknown {
    if (rest.length === 0) return row[name];
    const path = this.#path(table, name);
    const [found] = this.#follow(path, row, false);
    return found === undefined ? null : this.#at(path.target, found, rest);
  }

  #shown(table: Table, row: Row, select: readonly Selected[] | undefined): object {
    const giving = this.#giving(table, row);
    const isGiven = (member: string) => giving.some((rule) => gives(rule, member));
    const shown: Record<string, unknown> = {};
    for (const selected of select ?? [{ kind: "all" as const }]) {
      if (selected.kind === "all") {
        for (const { name } of table.fields) if (isGiven(name)) shown[name] = row[name];
      } else if (selected.kind === "field") {
        if (isGiven(selected.name)) shown[selected.name] = row[selected.name];
      } else {
        const path = this.#path(table, selected.name);
        if (!path.isInverse && !isGiven(path.member)) continue;
        const found = this.#follow(path, row, false);
        if (selected.kind === "count") shown[`count(${selected.name})`] = found.length;
        else shown[selected.name] = this.#related(path, found, selected.list);
      }
    }
    return shown;
  }

  #related({ target, isList }: Path, found: readonly Row[], list: List): unknown {
    if (!isList) return found[0] === undefined ? null : this.#shown(target, found[0], list.select);
    const { skip = 0, take = DEFAULT_TAKE } = list;
    return this.#list(target, found, list)
      .slice(skip, skip + take)
      .map((row) => this.#shown(target, row, list.select));
  }

  #holds(node: Node, table: Table, row: Row, isRaw: boolean): Truth {
    switch (node.kind) {
      case "and":
        return every(node.parts.map((part) => this.#holds(part, table, row, isRaw)));
      case "or":
        return not(every(node.parts.map((part) => not(this.#holds(part, table, row, isRaw)))));
      case "not":
        return not(this.#holds(node.part, table, row, isRaw));
      case "compare":
        return this.#compared(node, row[node.field] as Value);
      case "in": {
        const stored = row[node.field] as Value;
        const answers = node.values.map((value) =>
          value === null ? stored === null : stored === null ? undefined : stored === value,
        );
        const isIn = not(every(answers.map(not)));
        return node.isNegated ? not(isIn) : isIn;
      }
      case "count": {
        const count = this.#follow(this.#path(table, node.relation), row, isRaw).length;
        return test(node.operator, count - node.value);
      }
      case "null":
        return (this.#follow(this.#path(table, node.relation), row, isRaw).length === 0) !== node.isNegated;
      default: {
        const path = this.#path(table, node.relation);
        const answers = this.#follow(path, row, isRaw).map((each) =>
          this.#holds(node.part, path.target, each, isRaw),
        );
        if (!path.isList) return answers[0];
        if (node.kind === "every") return answers.every((answer) => answer === true);
        return answers.includes(true) === (node.kind === "some");
      }
    }
  }

  #compared(node: Extract<Node, { kind: "compare" }>, stored: Value): Truth {
    const value = this.#value(node.value);
    if (value === null)
      return node.operator === "eq" ? stored === null : node.operator === "ne" ? stored !== null : undefined;
    if (stored === null) return undefined;
    const { operator, ignoresCase } = node;
    if (typeof stored !== "string" || operator.startsWith("g") || operator.startsWith("l"))
      return test(operator, compare(stored, value));
    // Regular expressions with these flags fold case as Unicode's simple case folding does.
    const pattern = String(value).replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
    const matches = (whole: string) => new RegExp(whole, ignoresCase ? "isu" : "su").test(stored);
    switch (operator) {
      case "eq":
        return matches(`^${pattern}$`);
      case "ne":
        return !matches(`^${pattern}$`);
      case "contains":
        return matches(pattern);
      case "notContains":
        return !matches(pattern);
      case "startsWith":
        return matches(`^${pattern}`);
      default:
        return matches(`${pattern}$`);
    }
  }

  #value(value: Value | Claim): Value {
    if (typeof value !== "object" || value === null) return value;
    return value.claim === "id" ? this.#reader.userId : (this.#reader.claims[value.claim] ?? null);
  }
}

/** The error codes of the limits that a plan exceeds. */
function limitsOf(plan: Plan): readonly string[] {
  return [
    ...(costOf(plan) > MAX_RECORDS ? ["invalid-page"] : []),
    ...(relationsOf(plan) > MAX_RELATIONS ? ["invalid-select"] : []),
    ...(comparisonsOf(plan) > MAX_COMPARISONS ? ["invalid-condition"] : []),
  ];
}

function relationsOf({ select = [] }: List): number {
  const inner = select.map((selected) => {
    if (selected.kind === "relation") return 1 + relationsOf(selected.list);
    return selected.kind === "count" ? 1 : 0;
  });
  return total(inner);
}

function comparisonsOf({ select = [], where }: List): number {
  const inner = select.map((selected) => (selected.kind === "relation" ? comparisonsOf(selected.list) : 0));
  return total(inner) + (where === undefined ? 0 : comparisonsIn(where));
}

function comparisonsIn(node: Node): number {
  if ("parts" in node) return total(node.parts.map(comparisonsIn));
  return "part" in node ? comparisonsIn(node.part) : 1;
}

function total(numbers: readonly number[]): number {
  return numbers.reduce((sum, each) => sum + each, 0);
}

/** The largest possible number of records in the answer: each list counts its `take` for each of its parents. */
function costOf({ select = [], take = DEFAULT_TAKE }: List): number {
  const inner = select.map((selected) => {
    if (selected.kind !== "relation") return 0;
    return selected.isList ? costOf(selected.list) : costOf({ ...selected.list, take: 1 }) - 1;
  });
  return take * (1 + total(inner));
}

function gives({ include, exclude }: Rule, member: string): boolean {
  return (include?.includes(member) ?? true) && !(exclude?.includes(member) ?? false);
}

function claimsIn(node: Node): readonly string[] {
  if ("parts" in node) return node.parts.flatMap(claimsIn);
  if ("part" in node) return claimsIn(node.part);
  if (node.kind !== "compare" || typeof node.value !== "object" || node.value === null) return [];
  return [node.value.claim];
}

function every(answers: readonly Truth[]): Truth {
  return answers.includes(false) ? false : answers.includes(undefined) ? undefined : true;
}

function not(answer: Truth): Truth {
  return answer === undefined ? undefined : !answer;
}

function test(operator: string, order: number): boolean {
  switch (operator) {
    case "eq":
      return order === 0;
    case "ne":
      return order !== 0;
    case "gt":
      return order > 0;
    case "gte":
      return order >= 0;
    case "lt":
      return order < 0;
    default:
      return order <= 0;
  }
}

/** Orders nulls first, and texts by code point. */
function compare(a: unknown, b: unknown): number {
  if (a === null || b === null) return Number(b === null) - Number(a === null);
  if (typeof a === "string" && typeof b === "string") return Buffer.compare(Buffer.from(a), Buffer.from(b));
  return Number(a) - Number(b);
}
