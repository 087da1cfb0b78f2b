import { hashSecret } from "../access/secrets.js";
import { ApiError, type InputIssue } from "../errors/api-error.js";
import { creatableFields, defaultedFields, editableFields } from "../model/fields.js";
import { fieldTypes, type FieldValue } from "../model/field-type.js";
import type { Entity, Field, Link } from "../model/model.js";
import { ValueError } from "../model/value-error.js";
import { addUserNameKey, withUserIssues } from "./check-user.js";

/** Fields and the values that a write gives them, side by side. */
export interface FieldValues {
  readonly fields: readonly Field[];
  readonly values: readonly FieldValue[];
}

/** What a write sets, in canonical form. Secrets are not hashed yet. */
export interface CheckedInput extends FieldValues {
  readonly links: readonly LinkValues[];
}

/** The ids of the records that a link is to lead to. */
export interface LinkValues {
  readonly link: Link;
  readonly ids: readonly FieldValue[];
}

/** How many records a link may lead to. */
const MAX_LINKED = 1_000;

/**
 * What a new record is made of: the input, and the defaults of what it leaves out.
 * @throws {ApiError} `invalid-fields` that lists every mistake.
 */
export function checkNewRecord(entity: Entity, input: Readonly<Record<string, unknown>>): CheckedInput {
  const issues: InputIssue[] = [];
  for (const { name, isRequired } of [...creatableFields(entity), ...entity.links]) {
    if (isRequired && input[name] === undefined) {
      issues.push({ path: name, code: "required", message: `"${name}" is required.` });
    }
  }
  const { fields, values, links } = checkValues(entity, input, ({ isCreatable }) => isCreatable, issues);
  throwInvalid(withUserIssues(issues, entity, input));
  addUserNameKey(entity, fields, values);
  for (const field of defaultedFields(entity)) {
    if (input[field.name] !== undefined) continue;
    fields.push(field);
    values.push(field.default ?? null);
  }
  return { fields, values, links };
}

/** @throws {ApiError} `invalid-fields` that lists every mistake, or `nothing-to-update`. */
export function checkChanges(entity: Entity, input: Readonly<Record<string, unknown>>): CheckedInput {
  const issues: InputIssue[] = [];
  const { fields, values, links } = checkValues(entity, input, ({ isEditable }) => isEditable, issues);
  throwInvalid(withUserIssues(issues, entity, input));
  addUserNameKey(entity, fields, values);
  if (fields.length === 0 && links.length === 0) {
    const editable = [...editableFields(entity), ...entity.links.filter(({ isEditable }) => isEditable)];
    const names = editable.map(({ name }) => `"${name}"`);
    throw new ApiError(
      "nothing-to-update",
      names.length === 0
        ? `No field of "${entity.name}" can be changed.`
        : `Give at least one of ${names.join(", ")}.`,
    );
  }
  return { fields, values, links };
}

/** The values that are given, in canonical form; what is wrong with them goes to `issues`. */
function checkValues(
  entity: Entity,
  input: Readonly<Record<string, unknown>>,
  maySet: (member: Field | Link) => boolean,
  issues: InputIssue[],
): { readonly fields: Field[]; readonly values: FieldValue[]; readonly links: LinkValues[] } {
  const fields: Field[] = [];
  const values: FieldValue[] = [];
  const links: LinkValues[] = [];
  for (const [name, value] of Object.entries(input)) {
    if (value === undefined) continue;
    const link = entity.links.find((each) => each.name === name && maySet(each));
    if (link !== undefined) {
      links.push({ link, ids: checkIds(link, value, issues) });
      continue;
    }
    const field = entity.fieldsByName.get(name.toLowerCase());
    const isField = field?.name === name && maySet(field);
    const checked = isField ? checkValue(field, value) : unknownField(entity, name);
    if ("issue" in checked) issues.push(checked.issue);
    else if (isField) {
      fields.push(field);
      values.push(checked.value);
    }
  }
  return { fields, values, links };
}

function checkIds(link: Link, value: unknown, issues: InputIssue[]): readonly FieldValue[] {
  const path = link.name;
  if (!Array.isArray(value)) {
    issues.push({ path, code: "wrong-type", message: `"${path}" must be a list of ids.` });
    return [];
  }
  if (value.length > MAX_LINKED) {
    issues.push({ path, code: "too-long", message: `"${path}" may have at most ${MAX_LINKED} ids.` });
    return [];
  }
  const checked = value.map((id, index) => {
    const result = checkValue({ ...link.targetField, name: `${path}.${index}` }, id);
    if ("issue" in result) issues.push(result.issue);
    return "issue" in result ? null : result.value;
  });
  const ids = new Set(checked);
  if (ids.size < checked.length && issues.length === 0)
    issues.push({ path, code: "duplicate", message: `"${path}" must name each id once.` });
  return [...ids];
}

function unknownField(entity: Entity, name: string): { issue: InputIssue } {
  return {
    issue: {
      path: name,
      code: "unknown-field",
      message: `"${name}" is not a field of "${entity.name}" that can be set here.`,
    },
  };
}

function checkValue(field: Field, value: unknown): { value: FieldValue } | { issue: InputIssue } {
  try {
    if (value === null) {
      if (field.isNullable) return { value };
      throw new ValueError("wrong-type", "must not be null");
    }
    const parsed = fieldTypes[field.type].parse(value, field);
    if (field.values !== undefined && !field.values.includes(parsed)) {
      throw new ValueError(
        "not-listed",
        `must be one of ${field.values.map((each) => JSON.stringify(each)).join(", ")}`,
      );
    }
    return { value: parsed };
  } catch (error) {
    if (!(error instanceof ValueError)) throw error;
    return { issue: { path: field.name, code: error.code, message: `"${field.name}" ${error.message}.` } };
  }
}

function throwInvalid(issues: readonly InputIssue[]): void {
  if (issues.length > 0) throw invalidFields(issues);
}

export function invalidFields(issues: readonly InputIssue[]): ApiError {
  return new ApiError("invalid-fields", issues.map(({ message }) => message).join(" "), { issues });
}

/** What is stored: hashes in place of secrets. */
export function withHashes(given: FieldValues): Promise<FieldValues> | FieldValues {
  return given.fields.some(({ type }) => type === "secret") ? hashSecrets(given) : given;
}

async function hashSecrets({ fields, values }: FieldValues): Promise<FieldValues> {
  const hashed = values.map(async (value, index) => {
    return fields[index]?.type === "secret" && typeof value === "string" ? hashSecret(value) : value;
  });
  return { fields, values: await Promise.all(hashed) };
}
