import { singleMistake, type ApiError, type InputIssue, type IssueCode } from "../../errors/api-error.js";
import { writableLists } from "../../model/fields.js";
import type { Entity, Field, Relation } from "../../model/model.js";
import { quoteName } from "../../model/names.js";
import { isPlainObject } from "../../model/values/plain-object.js";
import type { AnyFields, NestedList } from "../write.js";

const members = ["create", "update", "delete", "set"] as const;
type NestedMember = (typeof members)[number];

/** The fields that identify a record within one list: the key without the reference to the list's owner. */
export function ownKeys({ target, targetFields }: Relation): readonly Field[] {
  return target.keys.filter((key) => !targetFields.includes(key));
}

/** Whether creates set the key, so that a record with a key may be new. */
export function setsOwnKeys(relation: Relation): boolean {
  return ownKeys(relation).every(({ isCreatable }) => isCreatable);
}

/** Whether the item contains the key of its record. */
export function hasOwnKeys(relation: Relation, item: AnyFields): boolean {
  return ownKeys(relation).every(({ name }) => item[name] !== undefined);
}

/** The path of an item in the body. */
export function placeInList(
  list: Pick<NestedList, "relation" | "isOfNew">,
  member: NestedMember,
  index: number,
): string {
  const { name } = list.relation;
  return list.isOfNew ? `${name}.${index}` : `${name}.${member}.${index}`;
}

/**
 * Reads the value of a writable list, without its records.
 * @returns `undefined` if it has mistakes, which are added to `issues`.
 */
export function readNestedList(
  relation: Relation,
  value: unknown,
  isOfNew: boolean,
  issues: InputIssue[],
): NestedList | undefined {
  const { name } = relation;
  const none = { relation, create: [], update: [], delete: [], set: undefined, isOfNew };
  const before = issues.length;
  if (isOfNew) {
    const create = readItems({ relation, isOfNew }, "create", value, issues);
    return issues.length > before ? undefined : { ...none, create };
  }
  const wrong = (path: string, code: IssueCode, message: string) => {
    issues.push({ path, code, message });
  };
  if (!isPlainObject(value)) {
    const message = Array.isArray(value)
      ? `"${name}" of an existing record must say what the array means: { "set": […] } replaces the list, { "create": […] } adds to it.`
      : `"${name}" must be an object of "create", "update" and "delete", or of "set".`;
    wrong(name, "wrong-type", message);
    return undefined;
  }
  const given = Object.keys(value);
  for (const key of given) {
    if (members.some((member) => member === key)) continue;
    const path = `${name}.${key.slice(0, 64)}`;
    wrong(path, "unknown-field", `${quoteName(key)} is not "create", "update", "delete" or "set".`);
  }
  if (given.length === 0)
    wrong(name, "required", `"${name}" must say what to "create", "update", "delete" or "set".`);
  if (given.includes("set") && given.length > 1)
    wrong(
      `${name}.set`,
      "not-together",
      `"set" replaces the whole list and cannot be combined with "create", "update" or "delete".`,
    );
  const listOf = (member: Exclude<NestedMember, "delete">) =>
    given.includes(member) ? readItems({ relation, isOfNew }, member, value[member], issues) : undefined;
  const list = {
    ...none,
    create: listOf("create") ?? [],
    update: listOf("update") ?? [],
    delete: given.includes("delete") ? listAt(`${name}.delete`, value["delete"], "ids", issues) : [],
    set: listOf("set"),
  };
  return issues.length > before ? undefined : list;
}

function readItems(
  list: Pick<NestedList, "relation" | "isOfNew">,
  member: NestedMember,
  value: unknown,
  issues: InputIssue[],
): readonly AnyFields[] {
  const path = list.isOfNew ? list.relation.name : `${list.relation.name}.${member}`;
  return listAt(path, value, "records", issues).flatMap((item, index): readonly AnyFields[] => {
    if (isPlainObject(item)) return [item];
    const place = placeInList(list, member, index);
    issues.push({ path: place, code: "wrong-type", message: `"${place}" must be an object.` });
    return [];
  });
}

/** The list at a path. Any other value is a mistake, and counts as an empty list. */
export function listAt(
  path: string,
  value: unknown,
  items: "records" | "ids",
  issues: InputIssue[],
): readonly unknown[] {
  if (Array.isArray(value)) return value;
  const message = `"${path}" must be a list of ${items}.`;
  issues.push({ path, code: "wrong-type", message, params: { type: "list" } });
  return [];
}

/** The mistakes if one input for many records contains lists, which it cannot write. */
export function refusedLists(entity: Entity, inputs: readonly object[], why: string): readonly InputIssue[] {
  const lists = writableLists(entity);
  if (lists.length === 0) return [];
  const names = new Set(inputs.flatMap(Object.keys).map((name) => name.toLowerCase()));
  return lists
    .filter(({ name }) => names.has(name.toLowerCase()))
    .map(({ name }) => ({
      path: name,
      code: "not-editable",
      message: `"${name}" cannot be written ${why}.`,
    }));
}

export function tooDeep(path: string, maxDepth: number): ApiError {
  const message = `Lists may be nested at most ${maxDepth} levels deep.`;
  return singleMistake("invalid-fields", "too-deep", message, { path });
}
