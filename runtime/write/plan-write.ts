import { randomUUID } from "node:crypto";
import type { Grant } from "../access/authorize.js";
import type { CheckedCondition } from "../condition/checked.js";
import { both } from "../condition/join-conditions.js";
import { toJsonText } from "../model/exact-json.js";
import type { Awaitable } from "../time/when-there.js";
import type { FieldValue } from "../model/field-type.js";
import { stampedOnCreate, stampedOnUpdate, stampedWithPassword } from "../model/fields.js";
import type { Entity, Field } from "../model/model.js";
import {
  deniedRecord,
  grantedRights,
  readingRights,
  visibleRecords,
  writableRecords,
} from "../access/granted-rights.js";
import { withHashes } from "./check-input.js";
import { newTokenVersion } from "./token-version.js";
import type { AnyFields, CheckedInput, FieldValues, KeepAnswer, PlannedWrite, Write } from "./write.js";

/** Determines the caller's rights to this write and to its answer. @throws {ApiError} if there are none. */
export function planWrite(
  write: Write,
  given: CheckedInput,
  keepAnswer: KeepAnswer | undefined,
): PlannedWrite {
  const { kind, entity, key, input, grant, options, where, identity, isPart, nesting } = write;
  checkOwnRights(write, given);
  const readable = readingRights(entity, grant);
  const returning = readable === undefined ? "id" : (options.returning ?? "record");
  const isSeen = kind !== "create" || returning === "record";
  // Members are listed because in V8 a spread of `write` takes many times as long.
  return {
    kind,
    entity,
    key,
    input,
    grant,
    options,
    where,
    identity,
    isPart,
    nesting,
    returning,
    readable,
    visible: isSeen ? seenRecords(entity, grant) : undefined,
    rule: ruleOf(write),
    keepAnswer,
    isAlone: false,
    given,
    set: given,
    written: undefined,
    validated: undefined,
    previous: undefined,
    record: undefined,
    stop: undefined,
  };
}

/** The records that the caller of a write may see; `undefined` for all. */
export function seenRecords(entity: Entity, grant: Grant | undefined): CheckedCondition | undefined {
  return both(visibleRecords(entity, grant?.caller), readingRights(entity, grant)?.rows);
}

/** Keeps callers from granting themselves rights. @throws {ApiError} */
function checkOwnRights({ kind, entity, key: [id], grant }: Write, { fields }: CheckedInput): void {
  if (kind !== "update" || entity.users === undefined || grant === undefined) return;
  if (grant.caller.userId === id && fields.some(({ settableBy }) => settableBy !== undefined))
    throw deniedRecord(grant);
}

function ruleOf({ kind, entity, input, grant }: Write): CheckedCondition | undefined {
  const rights = grantedRights(entity, grant);
  if (rights.guards.length === 0 || input === null) return rights.rows;
  return writableRecords(
    rights,
    kind === "create" ? namesWithoutDefaults(entity, input) : Object.keys(input),
  );
}

/**
 * The names in the input, without values equal to their defaults. The body's schema fills in defaults for
 * every caller, so they need no right.
 */
function namesWithoutDefaults({ fieldsByName }: Entity, input: AnyFields): readonly string[] {
  return Object.keys(input).filter((name) => {
    const given = fieldsByName.get(name.toLowerCase())?.default;
    return given === undefined || toJsonText(given) !== toJsonText(input[name]);
  });
}

/** What the writes of one attempt share. */
export class Stamps {
  readonly now = new Date().toISOString();
  #given: readonly Field[] = [];
  #added: readonly Field[] = [];
  #fields: readonly Field[] = [];

  /** The fields of a write with those that the server adds: one list for writes of the same fields in a row. */
  fieldsWith(given: readonly Field[], added: readonly Field[]): readonly Field[] {
    const isSame =
      added === this.#added &&
      given.length === this.#given.length &&
      given.every((field, index) => field === this.#given[index]);
    if (!isSame) {
      this.#given = given;
      this.#added = added;
      this.#fields = [...given, ...added];
    }
    return this.#fields;
  }
}

/** Hashes secrets, and adds the fields that the server sets in every create or update. */
export function stamp(
  write: Write,
  checked: CheckedInput,
  stamps: Stamps = new Stamps(),
): Awaitable<CheckedInput> {
  if (write.kind === "delete") return checked;
  const hashed = withHashes(checked);
  // Without a closure for each record of many.
  return hashed instanceof Promise
    ? hashed.then((given) => withStamps(write, given, checked, stamps))
    : withStamps(write, hashed, checked, stamps);
}

function withStamps(
  write: Write,
  { fields, values }: FieldValues,
  { links, lists }: CheckedInput,
  stamps: Stamps,
): CheckedInput {
  const added = stampedBy(write, fields);
  const all = values.slice();
  for (const field of added) all.push(stampOf(field, write, stamps.now));
  return { fields: stamps.fieldsWith(fields, added), values: all, links, lists };
}

function stampedBy({ kind, entity }: Write, fields: readonly Field[]): readonly Field[] {
  if (kind === "create") return stampedOnCreate(entity);
  const hasPassword = entity.users !== undefined && fields.some(({ name }) => name === "password");
  return hasPassword ? stampedWithPassword(entity) : stampedOnUpdate(entity);
}

function stampOf({ system, type }: Field, { grant, options }: Write, now: string): FieldValue {
  if (system === "tokenversion") return options.tokenVersion?.to ?? newTokenVersion();
  if (system === "ownerid") return grant?.caller.userId ?? null;
  return type === "uuid" ? randomUUID() : now;
}
