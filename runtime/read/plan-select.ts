import { isUsable } from "../access/granted-rights.js";
import type { Rights } from "../access/rights.js";
import { and } from "../condition/join-conditions.js";
import {
  createSelection,
  type SelectedCount,
  type SelectedLink,
  type SelectedList,
  type SelectedRecord,
  type SelectedReference,
  type Selection,
} from "../database/sql/selection.js";
import type { ApiError } from "../errors/api-error.js";
import { suggestion } from "../errors/nearest.js";
import { readableFields } from "../model/fields.js";
import type { Field, Limits, Relation } from "../model/model.js";
import { quoteName } from "../model/names.js";
import { resolveOrder, resolveTotalOrder } from "./resolve-order.js";
import type { View } from "./plan-view.js";
import { checkPageNumber } from "./page-numbers.js";
import { MAX_RELATIONS, resolveWhere, spendRelation, type PlanBudget } from "./plan-parts.js";
import { invalidSelect } from "./unique-select-items.js";
import { MAX_NESTED_TAKE } from "../model/settings/server-settings.js";
import type { Place } from "../errors/input-issue.js";
import type { ListRequest, SelectItem } from "./read-request.js";

/** The place of a record in the plan. */
interface Level {
  /** How many relations below the root. */
  readonly depth: number;
  /** The maximum number of such records in the answer. */
  readonly records: number;
}

/** The members of one record, while they are collected. */
interface Members {
  readonly names: string[];
  readonly fields: Field[];
  readonly references: SelectedReference[];
  readonly links: SelectedLink[];
  readonly lists: SelectedList[];
  readonly counts: SelectedCount[];
}

/** Resolves the `select` of a plan. Every level respects the caller's rights to its entity. */
export class PlanSelect {
  readonly #limits: Limits;
  readonly #budget: PlanBudget;

  constructor(limits: Limits, budget: PlanBudget) {
    this.#limits = limits;
    this.#budget = budget;
  }

  /** @param records How many records the page may have. */
  root(items: readonly SelectItem[] | undefined, view: View, records: number): Selection {
    this.#budget.records += records;
    return createSelection(this.#record(items, view, { depth: 0, records }));
  }

  #record(items: readonly SelectItem[] | undefined, view: View, level: Level): SelectedRecord {
    const { entity, rights } = view;
    const members: Members = { names: [], fields: [], references: [], links: [], lists: [], counts: [] };
    if (items === undefined) addFields(members, view);
    for (const item of items ?? []) {
      if (item.kind === "all") addFields(members, view);
      else if (item.kind === "count") this.#addCount(item.name, item.place, members, view, level);
      else this.#addMember(item, members, view, level);
    }
    const { names, ...selected } = members;
    const guards = rights.guards.length === 0 ? rights.guards : guardsOf(selected, rights);
    const { references, links, lists, counts } = selected;
    const isPlain = [references, links, lists, counts].every((others) => others.length === 0);
    const all = readableFields(entity);
    const isAll =
      isPlain &&
      selected.fields.length === all.length &&
      all.every((field, index) => field === selected.fields[index]);
    // The shape of a selection of all fields is short.
    const fields = isAll ? all : selected.fields;
    return { entity, fields, guards, references, links, lists, counts, names: isPlain ? undefined : names };
  }

  #addMember(
    { name, of, place }: Extract<SelectItem, { kind: "member" }>,
    members: Members,
    view: View,
    level: Level,
  ): void {
    const { entity, rights } = view;
    const mayRead = (member: string) => rights.members?.has(member) ?? true;
    const lower = name.toLowerCase();
    const known = entity.fieldsByName.get(lower);
    const field = known?.isReadable === true ? known : undefined;
    const link = entity.links.find((each) => each.name.toLowerCase() === lower);
    const own = field ?? link;
    if (own !== undefined && mayRead(own.name)) {
      if (of !== undefined)
        throw invalidSelect("wrong-type", `"${own.name}" has no members of its own.`, place);
      if (members.names.includes(own.name)) return;
      members.names.push(own.name);
      if (field !== undefined) members.fields.push(field);
      else if (link !== undefined) members.links.push({ link, target: undefined });
      return;
    }
    const found = relationIn(name, view);
    if (found === undefined) throw unknown(name, view, place);
    this.#addRelation(found, of ?? {}, place, members, level);
  }

  #addRelation(
    { relation, target }: FoundRelation,
    of: ListRequest,
    place: Place,
    members: Members,
    level: Level,
  ): void {
    const { name, isList } = relation;
    if (members.names.includes(name)) throw invalidSelect("duplicate", `"${name}" is selected twice.`, place);
    const depth = level.depth + 1;
    this.#spend(depth, place);
    members.names.push(name);
    if (!isList) {
      const unfit = Object.entries(of).find(([option, value]) => option !== "select" && value !== undefined);
      if (unfit !== undefined)
        throw invalidSelect("wrong-type", `"${name}" is one record: it takes no "${unfit[0]}".`, place);
      const record = this.#record(of.select, target, { ...level, depth });
      members.references.push({
        name,
        rows: target.rights.rows,
        keys: relation.sourceFields,
        targetKeys: relation.targetFields,
        isInverse: relation.isInverse,
        memberNames: relation.isInverse ? [] : relation.memberNames,
        ...record,
      });
      return;
    }
    const { take = this.#limits.defaultNestedTake, skip = 0 } = of;
    checkPageNumber(take, MAX_NESTED_TAKE, "take");
    checkPageNumber(skip, this.#limits.maxSkip, "skip");
    const records = level.records * take;
    this.#budget.records += records;
    const record = this.#record(of.select, target, { depth, records });
    const where = resolveWhere(of, target.scope(), this.#budget, depth);
    const order = resolveOrder(of.orderBy ?? [], target.scope(), this.#budget, depth);
    members.lists.push({
      name,
      relation,
      target: { rows: and(where, target.rights.rows), ...record },
      order: resolveTotalOrder(order, record, target.scope()),
      take,
      skip,
    });
  }

  #addCount(name: string, place: Place, members: Members, view: View, level: Level): void {
    const found = relationIn(name, view);
    if (found === undefined) throw unknown(name, view, place);
    const { relation, target } = found;
    if (!relation.isList)
      throw invalidSelect("wrong-type", `"${relation.name}" is one record: only lists are counted.`, place);
    if (isGuarded(relation, view))
      throw invalidSelect(
        "unknown-field",
        `"${relation.name}" can only be counted where every record shows it.`,
        place,
      );
    this.#spend(level.depth + 1, place);
    const member = `count(${relation.name})`;
    if (members.names.includes(member)) return;
    members.names.push(member);
    members.counts.push({ name: member, relation, rows: target.rights.rows });
  }

  #spend(depth: number, place: Place): void {
    const { maxDepth } = this.#limits;
    if (depth > maxDepth)
      throw invalidSelect("too-deep", `A selection may be at most ${maxDepth} relations deep.`, place);
    if (spendRelation(this.#budget))
      throw invalidSelect(
        "too-many-terms",
        `A selection may have at most ${MAX_RELATIONS} relations.`,
        place,
      );
  }
}

function addFields({ names, fields }: Members, { entity, rights }: View): void {
  for (const field of readableFields(entity)) {
    if (names.includes(field.name) || !(rights.members?.has(field.name) ?? true)) continue;
    names.push(field.name);
    fields.push(field);
  }
}

function guardsOf(
  { fields, links, references, lists }: Omit<Members, "names">,
  { guards }: Rights,
): Rights["guards"] {
  const shown = new Set([
    ...fields.map(({ name }) => name),
    ...links.map(({ link }) => link.name),
    ...[...references, ...lists.map(({ relation }) => relation)].flatMap(({ memberNames }) => memberNames),
  ]);
  return guards.filter((guard) => [...guard.members].some((name) => shown.has(name)));
}

interface FoundRelation {
  readonly relation: Relation;
  readonly target: View;
}

/**
 * The relation of this name, if the caller may read its target and the key that it follows. A caller who may read the
 * key in some records only sees the relation in those records. That is not possible for an inverse relation, which
 * would reveal the keys of its records.
 */
export function relationIn(name: string, { entity, rights, of }: View): FoundRelation | undefined {
  const relation = entity.relations.find((each) => each.name.toLowerCase() === name.toLowerCase());
  const target = relation && of(relation.target);
  if (relation === undefined || target === undefined) return undefined;
  const { isInverse, memberNames } = relation;
  const isThere = isInverse
    ? memberNames.every((member) => isUsable(member, target.rights))
    : memberNames.every((member) => rights.members?.has(member) ?? true);
  return isThere ? { relation, target } : undefined;
}

function isGuarded({ isInverse, memberNames }: Relation, { rights }: View): boolean {
  return !isInverse && !memberNames.every((member) => isUsable(member, rights));
}

function unknown(name: string, view: View, place: Place): ApiError {
  const { entity, rights } = view;
  const relations = entity.relations.filter((relation) => relationIn(relation.name, view) !== undefined);
  const own = [...readableFields(entity), ...entity.links].filter(
    (member) => rights.members?.has(member.name) ?? true,
  );
  const names = [...own, ...relations].map((member) => member.name);
  return invalidSelect(
    "unknown-field",
    `Unknown member ${quoteName(name)} in entity "${entity.name}".${suggestion(name, names)}`,
    place,
  );
}
