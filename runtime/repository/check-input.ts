import { hashSecret } from "../access/secrets.js";
import { ApiError, type InputIssue } from "../errors/api-error.js";
import { creatableFields, editableFields } from "../model/fields.js";
import { fieldTypes, type FieldValue } from "../model/field-type.js";
import type { Entity, Field } from "../model/model.js";
import { ValueError } from "../model/value-error.js";

/** Fields and the values that a write gives them, side by side. */
export interface FieldValues {
  readonly fields: readonly Field[];
  readonly values: readonly FieldValue[];
}

/**
 * What a new record is made of: the input, and the defaults of what it leaves out.
 * @throws {ApiError} `invalid-fields` that lists every mistake.
 */
export function checkNewRecord(
  entity: Entity,
  input: Readonly<Record<string, unknown>>,
): Promise<FieldValues> | FieldValues {
  const withDefaults = { ...defaultsOf(entity), ...definedOf(input) };
  const missing = creatableFields(entity).filter(
    ({ isRequired, name }) => isRequired && withDefaults[name] === undefined,
  );
  const issues = missing.map(({ name }) => ({
    path: name,
    code: "required",
    message: `"${name}" is required.`,
  }));
  return checkValues(
    entity,
    withDefaults,
    entity.fields.filter((field) => field.isCreatable || field.default !== undefined),
    issues,
  );
}

/** @throws {ApiError} `invalid-fields` that lists every mistake, or `nothing-to-update`. */
export function checkChanges(
  entity: Entity,
  input: Readonly<Record<string, unknown>>,
): Promise<FieldValues> | FieldValues {
  const changes = definedOf(input);
  if (Object.keys(changes).length === 0) {
    const names = editableFields(entity).map(({ name }) => `"${name}"`);
    throw new ApiError(
      "nothing-to-update",
      names.length === 0
        ? `No field of "${entity.name}" can be changed.`
        : `Give at least one of ${names.join(", ")}.`,
    );
  }
  return checkValues(entity, changes, editableFields(entity), []);
}

function definedOf(input: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
}

function defaultsOf(entity: Entity): Record<string, unknown> {
  return Object.fromEntries(
    entity.fields
      .filter(({ default: value }) => value !== undefined)
      .map((field) => [field.name, field.default]),
  );
}

function checkValues(
  entity: Entity,
  input: Readonly<Record<string, unknown>>,
  allowed: readonly Field[],
  missing: readonly InputIssue[],
): Promise<FieldValues> | FieldValues {
  const issues = [...missing];
  const fields: Field[] = [];
  const values: FieldValue[] = [];
  for (const [name, value] of Object.entries(input)) {
    const field = allowed.find((candidate) => candidate.name === name);
    const checked = field === undefined ? unknownField(entity, name) : checkValue(field, value);
    if ("issue" in checked) issues.push(checked.issue);
    else if (field !== undefined) {
      fields.push(field);
      values.push(checked.value);
    }
  }
  if (issues.length > 0) throw invalidFields(issues);
  return fields.some(({ type }) => type === "secret") ? hashSecrets({ fields, values }) : { fields, values };
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
    if (value === null && field.isNullable) return { value: null };
    const parsed = value === null ? undefined : fieldTypes[field.type].parse(value, field);
    if (parsed === undefined) throw new ValueError("wrong-type", "must not be null");
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

export function invalidFields(issues: readonly InputIssue[]): ApiError {
  return new ApiError("invalid-fields", issues.map(({ message }) => message).join(" "), { issues });
}

async function hashSecrets({ fields, values }: FieldValues): Promise<FieldValues> {
  const hashed = values.map(async (value, index) => {
    return fields[index]?.type === "secret" && typeof value === "string" ? hashSecret(value) : value;
  });
  return { fields, values: await Promise.all(hashed) };
}
