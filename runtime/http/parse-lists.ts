import { writableLists } from "../model/fields.js";
import { randomUUID } from "node:crypto";
import type { Grant } from "../access/authorize.js";
import { ApiError, type InputIssue } from "../errors/api-error.js";
import type { Entity, Field, Relation } from "../model/model.js";
import type { Awaitable } from "../time/when-there.js";
import { invalidFields } from "../write/check-input.js";
import { inRecord } from "../write/in-record.js";
import { hasOwnKeys, ownKeys, placeOf, readNestedList, setsOwnKeys, tooDeep } from "../write/nested-list.js";
import { grantsToList } from "../write/nested-rights.js";
import { tooManyRecords } from "../write/too-many-records.js";
import type { AnyFields, NestedList, WriteKind } from "../write/write.js";

/** How the body around the lists is parsed. */
export interface ListsContext {
  readonly isNew: boolean;
  /** The caller's right to the write. `undefined` if it is checked elsewhere. */
  readonly grant: Grant | undefined;
  /** How many lists lead to the body. */
  readonly depth: number;
  /** Parses a record of a list as a body of its own. */
  readonly parseItem: ParseItem;
}

type ParseItem = (
  item: object,
  entity: Entity,
  options: { readonly isNew: boolean; readonly depth: number },
  grant: Grant | undefined,
) => Promise<object>;

/** A body without its lists, and the lists with each record parsed. */
interface ParsedLists {
  readonly rest: object;
  /** By their names. `undefined` for none. */
  readonly lists: AnyFields | undefined;
  readonly issues: readonly InputIssue[];
}

/**
 * Parses the writable lists of a body: each record as it would be parsed alone.
 * @throws {ApiError} 401 or 403 without the right to write the records, and `too-many-records`.
 */
export function parseLists(body: object, entity: Entity, context: ListsContext): Awaitable<ParsedLists> {
  const relations = writableLists(entity);
  return relations.length === 0
    ? { rest: body, lists: undefined, issues: [] }
    : parseEachList(body, entity, relations, context);
}

async function parseEachList(
  body: object,
  entity: Entity,
  relations: readonly Relation[],
  context: ListsContext,
): Promise<ParsedLists> {
  const byName = new Map(relations.map((relation) => [relation.name.toLowerCase(), relation]));
  const given = new Map<Relation, unknown>();
  const rest: [string, unknown][] = [];
  const issues: InputIssue[] = [];
  for (const [key, value] of Object.entries(body)) {
    const relation = byName.get(key.toLowerCase());
    if (relation === undefined) rest.push([key, value]);
    else if (given.has(relation)) {
      const path = relation.name;
      issues.push({ path, code: "duplicate", message: `"${path}" is given more than once.` });
    } else given.set(relation, value);
  }
  const lists: [string, unknown][] = [];
  for (const [relation, value] of given) {
    if (context.depth >= entity.limits.maxDepth) throw tooDeep(relation.name, entity.limits.maxDepth);
    const list = readNestedList(relation, value, context.isNew, issues);
    if (list !== undefined) lists.push([relation.name, await new ListParser(list, context, issues).parse()]);
  }
  return { rest: Object.fromEntries(rest), lists: Object.fromEntries(lists), issues };
}

class ListParser {
  readonly #list: NestedList;
  readonly #relation: Relation;
  readonly #context: ListsContext;
  readonly #issues: InputIssue[];
  readonly #grantTo: (operation: WriteKind) => Grant | undefined;

  constructor(list: NestedList, context: ListsContext, issues: InputIssue[]) {
    this.#list = list;
    this.#relation = list.relation;
    this.#context = context;
    this.#issues = issues;
    const grants = grantsToList(list.relation);
    this.#grantTo = (operation) => grants.to(operation, context.grant);
  }

  /** The list in the form of the body. */
  async parse(): Promise<unknown> {
    const { create, update, delete: deleted, set, isOfNew } = this.#list;
    const { maxAffected } = this.#relation.target.limits;
    if (create.length + update.length + deleted.length + (set?.length ?? 0) > maxAffected)
      throw tooManyRecords(maxAffected);
    // Before the records, so that what is not allowed is the list and not its first record.
    if (create.length > 0) this.#grantTo("create");
    if (update.length > 0) this.#grantTo("update");
    if (deleted.length > 0 || set !== undefined) this.#grantTo("delete");
    if (isOfNew) return this.#each("create", create, (item) => this.#parseNew(item));
    if (set !== undefined) return { set: await this.#each("set", set, (item) => this.#parseKept(item)) };
    return {
      create: await this.#each("create", create, (item) => this.#parseNew(item)),
      update: await this.#each("update", update, (item) => this.#parseChanges(item)),
      delete: await this.#each("delete", deleted, (id) =>
        isObject(id) ? this.#named(id, ownKeys(this.#relation)) : id,
      ),
    };
  }

  async #each<T>(
    member: Parameters<typeof placeOf>[1],
    items: readonly T[],
    parse: (item: T) => Awaitable<T>,
  ): Promise<readonly T[]> {
    const parsed: T[] = [];
    for (const [index, item] of items.entries()) {
      try {
        parsed.push(await parse(item));
      } catch (error) {
        const placed = inRecord(error, placeOf(this.#list, member, index));
        if (!(placed instanceof ApiError) || placed.code !== "invalid-fields") throw placed;
        this.#issues.push(...placed.issues);
      }
    }
    return parsed;
  }

  /** Until the record around it is written, a value of the same type stands in for the reference to it. */
  async #parseNew(item: AnyFields): Promise<AnyFields> {
    const { targetFields } = this.#relation;
    const grant = this.#grantTo("create");
    const given = this.#named(item, targetFields);
    const standIns = targetFields.map((field) => [field.name, standInFor(field)] as const);
    const own = { ...this.#without(item, targetFields), ...Object.fromEntries(standIns) };
    const parsed = await this.#parse(own, true, grant);
    return { ...this.#without(parsed, targetFields), ...given };
  }

  async #parseChanges(item: AnyFields): Promise<AnyFields> {
    const grant = this.#grantTo("update");
    const { targetFields, target } = this.#relation;
    const named = [...new Set([...target.keys, ...targetFields])];
    return { ...(await this.#parse(this.#without(item, named), false, grant)), ...this.#named(item, named) };
  }

  /** A record of the whole list: one that is there, or a new one. */
  async #parseKept(item: AnyFields): Promise<AnyFields> {
    const isNamed = hasOwnKeys(this.#relation, this.#named(item, ownKeys(this.#relation)));
    if (!isNamed) return this.#parseNew(item);
    if (!setsOwnKeys(this.#relation)) return this.#parseChanges(item);
    this.#grantTo("update");
    const parsed = await this.#parseNew(item);
    // What the record does not say must not change if it is there; a new record gets its defaults later.
    const names = new Set(Object.keys(item).map((name) => name.toLowerCase()));
    return Object.fromEntries(Object.entries(parsed).filter(([name]) => names.has(name.toLowerCase())));
  }

  async #parse(item: object, isNew: boolean, grant: Grant | undefined): Promise<AnyFields> {
    const { parseItem, depth } = this.#context;
    const parsed = await parseItem(item, this.#relation.target, { isNew, depth: depth + 1 }, grant);
    return parsed as AnyFields;
  }

  /**
   * The members with these fields' names in any case, under the names of the fields.
   * @throws {ApiError} if one is given more than once.
   */
  #named(item: AnyFields, fields: readonly Field[]): AnyFields {
    const named = new Map<string, unknown>();
    for (const [given, value] of Object.entries(item)) {
      const name = fields.find((each) => each.name.toLowerCase() === given.toLowerCase())?.name;
      if (name === undefined) continue;
      if (named.has(name)) {
        const message = `"${name}" is given more than once.`;
        throw invalidFields([{ path: name, code: "duplicate", message }]);
      }
      named.set(name, value);
    }
    return Object.fromEntries(named);
  }

  #without(item: AnyFields, fields: readonly Field[]): AnyFields {
    const names = new Set(fields.map(({ name }) => name.toLowerCase()));
    return Object.fromEntries(Object.entries(item).filter(([name]) => !names.has(name.toLowerCase())));
  }
}

function standInFor({ type, minLength = 1, values }: Field): unknown {
  if (values !== undefined) return values[0];
  switch (type) {
    case "int":
    case "bigint":
      return 1;
    case "uuid":
      return randomUUID();
    default:
      return "0".repeat(minLength);
  }
}

function isObject(value: unknown): value is AnyFields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
