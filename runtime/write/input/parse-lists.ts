import { writableLists } from "../../model/fields.js";
import { randomUUID } from "node:crypto";
import type { Grant } from "../../access/authorize.js";
import { ApiError, type InputIssue } from "../../errors/api-error.js";
import { hasKeys } from "../../model/has-keys.js";
import { onceForEach } from "../../model/once-for-each.js";
import type { Entity, Field, Relation } from "../../model/model.js";
import { isPlainObject } from "../../model/values/plain-object.js";
import { whenThere, type Awaitable } from "../../time/when-there.js";
import { invalidFields } from "./check-input.js";
import { inRecord } from "./in-record.js";
import {
  hasOwnKeys,
  ownKeys,
  placeInList,
  readNestedList,
  setsOwnKeys,
  tooDeep,
} from "../nested/nested-list.js";
import { grantsToList } from "../nested/nested-rights.js";
import { tooManyRecords } from "../many/too-many-records.js";
import { without, withMembers } from "./without.js";
import type { AnyFields, NestedList, WriteKind } from "../write.js";

/** How the body around the lists is parsed. */
export interface ListsContext {
  readonly isNew: boolean;
  /** The caller's right to the write. `undefined` if other code checks it. */
  readonly grant: Grant | undefined;
  /** How many lists lead to the body. */
  readonly depth: number;
  /** Returns a function that parses the records of a list, each as a body of its own. */
  readonly itemParser: (
    entity: Entity,
    options: { readonly isNew: boolean; readonly depth: number },
    grant: Grant | undefined,
  ) => ParseItem;
}

type ParseItem = (item: object) => Awaitable<object>;

/** A body without its lists, and the lists with each record parsed. */
interface ParsedLists {
  readonly rest: object;
  /** By their names. `undefined` for none. */
  readonly lists: AnyFields | undefined;
  readonly issues: readonly InputIssue[];
}

/**
 * Parses the writable lists of a body: each record as it would be parsed alone. The schema of the body does not
 * include the lists: schemas of entities that refer to each other would import each other in circles.
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
  readonly #parsers = new Map<boolean, ParseItem>();
  /** The keys of the last new record, if they do not name the record around the list. */
  #ownKeys: readonly string[] = [];
  /** The record around the list has no key yet, so a value of the same type stands in for the reference to it. */
  readonly #standIns: AnyFields;

  constructor(list: NestedList, context: ListsContext, issues: InputIssue[]) {
    this.#list = list;
    this.#relation = list.relation;
    this.#context = context;
    this.#issues = issues;
    const { targetFields } = list.relation;
    this.#standIns = Object.fromEntries(targetFields.map((field) => [field.name, standInFor(field)]));
    const grants = grantsToList(list.relation);
    this.#grantTo = (operation) => grants.to(operation, context.grant);
  }

  /** The list in the form of the body. */
  async parse(): Promise<unknown> {
    const { create, update, delete: deleted, set, isOfNew } = this.#list;
    const { maxAffected } = this.#relation.target.limits;
    if (create.length + update.length + deleted.length + (set?.length ?? 0) > maxAffected)
      throw tooManyRecords(maxAffected);
    // Checked before the records, so that the error names the list and not its first record.
    if (create.length > 0) this.#grantTo("create");
    if (update.length > 0) this.#grantTo("update");
    if (deleted.length > 0 || set !== undefined) this.#grantTo("delete");
    if (isOfNew) return this.#each("create", create, (item) => this.#parseNew(item));
    if (set !== undefined) return { set: await this.#each("set", set, (item) => this.#parseKept(item)) };
    return {
      create: await this.#each("create", create, (item) => this.#parseNew(item)),
      update: await this.#each("update", update, (item) => this.#parseChanges(item)),
      delete: await this.#each("delete", deleted, (id) =>
        isPlainObject(id) ? this.#named(id, ownKeys(this.#relation)) : id,
      ),
    };
  }

  async #each<T>(
    member: Parameters<typeof placeInList>[1],
    items: readonly T[],
    parse: (item: T) => Awaitable<T>,
  ): Promise<readonly T[]> {
    const parsed: T[] = [];
    for (const [index, item] of items.entries()) {
      try {
        const made = parse(item);
        parsed.push(made instanceof Promise ? await made : made);
      } catch (error) {
        const placed = inRecord(error, placeInList(this.#list, member, index));
        if (!(placed instanceof ApiError) || placed.code !== "invalid-fields") throw placed;
        this.#issues.push(...placed.issues);
      }
    }
    return parsed;
  }

  #parseNew(item: AnyFields): Awaitable<AnyFields> {
    const { targetFields } = this.#relation;
    const names = targetFields.map(({ name }) => name);
    let own = item;
    let given: AnyFields | undefined;
    // Most records have the keys of the one before, and do not name the record around the list.
    if (!hasKeys(item, this.#ownKeys)) {
      own = this.#without(item, targetFields);
      if (own === item) this.#ownKeys = Object.keys(item);
      else given = this.#named(item, targetFields);
    }
    return whenThere(this.#parse(withMembers(own, this.#standIns), true), (parsed) => {
      const rest = without(parsed, names);
      return given === undefined ? rest : withMembers(rest, given);
    });
  }

  #parseChanges(item: AnyFields): Awaitable<AnyFields> {
    const { targetFields, target } = this.#relation;
    const named = [...new Set([...target.keys, ...targetFields])];
    const given = this.#named(item, named);
    return whenThere(this.#parse(this.#without(item, named), false), (parsed) => withMembers(parsed, given));
  }

  /** A record of the whole list: an existing or a new one. */
  #parseKept(item: AnyFields): Awaitable<AnyFields> {
    const isNamed = hasOwnKeys(this.#relation, this.#named(item, ownKeys(this.#relation)));
    if (!isNamed) return this.#parseNew(item);
    if (!setsOwnKeys(this.#relation)) return this.#parseChanges(item);
    this.#grantTo("update");
    // Members that an existing record leaves out must not change; a new record gets its defaults later.
    const names = new Set(Object.keys(item).map((name) => name.toLowerCase()));
    return whenThere(this.#parseNew(item), (parsed) =>
      Object.fromEntries(Object.entries(parsed).filter(([name]) => names.has(name.toLowerCase()))),
    );
  }

  #parse(item: object, isNew: boolean): Awaitable<AnyFields> {
    let parse = this.#parsers.get(isNew);
    if (parse === undefined) {
      const { itemParser, depth } = this.#context;
      const grant = this.#grantTo(isNew ? "create" : "update");
      parse = itemParser(this.#relation.target, { isNew, depth: depth + 1 }, grant);
      this.#parsers.set(isNew, parse);
    }
    return parse(item) as Awaitable<AnyFields>;
  }

  /**
   * The members with the names of these fields, in any case, under the names of the fields.
   * @throws {ApiError} if one is given more than once.
   */
  #named(item: AnyFields, fields: readonly Field[]): AnyFields {
    const named: Record<string, unknown> = {};
    const names = namesByCase(fields);
    for (const given of Object.keys(item)) {
      const name = names.get(given.toLowerCase());
      if (name === undefined) continue;
      if (Object.hasOwn(named, name)) {
        const message = `"${name}" is given more than once.`;
        throw invalidFields([{ path: name, code: "duplicate", message }]);
      }
      named[name] = item[given];
    }
    return named;
  }

  /** The members with other names. The item itself if it has no others. */
  #without(item: AnyFields, fields: readonly Field[]): AnyFields {
    const names = namesByCase(fields);
    const isOther = (name: string) => !names.has(name.toLowerCase());
    if (Object.keys(item).every(isOther)) return item;
    return Object.fromEntries(Object.entries(item).filter(([name]) => isOther(name)));
  }
}

/** The names of fields by their lower-case form, computed once for each list. */
const namesByCase = onceForEach(
  (fields: readonly Field[]): ReadonlyMap<string, string> =>
    new Map(fields.map(({ name }) => [name.toLowerCase(), name])),
);

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
