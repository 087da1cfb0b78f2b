import { randomUUID } from "node:crypto";
import type { Grant } from "../access/authorize.js";
import type { CheckedCondition } from "../condition/checked.js";
import { and } from "../condition/join-conditions.js";
import { toJsonText } from "../model/values/exact-json.js";
import type { Awaitable } from "../time/when-there.js";
import type { FieldValue } from "../model/field-type.js";
import { stampedOnCreate, stampedOnUpdate, stampedWithPassword, verifiedFieldOf } from "../model/fields.js";
import type { Entity, Field } from "../model/model.js";
import {
  deniedRecord,
  grantedRights,
  readingRights,
  visibleRecords,
  writableRecords,
} from "../access/granted-rights.js";
import { hashSecrets } from "./input/check-input.js";
import { notLocked } from "./not-locked.js";
import { newTokenVersion } from "./token-version.js";
import type { AnyFields, CheckedInput, PlannedWrite, Write } from "./write.js";

/** Determines the caller's rights to this write and to its answer. @throws {ApiError} if there are none. */
export function planWrite(write: Write, set: CheckedInput): PlannedWrite {
  const { kind, entity, key, input, grant, options, where, identity, isPart, nesting } = write;
  checkOwnRights(write, set);
  const readable = readingRights(entity, grant);
  const returning = readable === undefined ? "id" : (options.returning ?? "record");
  const isSeen = kind !== "create" || returning === "record";
  // The members are listed, because in V8 a spread of `write` takes many times as long.
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
    rule: ruleOf(write, set),
    set,
    validated: undefined,
    previous: undefined,
    record: undefined,
    stop: undefined,
  };
}

/** The members that a step may change. */
type StepMember = "key" | "set" | "validated" | "previous" | "record" | "stop";

/** The write after a step that has found or changed these members. */
export function afterStep(
  write: PlannedWrite,
  {
    key = write.key,
    set = write.set,
    validated = write.validated,
    previous = write.previous,
    record = write.record,
    stop = write.stop,
  }: Partial<Pick<PlannedWrite, StepMember>>,
): PlannedWrite {
  const { kind, entity, input, grant, options, where, identity, isPart, nesting } = write;
  const { returning, readable, visible, rule } = write;
  // In the same order as in `planWrite`, so that both have one hidden class.
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
    visible,
    rule,
    set,
    validated,
    previous,
    record,
    stop,
  };
}

/** The records that the caller of a write may see; `undefined` for all. */
export function seenRecords(entity: Entity, grant: Grant | undefined): CheckedCondition | undefined {
  return and(visibleRecords(entity, grant?.caller), readingRights(entity, grant)?.rows);
}

/**
 * Keeps callers from granting themselves rights, and programs with a key from taking over an account: that of their owner,
 * or with the rights of an admin another one. Where links to reset passwords are sent, an address is as good as a password.
 * @throws {ApiError}
 */
function checkOwnRights({ kind, entity, key: [id], grant }: Write, { fields }: CheckedInput): void {
  if (kind !== "update" || entity.users === undefined || grant === undefined) return;
  const { userId, apiKey } = grant.caller;
  const isOwn = userId === id;
  const isAddressKept = isOwn || verifiedFieldOf(entity) !== undefined;
  const isRefused = ({ name, settableBy }: Field) =>
    (isOwn && settableBy !== undefined) ||
    (apiKey !== undefined && (name === "password" || (name === "email" && isAddressKept)));
  if (fields.some(isRefused)) throw deniedRecord(grant);
}

function setsPassword({ entity }: Write, fields: readonly Field[]): boolean {
  return entity.users !== undefined && fields.some(({ name }) => name === "password");
}

function ruleOf(write: Write, { fields }: CheckedInput): CheckedCondition | undefined {
  const { kind, entity } = write;
  const rule = grantedRule(write);
  return kind === "update" && setsPassword(write, fields) ? and(notLocked(entity), rule) : rule;
}

function grantedRule({ kind, entity, input, grant }: Write): CheckedCondition | undefined {
  const rights = grantedRights(entity, grant);
  if (rights.guards.length === 0 || input === null) return rights.rows;
  return writableRecords(
    rights,
    kind === "create" ? namesWithoutDefaults(entity, input) : Object.keys(input),
  );
}

/**
 * The names in the input, without those whose values equal the defaults: the schema of the body fills in defaults for
 * every caller, so they need no right.
 */
function namesWithoutDefaults({ fieldsByName }: Entity, input: AnyFields): readonly string[] {
  return Object.keys(input).filter((name) => {
    const given = fieldsByName.get(name.toLowerCase())?.default;
    return given === undefined || toJsonText(given) !== toJsonText(input[name]);
  });
}

/** The fields that the server adds to writes of the same fields. */
interface StampedFields {
  readonly kind: Write["kind"];
  readonly given: readonly Field[];
  readonly added: readonly Field[];
  /** All of them. */
  readonly fields: readonly Field[];
  readonly hasSecret: boolean;
}

/** The data that the writes of one attempt share. All are of one entity. */
export class Stamps {
  readonly now = new Date().toISOString();
  #last: StampedFields | undefined;

  /**
   * The fields that the server adds to a write of these fields. Consecutive writes of the same fields share the result.
   */
  of(write: Write, given: readonly Field[]): StampedFields {
    const last = this.#last;
    if (last !== undefined && last.kind === write.kind && areSame(last.given, given)) return last;
    const added = stampedBy(write, given);
    const hasSecret = given.some(({ type }) => type === "secret");
    return (this.#last = { kind: write.kind, given, added, fields: [...given, ...added], hasSecret });
  }
}

function areSame(fields: readonly Field[], others: readonly Field[]): boolean {
  if (fields === others) return true;
  return fields.length === others.length && fields.every((field, index) => field === others[index]);
}

/** Hashes secrets, and adds the fields that the server sets in every create or update. */
export function stamp(
  write: Write,
  checked: CheckedInput,
  stamps: Stamps = new Stamps(),
): Awaitable<CheckedInput> {
  if (write.kind === "delete") return checked;
  const stamped = stamps.of(write, checked.fields);
  if (!stamped.hasSecret) return withStamps(write, checked.values, checked, stamped, stamps.now);
  return hashSecrets(checked).then((values) => withStamps(write, values, checked, stamped, stamps.now));
}

function withStamps(
  write: Write,
  given: readonly FieldValue[],
  { links, lists }: CheckedInput,
  { fields, added }: StampedFields,
  now: string,
): CheckedInput {
  // Not pushed, because V8 would reserve space for many more.
  const values = new Array<FieldValue>(fields.length);
  for (let index = 0; index < given.length; index++) values[index] = given[index] as FieldValue;
  for (let index = 0; index < added.length; index++)
    values[given.length + index] = stampOf(added[index] as Field, write, now);
  return { fields, values, links, lists };
}

function stampedBy(write: Write, fields: readonly Field[]): readonly Field[] {
  const { kind, entity, options } = write;
  if (kind === "create") return stampedOnCreate(entity);
  const stamped = setsPassword(write, fields) ? stampedWithPassword(entity) : stampedOnUpdate(entity);
  const verified = options.verifiedFor === undefined ? undefined : verifiedFieldOf(entity);
  return verified === undefined ? stamped : [...stamped, verified];
}

function stampOf({ system, type }: Field, { grant, options }: Write, now: string): FieldValue {
  if (system === "tokenversion") return options.tokenVersion?.to ?? newTokenVersion();
  if (system === "emailverified") return true;
  if (system === "ownerid") return grant?.caller.userId ?? null;
  return type === "uuid" ? randomUUID() : now;
}
