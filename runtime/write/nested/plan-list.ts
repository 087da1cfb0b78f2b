import { writableLists } from "../../model/fields.js";
import type { Grant } from "../../access/authorize.js";
import { maySet } from "../../access/granted-rights.js";
import { ApiError, singleMistake, type InputIssue } from "../../errors/api-error.js";
import { toJsonText } from "../../model/values/exact-json.js";
import type { FieldValue } from "../../model/field-type.js";
import type { Field, Relation } from "../../model/model.js";
import { parsedValue } from "../../model/values/parsed-value.js";
import { ValueError } from "../../model/values/value-error.js";
import { parseKey } from "../../records/parse-id.js";
import { invalidFields } from "../input/check-input.js";
import { checkSettable } from "../input/check-settable.js";
import { inRecord } from "../input/in-record.js";
import { hasOwnKeys, ownKeys, placeInList, setsOwnKeys } from "./nested-list.js";

import type { ListGrants } from "./nested-rights.js";
import { noSuchRecord } from "../steps/reach-record.js";
import type {
  AnyFields,
  FieldValues,
  Key,
  NestedList,
  Nesting,
  PlannedWrite,
  Write,
  WriteKind,
} from "../write.js";
import { withMembers } from "../input/without.js";
import { keyText } from "../groups/write-groups.js";
import type { WriteOptions } from "../write-options.js";

export interface OwnedList {
  readonly list: NestedList;
  readonly owner: PlannedWrite;
}

/** A write of one record of a list. */
export interface NestedWrite {
  readonly write: Write;
  /** Its path in the body. */
  readonly place: string;
  /** The path of its key. */
  readonly keyPlace: string;
}

interface ListContext {
  /** The keys of the records in the list, if the list is replaced. */
  readonly members: readonly Key[];
  readonly nesting: Nesting;
  readonly grants: ListGrants;
  /** One object for all writes, by which they share their statements. */
  readonly options: WriteOptions;
}

/** The key of the record that a list belongs to, as it is stored. */
export function ownerKey({ entity, key, previous }: PlannedWrite): Key {
  return previous === undefined ? key : entity.keys.map(({ name }) => previous[name] as FieldValue);
}

/** The writes that a list asks for. @throws {ApiError} with every mistake. */
export function planList(owned: OwnedList, context: ListContext): readonly NestedWrite[] {
  return new ListPlan(owned, context).plan();
}

class ListPlan {
  readonly #list: NestedList;
  readonly #relation: Relation;
  readonly #owner: PlannedWrite;
  readonly #context: ListContext;
  /** The members of the records that refer to the owner. */
  readonly #reference: AnyFields;
  /** The identity of the list's records. One object, by which they share their statements. */
  readonly #identity: FieldValues;
  readonly #issues: InputIssue[] = [];
  /** The path of each record, by its key. */
  readonly #named = new Map<unknown, string>();

  constructor({ list, owner }: OwnedList, context: ListContext) {
    this.#list = list;
    this.#relation = list.relation;
    this.#owner = owner;
    this.#context = context;
    const key = ownerKey(owner);
    this.#identity = { fields: list.relation.targetFields, values: key };
    this.#reference = Object.fromEntries(
      list.relation.targetFields.map(({ name }, index) => [name, key[index]]),
    );
  }

  plan(): readonly NestedWrite[] {
    const { create, update, delete: deleted, set } = this.#list;
    const planned =
      set === undefined
        ? [
            ...deleted.flatMap((id, index) => this.#delete(id, index)),
            ...update.flatMap((item, index) => this.#update(item, placeInList(this.#list, "update", index))),
            ...create.flatMap((item, index) => this.#create(item, placeInList(this.#list, "create", index))),
          ]
        : this.#replace(set);
    if (this.#issues.length > 0) throw invalidFields(this.#issues);
    return planned;
  }

  #create(item: AnyFields, place: string): readonly NestedWrite[] {
    this.#checkReference(item, place);
    const grant = this.#grantTo("create");
    this.#checkSettable(grant, item, place);
    return [this.#nested("create", { key: [], input: withMembers(item, this.#reference), grant }, place)];
  }

  #update(item: AnyFields, place: string, key = this.#keyOf(item, place)): readonly NestedWrite[] {
    this.#checkReference(item, place);
    if (key === undefined) return [];
    const grant = this.#grantTo("update");
    const input = this.#withoutKeys(item);
    this.#checkSettable(grant, input, place);
    return [this.#nested("update", { key, input, grant }, place)];
  }

  #delete(id: unknown, index: number): readonly NestedWrite[] {
    const place = placeInList(this.#list, "delete", index);
    const [own, ...more] = ownKeys(this.#relation);
    const isObject = typeof id === "object" && id !== null;
    const item = isObject
      ? (id as AnyFields)
      : own !== undefined && more.length === 0
        ? { [own.name]: id }
        : {};
    const key = this.#keyOf(item, place, isObject ? undefined : place);
    if (key === undefined) return [];
    const nested = this.#nested("delete", { key, input: null, grant: this.#grantTo("delete") }, place);
    return [isObject ? nested : { ...nested, keyPlace: place }];
  }

  /** The list will have exactly these records, as far as the caller can see. */
  #replace(set: readonly AnyFields[]): readonly NestedWrite[] {
    const members = new Set(this.#context.members.map((key) => this.#ownText(key)));
    const kept = set.flatMap((item, index): readonly NestedWrite[] => {
      const place = placeInList(this.#list, "set", index);
      if (!hasOwnKeys(this.#relation, item)) return this.#create(item, place);
      const key = this.#keyOf(item, place);
      if (key === undefined) return [];
      const isThere = members.delete(this.#ownText(key));
      if (!isThere && setsOwnKeys(this.#relation)) return this.#create(item, place);
      if (!isThere) {
        const { code, message } = noSuchRecord(this.#relation.target);
        throw singleMistake(code, code, message, { path: this.#keyPlace(place) });
      }
      const changes = setsOwnKeys(this.#relation) ? this.#changesIn(item) : item;
      if (Object.keys(this.#withoutKeys(changes)).length > 0) return this.#update(changes, place, key);
      this.#checkReference(item, place);
      return [];
    });
    const others = this.#context.members.filter((key) => members.has(this.#ownText(key)));
    const grant = this.#context.grants.toReplace(this.#owner.grant);
    const place = `${this.#relation.name}.set`;
    const left = others.map((key) => {
      const { write } = this.#nested("delete", { key, input: null, grant }, place);
      // The server has found the record: if it is deleted meanwhile, the caller has made no mistake.
      return { place, keyPlace: place, write: { ...write, isPart: false } };
    });
    return [...left, ...kept];
  }

  /** What identifies a record within the list. Its reference to the owner may be spelled differently from the owner's key. */
  #ownText(key: Key): unknown {
    const { keys } = this.#relation.target;
    return keyText(ownKeys(this.#relation).map((field) => key[keys.indexOf(field)] as FieldValue));
  }

  /** The members that an update sets of a record that may be new or existing. */
  #changesIn(item: AnyFields): AnyFields {
    const { target } = this.#relation;
    const grant = this.#grantTo("update");
    const names = new Set(
      [
        ...[...target.fields, ...target.links].filter(
          ({ isEditable, name }) => isEditable && maySet(target, grant, name),
        ),
        ...writableLists(target),
      ].map(({ name }) => name),
    );
    return Object.fromEntries(Object.entries(item).filter(([name]) => names.has(name)));
  }

  #nested(
    kind: WriteKind,
    { key, input, grant }: Pick<Write, "key" | "input" | "grant">,
    place: string,
  ): NestedWrite {
    const { nesting, options } = this.#context;
    const isPart = kind !== "create";
    const identity = isPart ? this.#identity : undefined;
    const entity = this.#relation.target;
    return {
      write: { kind, entity, key, input, grant, options, nesting, identity, isPart },
      place,
      keyPlace: isPart ? this.#keyPlace(place) : place,
    };
  }

  #grantTo(operation: WriteKind): Grant | undefined {
    return this.#context.grants.to(operation, this.#owner.grant);
  }

  /** The key of a record. `undefined` if it is invalid or occurs twice. */
  #keyOf(item: AnyFields, place: string, keyPlace = this.#keyPlace(place)): Key | undefined {
    const { target } = this.#relation;
    const missing = ownKeys(this.#relation).filter(({ name }) => item[name] === undefined);
    if (missing.length > 0) {
      for (const { name } of missing) {
        const message = `"${place}" must have "${name}", which names the record.`;
        this.#issues.push({ path: `${place}.${name}`, code: "required", message });
      }
      return undefined;
    }
    const values = target.keys.map(({ name }) => this.#reference[name] ?? item[name]);
    const id =
      values.length === 1
        ? values[0]
        : Object.fromEntries(target.keys.map(({ name }, at) => [name, values[at]]));
    try {
      const key = parseKey(id, target);
      const text = keyText(key);
      const before = this.#named.get(text);
      this.#named.set(text, place);
      if (before === undefined) return key;
      this.#issues.push({
        path: keyPlace,
        code: "duplicate",
        message: `"${place}" and "${before}" are the same record.`,
      });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      for (const issue of error.issues)
        this.#issues.push({ ...issue, path: values.length === 1 ? keyPlace : `${place}.${issue.path}` });
    }
    return undefined;
  }

  #keyPlace(place: string): string {
    const [only, ...more] = ownKeys(this.#relation);
    return only !== undefined && more.length === 0 ? `${place}.${only.name}` : place;
  }

  /** A record of the list refers to the owner. Its input may contain that reference, but no other value. */
  #checkReference(item: AnyFields, place: string): void {
    for (const field of this.#relation.targetFields) {
      const given = item[field.name];
      if (given === undefined || isSame(field, given, this.#reference[field.name])) continue;
      const path = `${place}.${field.name}`;
      const message = `"${path}" is the key of the record that the list belongs to: leave it out.`;
      this.#issues.push({ path, code: "not-editable", message });
    }
  }

  /** Over HTTP, members that the caller may not set have already been removed. */
  #checkSettable(grant: Grant | undefined, input: AnyFields, place: string): void {
    if (grant?.isServerCode !== true) return;
    try {
      checkSettable(this.#relation.target, grant, input);
    } catch (error) {
      throw inRecord(error, place);
    }
  }

  #withoutKeys(item: AnyFields): AnyFields {
    const { target, targetFields } = this.#relation;
    const names = new Set([...target.keys, ...targetFields].map(({ name }) => name));
    return Object.fromEntries(Object.entries(item).filter(([name]) => !names.has(name)));
  }
}

function isSame(field: Field, given: unknown, value: unknown): boolean {
  const parsed = parsedValue(field.type, given, field);
  return !(parsed instanceof ValueError) && toJsonText(parsed) === toJsonText(value);
}

/** Existing records are locked in the order of their keys, so that two requests cannot deadlock. */
export function inKeyOrder(writes: readonly NestedWrite[]): readonly NestedWrite[] {
  const isNew = ({ write }: NestedWrite) => write.kind === "create";
  const known = writes.filter((each) => !isNew(each));
  return [...known.toSorted((a, b) => compareKeys(a.write.key, b.write.key)), ...writes.filter(isNew)];
}

function compareKeys(a: Key, b: Key): number {
  for (const [index, value] of a.entries()) {
    const other = b[index];
    if (value === other || other === undefined || value === null || other === null) continue;
    return value < other ? -1 : 1;
  }
  return 0;
}
