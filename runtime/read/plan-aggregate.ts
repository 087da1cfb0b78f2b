import type { Grant } from "../access/authorize.js";
import { callerScope } from "../access/caller-scope.js";
import { checkWhere } from "../condition/check-where.js";
import { and } from "../condition/join-conditions.js";
import type { Comparison, Condition } from "../condition/nodes.js";
import type { Scope } from "../condition/scope.js";
import {
  aggregateFunctions,
  dateParts,
  type AggregateFunction,
  type AggregationColumn,
  type AggregationJoin,
  type AggregationOrder,
  type ColumnSource,
  type DatePart,
} from "../database/sql/aggregates/aggregation.js";
import { suggestion } from "../errors/nearest.js";
import type { Entity, Field } from "../model/model.js";
import { quoteName } from "../model/names.js";
import { aggregateTypeMistake, groupTypeMistake, groupField } from "./aggregate-types.js";
import type { AggregateMember, AggregatePlan } from "./aggregate-plan.js";
import type { AggregateOrder, AggregateRequest, AggregateTerm } from "./aggregate-request.js";
import type { ApiError } from "../errors/api-error.js";
import { checkPageNumber, checkPlace } from "./page-numbers.js";
import { MAX_ORDER } from "./parse-order.js";
import {
  isRequest,
  MAX_RELATIONS,
  newBudget,
  spendRelation,
  visible,
  type PlanBudget,
} from "./plan-parts.js";
import { aggregateMistake, parseAggregateTerms, quoteTerm, termText } from "./parse-aggregate-term.js";

/** The maximum number of groups in an answer, which is also the default. */
export const MAX_GROUPS = 1_000;
const MAX_MEMBERS = 64;

/**
 * @param grant Limits the plan to what the caller may read. Default: everything, for server code.
 * @throws {ApiError} `invalid-select`, `invalid-condition`, `invalid-order` or `invalid-page`.
 */
export function planAggregate(
  entity: Entity,
  request: AggregateRequest,
  grant: Grant | undefined,
): AggregatePlan {
  const { where, having, orderBy = [], take = MAX_GROUPS, skip = 0, after, isCounted = false } = request;
  checkPageNumber(take, MAX_GROUPS, "take");
  checkPageNumber(skip, isRequest(grant) ? entity.limits.maxSkip : undefined, "skip");
  checkPlace(request);
  const scope = callerScope(entity, grant);
  const budget = newBudget(entity.limits);
  const columns = new Columns(scope, budget);
  const members = columns.select(request.select);
  const asked = where === undefined ? undefined : checkWhere(where, scope, budget);
  const onGroups = having === undefined ? undefined : columns.onGroups(having);
  const order = withoutTies(columns.inOrder(orderBy), columns.all);
  return {
    aggregation: {
      entity,
      where: and(asked, visible(entity, grant)),
      joins: columns.joins,
      columns: columns.all,
      having: onGroups === undefined ? undefined : checkWhere(onGroups, columns.scope(), budget),
      order,
    },
    asked,
    members,
    take,
    skip,
    after,
    isCounted,
    cursorContext: contextOf(entity, order),
  };
}

/** Ties are broken by the groups, in the direction of the last part. */
function withoutTies(
  order: readonly AggregationOrder[],
  columns: readonly AggregationColumn[],
): readonly AggregationOrder[] {
  const isDescending = order.at(-1)?.isDescending ?? false;
  const groups = columns.filter(({ kind }) => kind === "group");
  const more = groups.filter(({ result }) => !order.some((part) => part.result === result));
  const whole = [...order, ...more.map(({ result }) => ({ result, isDescending }))];
  // Without groups there is one item, whose order does not matter.
  const [first] = columns;
  return whole.length > 0 || first === undefined ? whole : [{ result: first.result, isDescending }];
}

function contextOf({ name }: Entity, order: readonly AggregationOrder[]): string {
  const parts = order.map(
    ({ result: { name: text, type }, isDescending }) => `${isDescending ? "~" : ""}${text}:${type}`,
  );
  return `aggregate ${name} ${parts.join()}`;
}

type Call = AggregateFunction | DatePart;

interface ResolvedTerm {
  /** The condition with the names as the entities spell them. */
  readonly text: string;
  readonly path: readonly string[];
  readonly call: Call | undefined;
  readonly of: ColumnSource | undefined;
}

/** The columns of an aggregation without duplicates, and the joins that they need. */
class Columns {
  readonly joins: AggregationJoin[] = [];
  readonly #scope: Scope;
  readonly #budget: PlanBudget;
  readonly #columns = new Map<string, AggregationColumn>();
  /** The index of each join, by its path. */
  readonly #joins = new Map<string, number>();

  constructor(scope: Scope, budget: PlanBudget) {
    this.#scope = scope;
    this.#budget = budget;
  }

  get all(): readonly AggregationColumn[] {
    return [...this.#columns.values()];
  }

  /** Adds the members of the answer. */
  select(terms: readonly AggregateTerm[]): readonly AggregateMember[] {
    const [first] = terms;
    if (first === undefined || terms.length > MAX_MEMBERS) {
      const message = `Select between 1 and ${MAX_MEMBERS} groups and aggregates, such as "count()".`;
      throw aggregateMistake("too-many", message, terms[MAX_MEMBERS]?.place ?? { path: "select" });
    }
    const members: MutableMember[] = [];
    for (const term of terms) {
      const resolved = this.#resolve(term);
      if (this.#columns.has(resolved.text))
        throw aggregateMistake("duplicate", `${quoteTerm(term)} is selected twice.`, term.place);
      const column = this.#columns.size;
      this.#add(resolved);
      const names = resolved.call === undefined ? resolved.path : [resolved.text];
      addMember(members, names, column);
    }
    return members;
  }

  inOrder(orderBy: readonly AggregateOrder[]): readonly AggregationOrder[] {
    const tooMuch = orderBy[MAX_ORDER];
    if (tooMuch !== undefined)
      throw aggregateMistake("too-many", `An order may have at most ${MAX_ORDER} parts.`, tooMuch.term.place);
    const order = orderBy.map(({ term, isDescending }) => ({ result: this.#column(term), isDescending }));
    // Sorting again by an earlier part has no effect.
    return order.filter(({ result }, index) => order.findIndex((part) => part.result === result) === index);
  }

  /** The column of an order or a condition. Groups must be selected, aggregates need not be. */
  #column(term: AggregateTerm): Field {
    const resolved = this.#resolve(term);
    const known = this.#columns.get(resolved.text);
    if (known !== undefined) return known.result;
    if (resolved.call === undefined || isPart(resolved.call)) {
      const message = `${quoteTerm(term)} is not selected: select it, or use an aggregate.`;
      throw aggregateMistake("not-selected", message, term.place);
    }
    return this.#add(resolved).result;
  }

  /** A condition on groups, with each term as the name of its column. */
  onGroups(condition: Condition, prefix: readonly string[] = []): Condition {
    switch (condition.kind) {
      case "comparison":
        return this.#onColumn(condition, prefix);
      case "not":
        return { ...condition, condition: this.onGroups(condition.condition, prefix) };
      case "some":
        return this.onGroups(condition.condition, [...prefix, ...condition.path]);
      case "every": {
        const { place: path, position } = condition;
        throw aggregateMistake("operator", '"every" is for lists: groups have none.', { path, position });
      }
      default:
        return { ...condition, conditions: condition.conditions.map((part) => this.onGroups(part, prefix)) };
    }
  }

  #onColumn(comparison: Comparison, prefix: readonly string[]): Comparison {
    const { place: path, call, fieldPosition: position } = comparison;
    const name = [...prefix, ...comparison.path].join(".");
    const text = call === undefined ? name : `${call}(${name})`;
    const [parsed] = parseAggregateTerms(text, path);
    const term = { ...(parsed as AggregateTerm), place: { path, position } };
    return { ...comparison, path: [this.#column(term).name], call: undefined };
  }

  /** The columns as the fields of an entity, for conditions. */
  scope(): Scope {
    const fields = this.all.map(({ result }) => result);
    const fieldsByName = new Map(fields.map((field) => [field.name.toLowerCase(), field]));
    return {
      ...this.#scope,
      entity: { ...this.#scope.entity, fields, fieldsByName },
      fields,
      relationNames: () => [],
      relation: () => undefined,
    };
  }

  #add({ text, call, of }: ResolvedTerm): AggregationColumn {
    const result = groupField(text, `c${this.#columns.size}`, call, of?.field);
    const column: AggregationColumn =
      of !== undefined && (call === undefined || isPart(call))
        ? { kind: "group", of, part: call, result }
        : { kind: "aggregate", function: call as AggregateFunction, of, result };
    this.#columns.set(text, column);
    return column;
  }

  #resolve(term: AggregateTerm): ResolvedTerm {
    const call = term.call === undefined ? undefined : callOf(term);
    const { isDistinct } = term;
    if (call === "count" && term.path.length === 0) return { text: "count()", path: [], call, of: undefined };
    if (isDistinct !== (call === "count")) {
      const message = isDistinct
        ? '"distinct" is for "count" only.'
        : 'Count records with "count()", different values with "count(distinct …)".';
      throw aggregateMistake("wrong-argument", message, term.place);
    }
    if (term.path.length === 0)
      throw aggregateMistake("wrong-argument", `${quoteTerm(term)} needs a field.`, term.place);
    const { path, of } = this.#follow(term);
    const mistake = call === undefined ? groupTypeMistake(of.field) : aggregateTypeMistake(call, of.field);
    if (mistake !== undefined) throw aggregateMistake("wrong-type", mistake, term.place);
    return { text: termText({ call, isDistinct, path }), path, call, of };
  }

  /** Finds the field at the end of a path. */
  #follow(term: AggregateTerm): { readonly path: readonly string[]; readonly of: ColumnSource } {
    const path: string[] = [];
    let scope = this.#scope;
    let join: number | undefined;
    for (const name of term.path.slice(0, -1)) {
      const found = scope.relation(name);
      if (found === undefined || found.relation.isList)
        throw unknown(term, name, scope, found === undefined ? "relation" : "list");
      const { relation, rows, target } = found;
      path.push(relation.name);
      join = this.#join(path, { relation, rows, from: join }, term);
      scope = target;
    }
    const name = term.path.at(-1) as string;
    const field = scope.entity.fieldsByName.get(name.toLowerCase());
    if (field === undefined || !scope.fields.includes(field)) {
      const relation = scope.relation(name);
      throw unknown(term, name, scope, relation === undefined ? "field" : "record");
    }
    return { path: [...path, field.name], of: { field, join } };
  }

  #join(path: readonly string[], join: AggregationJoin, { place }: AggregateTerm): number {
    const key = path.join(".");
    const known = this.#joins.get(key);
    if (known !== undefined) return known;
    const { maxDepth } = this.#budget;
    if (path.length > maxDepth)
      throw aggregateMistake("too-deep", `A path may follow at most ${maxDepth} relations.`, place);
    if (spendRelation(this.#budget))
      throw aggregateMistake("too-many", `A read may use at most ${MAX_RELATIONS} relations.`, place);
    this.#joins.set(key, this.joins.length);
    return this.joins.push(join) - 1;
  }
}

function callOf(term: AggregateTerm): Call {
  const { call = "", place } = term;
  const calls: readonly string[] = [...aggregateFunctions, ...dateParts];
  if (calls.includes(call)) return call as Call;
  throw aggregateMistake(
    "unknown-function",
    `Unknown function ${quoteName(call)}.${suggestion(call, calls)}`,
    place,
  );
}

function isPart(call: Call): call is DatePart {
  return (dateParts as readonly string[]).includes(call);
}

function unknown(
  { place }: AggregateTerm,
  name: string,
  scope: Scope,
  kind: "field" | "relation" | "list" | "record",
): ApiError {
  const { entity, fields, relationNames } = scope;
  const quoted = quoteName(name);
  if (kind === "list")
    return aggregateMistake(
      "wrong-type",
      `${quoted} is a list: only fields of one record can be grouped.`,
      place,
    );
  if (kind === "record")
    return aggregateMistake("wrong-type", `${quoted} is a relation: name a field of it.`, place);
  const names = kind === "field" ? fields.map((field) => field.name) : relationNames();
  const message = `Unknown ${kind} ${quoted} in entity "${entity.name}".${suggestion(name, names)}`;
  return aggregateMistake(`unknown-${kind}`, message, place);
}

type MutableMember =
  | { readonly name: string; readonly column: number }
  | { readonly name: string; readonly members: MutableMember[] };

function addMember(members: MutableMember[], [name = "", ...rest]: readonly string[], column: number): void {
  if (rest.length === 0) {
    members.push({ name, column });
    return;
  }
  const known = members.find((member) => member.name === name);
  if (known !== undefined && "members" in known) {
    addMember(known.members, rest, column);
    return;
  }
  const inner: MutableMember[] = [];
  addMember(inner, rest, column);
  members.push({ name, members: inner });
}
