import { ApiError, type InputIssue } from "../errors/api-error.js";
import { suggestion } from "../errors/nearest.js";
import { fieldTypes, type FieldValue } from "../model/field-type.js";
import type { Entity, Field } from "../model/model.js";
import { quoteAll, quoteName } from "../model/names.js";
import { parsedValue } from "../model/values/parsed-value.js";
import { ValueError } from "../model/values/value-error.js";

/** An id before it is parsed. In a URL path, each value is text. */
type UnparsedId<Id> = Id extends object ? { readonly [N in keyof Id]: Id[N] | string } : Id | string;

/**
 * Parses an id to its canonical form: the key's value, or an object if several fields form the key.
 * @throws {ApiError} `invalid-id`
 */
export function parseId<Id>(id: UnparsedId<Id>, entity: Entity): Id {
  const values = parseKey(id, entity);
  return (entity.keys.length === 1 ? values[0] : keyRecord(entity, values)) as Id;
}

/** Parses an id to the values of the key, in order. @throws {ApiError} `invalid-id` that lists every mistake. */
export function parseKey(id: unknown, entity: Entity): readonly FieldValue[] {
  // Read by its index: destructuring would run the list's iterator for each of many records.
  const key = entity.keys[0];
  if (key === undefined) {
    const message = `A "${entity.name}" has no id: nothing identifies its records.`;
    throw invalidId([{ path: "id", code: "wrong-type", message }]);
  }
  return entity.keys.length === 1 ? [parseOnlyKey(id, key, entity)] : parseKeys(id, entity);
}

/** As `parseKey`, but `undefined` for an id that is not valid. */
export function keyIfValid(id: unknown, entity: Entity): readonly FieldValue[] | undefined {
  try {
    return parseKey(id, entity);
  } catch {
    return undefined;
  }
}

/** The key's values by field name. */
export function keyRecord({ keys }: Entity, values: readonly unknown[]): Record<string, unknown> {
  const record: Record<string, unknown> = {};
  for (let index = 0; index < keys.length; index++) record[(keys[index] as Field).name] = values[index];
  return record;
}

/** The id of a record: the value of its key, or an object if several fields form the key. */
export function idOfRecord(record: Readonly<Record<string, unknown>>, entity: Entity): unknown {
  const { keys } = entity;
  const only = keys[0];
  if (only !== undefined && keys.length === 1) return record[only.name];
  return keyRecord(
    entity,
    keys.map(({ name }) => record[name]),
  );
}

function parseOnlyKey(value: unknown, key: Field, { name }: Entity): FieldValue {
  const parsed = parsePart(value, key);
  if (!(parsed instanceof ValueError)) return parsed;
  const { code, message } = parsed;
  throw invalidId([{ path: "id", code, message: `The id of a "${name}" ${message}.` }]);
}

function parseKeys(id: unknown, { keys, name }: Entity): readonly FieldValue[] {
  const names = keys.map((key) => key.name);
  if (typeof id !== "object" || id === null || Array.isArray(id)) {
    const message = `The id of a "${name}" must be an object of ${quoteAll(names)}.`;
    throw invalidId([{ path: "id", code: "wrong-type", message }]);
  }
  const given = new Map<string, unknown>(Object.entries(id));
  const issues: InputIssue[] = [];
  const values: FieldValue[] = [];
  for (const key of keys) {
    const path = key.name;
    const value = given.get(path);
    const parsed = value === undefined ? undefined : parsePart(value, key);
    if (parsed === undefined) {
      issues.push({ path, code: "required", message: `The id of a "${name}" needs "${path}".` });
    } else if (parsed instanceof ValueError) {
      const { code, message } = parsed;
      issues.push({ path, code, message: `"${path}" in the id of a "${name}" ${message}.` });
    } else values.push(parsed);
  }
  for (const other of given.keys()) {
    if (names.includes(other)) continue;
    const message = `${quoteName(other)} is not part of the id of a "${name}".${suggestion(other, names)}`;
    issues.push({ path: other.slice(0, 64), code: "unknown-field", message });
  }
  if (issues.length > 0) throw invalidId(issues);
  return values;
}

/** The value in canonical form, or the error if it is invalid. */
function parsePart(value: unknown, key: Field): FieldValue | ValueError {
  const { path } = fieldTypes[key.type];
  return parsedValue(key.type, typeof value === "string" ? (path?.from(value) ?? value) : value, key);
}

function invalidId(issues: readonly InputIssue[]): ApiError {
  return new ApiError("invalid-id", issues.map(({ message }) => message).join(" "), { issues });
}
