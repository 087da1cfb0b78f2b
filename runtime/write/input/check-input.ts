import type { Grant } from "../../access/authorize.js";
import { hashSecret } from "../../access/secrets.js";
import { ApiError, type InputIssue } from "../../errors/api-error.js";
import { oneOf } from "../../model/values/enum.js";
import { defaultedFields, editableFields, writableLists } from "../../model/fields.js";
import { MAX_IDS } from "../../model/schemas/field-schema.js";
import { fieldTypes, type FieldTypeName, type FieldValue } from "../../model/field-type.js";
import type { Entity, Field, Link } from "../../model/model.js";
import { onceForEach } from "../../model/once-for-each.js";
import { ListError, paramsOf, ValueError } from "../../model/values/value-error.js";
import { maySet } from "../../access/granted-rights.js";
import { listAt, readNestedList } from "../nested/nested-list.js";
import { ignoredOf } from "./ignored-members.js";
import { addUserNameKey, withUserIssues } from "./check-user.js";
import type { AnyFields, CheckedInput, FieldValues, LinkValues, NestedList, Write } from "../write.js";

/** The input of a delete: no fields. If the entity has links, the delete empties them. */
const nothing: CheckedInput = { fields: [], values: [], links: [], lists: [] };

/**
 * Validates the input of a write, also after the schema of a body has, so that server code cannot store what HTTP
 * could not.
 * @throws {ApiError} `invalid-fields` that lists every mistake, or `nothing-to-update`.
 */
export function checkInput(
  { kind, entity }: Pick<Write, "kind" | "entity">,
  input: AnyFields | null,
  grant: Grant | undefined,
): CheckedInput {
  if (input !== null)
    return kind === "create" ? checkNewRecord(entity, input, grant) : checkChanges(entity, input, grant);
  return entity.links.length === 0
    ? nothing
    : { ...nothing, links: entity.links.map((link) => ({ link, ids: [] })) };
}

/** Validates the input of a new record and adds the defaults for fields that it leaves out. */
function checkNewRecord(entity: Entity, input: AnyFields, grant: Grant | undefined): CheckedInput {
  const issues: InputIssue[] = [];
  for (const { name, isRequired } of creatableMembers(entity).values()) {
    if (isRequired && input[name] === undefined)
      issues.push({ path: name, code: "required", message: `"${name}" is required.` });
  }
  const settable = grant === undefined ? creatableByServer(entity) : creatableMembers(entity);
  const { fields, values, links, lists } = checkValues(entity, input, settable, true, issues);
  throwInvalid(withUserIssues(issues, entity, input));
  addUserNameKey(entity, fields, values);
  for (const field of defaultedFields(entity)) {
    if (input[field.name] !== undefined) continue;
    fields.push(field);
    values.push(field.default ?? null);
  }
  return { fields, values, links, lists };
}

/** @param grant Decides which members the `nothing-to-update` error names. */
function checkChanges(entity: Entity, input: AnyFields, grant: Grant | undefined): CheckedInput {
  const issues: InputIssue[] = [];
  const all = grant === undefined ? editableByServer(entity) : editableMembers(entity);
  const { fields, values, links, lists } = checkValues(entity, input, all, false, issues);
  throwInvalid(withUserIssues(issues, entity, input));
  addUserNameKey(entity, fields, values);
  if (fields.length === 0 && links.length === 0 && lists.length === 0) {
    const editable = [...editableFields(entity), ...entity.links.filter(({ isEditable }) => isEditable)];
    const settable = editable.filter(({ name }) => maySet(entity, grant, name));
    const names = [...settable, ...writableLists(entity)].map(({ name }) => `"${name}"`);
    const ignored = ignoredOf(input);
    const need =
      names.length === 0
        ? `No field of "${entity.name}" can be changed.`
        : `Give at least one of ${names.join(", ")}.`;
    const detail = [need, ...ignored.map(({ message }) => message)].join(" ");
    throw new ApiError("nothing-to-update", detail, { issues: ignored });
  }
  return { fields, values, links, lists };
}

/** Converts the given values to canonical form and adds their mistakes to `issues`. */
function checkValues(
  entity: Entity,
  input: AnyFields,
  settable: ReadonlyMap<string, Field | Link>,
  isNew: boolean,
  issues: InputIssue[],
): CheckedInput & { readonly fields: Field[]; readonly values: FieldValue[] } {
  const fields: Field[] = [];
  const values: FieldValue[] = [];
  const links: LinkValues[] = [];
  const lists: NestedList[] = [];
  for (const name of Object.keys(input)) {
    const value = input[name];
    if (value === undefined) continue;
    const member = settable.get(name);
    if (member === undefined) {
      const relation = writableLists(entity).find((each) => each.name === name);
      const list = relation && readNestedList(relation, value, isNew, issues);
      if (relation === undefined) issues.push(unknownField(entity, name));
      else if (list !== undefined) lists.push(list);
    } else if ("table" in member) links.push({ link: member, ids: checkIds(member, value, issues) });
    else {
      const checked = checkValue(member, value, issues);
      if (checked === undefined) continue;
      fields.push(member);
      values.push(checked);
    }
  }
  return { fields, values, links, lists };
}

/** The members that a create or an update of a caller may set, by their names. */
export const creatableMembers = membersThat(({ isCreatable }) => isCreatable);
export const editableMembers = membersThat(({ isEditable }) => isEditable);

/** Those that server code may set: `isEditable` and `isIgnoredOnCreate` are about callers. */
const creatableByServer = membersThat((member, entity) => member.isCreatable || isForServer(member, entity));
const editableByServer = membersThat((member, entity) => member.isEditable || isForServer(member, entity));

/** Keys stay, system fields are set by the server itself, and a value of the type `other` cannot be written. */
function isForServer(member: Field | Link, { keys, isReadOnly }: Entity): boolean {
  if (isReadOnly) return false;
  return "table" in member || (!member.system && !keys.includes(member) && member.type !== "other");
}

function membersThat(isSettable: (member: Field | Link, entity: Entity) => boolean) {
  return onceForEach((entity: Entity): ReadonlyMap<string, Field | Link> => {
    const settable = [...entity.fields, ...entity.links].filter((member) => isSettable(member, entity));
    return new Map(settable.map((member) => [member.name, member]));
  });
}

function checkIds(link: Link, value: unknown, issues: InputIssue[]): readonly FieldValue[] {
  const path = link.name;
  const before = issues.length;
  const given = listAt(path, value, "ids", issues);
  const checked = given.map((id, index) => {
    return checkValue({ ...link.targetField, name: `${path}.${index}` }, id, issues) ?? null;
  });
  if (given.length > MAX_IDS)
    issues.push({
      path,
      code: "too-long",
      message: `"${path}" may have at most ${MAX_IDS} ids.`,
      params: { maximum: MAX_IDS, unit: "items" },
    });
  const ids = new Set(checked);
  if (ids.size < checked.length && issues.length === before)
    issues.push({ path, code: "duplicate", message: `"${path}" must name each id once.` });
  return [...ids];
}

function unknownField(entity: Entity, name: string): InputIssue {
  const message = `"${name}" is not a field of "${entity.name}" that can be set here.`;
  return { path: name, code: "unknown-field", message };
}

/** The value in canonical form. Its mistakes are added to `issues`: then it is `undefined`. */
function checkValue(field: Field, value: unknown, issues: InputIssue[]): FieldValue | undefined {
  try {
    return parseFieldValue(field, value);
  } catch (error) {
    if (!(error instanceof ValueError)) throw error;
    issues.push(...issuesOf(field, error));
    return undefined;
  }
}

/** The value in canonical form. @throws {ValueError} if the field cannot have it. */
export function parseFieldValue(
  field: Field,
  value: unknown,
  // Known to those who parse many values, because V8 looks up a type that differs for each.
  { parse } = fieldTypes[field.type],
): FieldValue {
  if (value === null && field.isNullable) return value;
  const parsed = parse(value, field);
  if (field.values !== undefined && !field.values.includes(parsed))
    throw new ValueError("not-listed", oneOf(field.values), { values: field.values });
  return parsed;
}

/** The problems of a value, or of each item of a list. */
export function issuesOf(field: Field, error: ValueError): readonly InputIssue[] {
  if (!(error instanceof ListError)) return [issueOf(field.name, error, field.type)];
  const ofItems = error.items.map((item) =>
    issueOf(`${field.name}.${item.index}`, item.error, field.of ?? field.type),
  );
  return error.ofList === undefined ? ofItems : [...ofItems, issueOf(field.name, error.ofList, field.type)];
}

function issueOf(path: string, error: ValueError, type: FieldTypeName): InputIssue {
  const params = paramsOf(error, fieldTypes[type].holdsText ? "string" : type);
  const { code, message } = error;
  return { path, code, message: `"${path}" ${message}.`, ...(params !== undefined && { params }) };
}

function throwInvalid(issues: readonly InputIssue[]): void {
  if (issues.length > 0) throw invalidFields(issues);
}

/** The maximum number of mistakes in an answer: each item of a list may have one. */
const MAX_ISSUES = 100;

export function invalidFields(all: readonly InputIssue[]): ApiError {
  const issues = all.slice(0, MAX_ISSUES);
  const more = all.length - issues.length;
  const messages = issues.map(({ message }) => message);
  const detail = more === 0 ? messages : [...messages, `There are ${more} more mistakes.`];
  return new ApiError("invalid-fields", detail.join(" "), { issues });
}

/** The values with secrets replaced by their hashes. */
export function hashSecrets({ fields, values }: FieldValues): Promise<readonly FieldValue[]> {
  const hashed = values.map(async (value, index) => {
    return fields[index]?.type === "secret" && typeof value === "string" ? hashSecret(value) : value;
  });
  return Promise.all(hashed);
}
