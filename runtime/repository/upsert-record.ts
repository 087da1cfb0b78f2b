import { indexKind } from "../model/index-options.js";
import { isDeepStrictEqual } from "node:util";
import type { InputIssue } from "../errors/api-error.js";
import { suggestion } from "../errors/nearest.js";
import { fieldTypes, type FieldValue } from "../model/field-type.js";
import type { Entity, Field, Link } from "../model/model.js";
import { parsedValue } from "../model/values/parsed-value.js";
import { ValueError } from "../model/values/value-error.js";
import { invalidFields } from "../write/input/check-input.js";
import type { AnyRecord, AnyRepository } from "./repository.js";
import { quoteAll } from "../model/names.js";

/** A record of a seed, and the outcome of its write. */
export interface SeededRecord {
  readonly outcome: "created" | "changed" | "left";
  readonly record: AnyRecord;
}

/**
 * Creates the record, or updates the members that differ in the one with the same values in `by`. A stored secret
 * cannot be compared, so it is only set on creation.
 * @throws {ApiError}
 */
export async function upsertRecord(
  repository: AnyRepository,
  input: AnyRecord,
  by: readonly Field[],
): Promise<SeededRecord> {
  const { entity } = repository;
  const stored = await findStored(repository, input, by);
  if (stored === undefined) return { outcome: "created", record: await repository.create(input) };
  const changes = changesOf(entity, input, stored);
  if (Object.keys(changes).length === 0) return { outcome: "left", record: stored };
  const id = Object.fromEntries(entity.keys.map(({ name }) => [name, stored[name]]));
  const key = entity.keys.length === 1 ? stored[entity.keys[0]?.name ?? ""] : id;
  const record = await repository.update(key, changes);
  return { outcome: "changed", record: record ?? stored };
}

/**
 * The fields that identify a record in a list of inputs: the given ones, or the key if a create may set it, or the
 * only unique field.
 * @throws {Error} if they are not clear.
 */
export function identifyingFields(
  entity: Entity,
  named: string | readonly string[] | undefined,
): readonly Field[] {
  const comparable = entity.fields.filter(
    ({ isCreatable, isReadable, type }) =>
      isCreatable && isReadable && ["ordered", "text"].includes(fieldTypes[type].conditions),
  );
  const names = comparable.map(({ name }) => name);
  if (named !== undefined)
    return (typeof named === "string" ? [named] : named).map((name) => {
      const field = comparable.find((each) => each.name === name);
      if (field !== undefined) return field;
      const hint = suggestion(name, names);
      throw new Error(
        `"by" names "${name}", which is no field of "${entity.name}" that a create sets.${hint}`,
      );
    });
  const { keys } = entity;
  if (keys.length > 0 && keys.every(({ isCreatable }) => isCreatable)) return keys;
  const unique = comparable.filter((field) => indexKind(field) === "unique" || isUserName(entity, field));
  if (unique.length === 1) return unique;
  const choice = unique.length === 0 ? names : unique.map(({ name }) => name);
  throw new Error(
    `${unique.length === 0 ? "No field" : "More than one field"} of "${entity.name}" identifies its records: add { by: … } with ${quoteAll(choice.slice(0, 5), " or ")}.`,
  );
}

function isUserName({ users }: Entity, { name }: Field): boolean {
  return users !== undefined && name === "username";
}

async function findStored(
  repository: AnyRepository,
  input: AnyRecord,
  by: readonly Field[],
): Promise<AnyRecord | undefined> {
  const missing = by.filter(({ name }) => (input[name] ?? null) === null);
  if (missing.length > 0)
    throw invalidFields(
      missing.map(({ name }) => ({
        path: name,
        code: "required",
        message: `"${name}" is required, because it identifies the record.`,
      })),
    );
  const where = Object.fromEntries(
    by.map((field) => [field.name, { eq: valueOf(field, input[field.name]) }]),
  );
  const { items } = await repository.find({ where, take: 2 } as object);
  if (items.length < 2) return items[0];
  const message = `There is more than one record with this ${by.map(({ name }) => `"${name}"`).join(" and ")}.`;
  throw invalidFields(by.map(({ name }) => ({ path: name, code: "not-unique", message })));
}

/** The value in canonical form. @throws {ApiError} */
function valueOf(field: Field, value: unknown): FieldValue {
  const parsed = parsedValue(field.type, value, field);
  if (!(parsed instanceof ValueError)) return parsed;
  const { code, message } = parsed;
  throw invalidFields([{ path: field.name, code, message: `"${field.name}" ${message}.` }]);
}

/**
 * The members of the input that differ from the stored record. Invalid members are kept, so that the update reports
 * them.
 * @throws {ApiError} if one of them cannot be changed.
 */
function changesOf(entity: Entity, input: AnyRecord, stored: AnyRecord): AnyRecord {
  const changes: Record<string, unknown> = {};
  const fixed: InputIssue[] = [];
  for (const [name, value] of Object.entries(input)) {
    const member: Field | Link | undefined =
      entity.links.find((link) => link.name === name) ??
      entity.fields.find((field) => field.name === name && field.isCreatable);
    const isKept =
      value === undefined ||
      (member !== undefined &&
        ("table" in member
          ? isSameList(member, stored[name], value)
          : !member.isReadable || isSameValue(member, stored[name], value)));
    if (isKept) continue;
    if (member?.isEditable !== false) changes[name] = value;
    else {
      const message = `"${name}" differs from the stored value and cannot be changed: it is not editable.`;
      fixed.push({ path: name, code: "unknown-field", message });
    }
  }
  if (fixed.length > 0) throw invalidFields(fixed);
  return changes;
}

function isSameValue(field: Field, stored: unknown, given: unknown): boolean {
  if (stored === null || given === null) return stored === given;
  const wanted = parsedValue(field.type, given, field);
  return !(wanted instanceof ValueError) && isDeepStrictEqual(parsedValue(field.type, stored, field), wanted);
}

function isSameList({ targetField }: Link, stored: unknown, given: unknown): boolean {
  if (!Array.isArray(stored) || !Array.isArray(given)) return false;
  const [has, wanted] = [stored, given].map(
    (ids) =>
      new Set(ids.map((id: unknown) => JSON.stringify(parsedValue(targetField.type, id, targetField)))),
  );
  return isDeepStrictEqual(has, wanted);
}
