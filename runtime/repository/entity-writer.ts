import { randomUUID } from "node:crypto";
import type { Grant } from "../access/authorize.js";
import type { CheckedCondition } from "../condition/check-condition.js";
import { both } from "../condition/join-conditions.js";
import { isKey } from "../condition/key-condition.js";
import { dependsOn, surelyHolds } from "../condition/surely-holds.js";
import { columnOf } from "../database/column-of.js";
import type { Written } from "../database/conflict-fields.js";
import { DatabaseError } from "../database/database-error.js";
import type { DatabaseSession, OpenTransaction } from "../database/database-session.js";
import type { Row } from "../database/dialect.js";
import { EntityWrites } from "../database/entity-writes.js";
import { ownFields } from "../database/selection.js";
import type { Returning } from "../database/write-syntax.js";
import { ApiError } from "../errors/api-error.js";
import { toJsonText } from "../model/exact-json.js";
import { stampedOnCreate, stampedOnUpdate } from "../model/fields.js";
import type { FieldValue } from "../model/field-type.js";
import type { HookName, TransactionContext } from "../model/hooks.js";
import type { Entity, Link, UserId } from "../model/model.js";
import { auditDone, beginFor, type AuditedWrite } from "./audit.js";
import {
  checkChanges,
  checkNewRecord,
  withHashes,
  type CheckedInput,
  type FieldValues,
  type LinkValues,
} from "./check-input.js";
import { EntityReads } from "./entity-reads.js";
import { faultToError, noSuchTarget } from "./fault-to-error.js";
import type { HookCalls } from "./hook-calls.js";
import { forgetUser } from "./current-users.js";
import { createOnce, fingerprintOf, hashKey, type KeepAnswer } from "./idempotent-create.js";
import { checkPrecondition, type CurrentVersion } from "./precondition.js";
import { recordTag } from "./record-tag.js";
import { repositoryNamed } from "./registry.js";
import {
  checkWrite,
  deniedRecord,
  grantedRights,
  maySet,
  readingRights,
  visibleRecords,
  writableRecords,
} from "./rights.js";
import { selectionOf } from "./select.js";
import { newTokenVersion, versionChangedBy } from "./token-version.js";
import { toParameters } from "./to-parameters.js";
import type { WriteOptions } from "./write-options.js";

/** What a write gives back: the key of the record, and the record where it was asked for and may be read. */
export interface WriteResult {
  readonly key: readonly FieldValue[];
  readonly record?: AnyFields | undefined;
}

type AnyFields = Readonly<Record<string, unknown>>;
type Key = readonly FieldValue[];

/** How often a `writeValidator` is asked again, because the record has changed since it was asked. */
const MAX_ASKED = 3;

/** The writes of one entity, with all that goes with them: rights, validators, hooks, owners, links and conflicts. */
export class EntityWriter {
  readonly #entity: Entity;
  readonly #session: DatabaseSession;
  readonly #hooks: HookCalls;

  constructor(entity: Entity, session: DatabaseSession, hooks: HookCalls) {
    this.#entity = entity;
    this.#session = session;
    this.#hooks = hooks;
  }

  /** Adds a record, once if it has a key of its own. @throws {ApiError} */
  async create(input: AnyFields, grant: Grant | undefined, options: WriteOptions): Promise<WriteResult> {
    const { idempotencyKey, returning = "record" } = options;
    const { idempotency } = this.#session.model;
    const checked = checkNewRecord(this.#entity, input);
    if (idempotencyKey === undefined || idempotency === undefined)
      return this.#create(input, checked, grant, options);
    const request = {
      keyHash: hashKey(idempotencyKey, this.#entity, grant?.caller),
      fingerprint: fingerprintOf(checked, returning, grant?.caller),
    };
    return this.#run(() =>
      createOnce(this.#session, idempotency, request, (keep) =>
        this.#create(input, checked, grant, options, keep),
      ),
    );
  }

  async #create(
    input: AnyFields,
    checked: CheckedInput,
    grant: Grant | undefined,
    options: WriteOptions,
    keep?: KeepAnswer,
  ): Promise<WriteResult> {
    const { returning = "record" } = options;
    if (this.#isValidated(grant)) await checkWrite(this.#entity, grant, null, { ...input });
    const rule = this.#ruleFor(grant, withoutDefaults(this.#entity, input));
    // Before any transaction, because a hash takes long.
    const values = await this.#stamped(checked, "create", grant, options);
    const isHooked = this.#hooks.has("beforeCreate", "afterCreate", "afterCommit");
    const isAlone = checked.links.length === 0 && !isHooked && !leavesOpen(rule, values);
    // What is read back is so in the transaction: a record that could not be read must not have been written.
    if (isAlone && keep === undefined && !this.#isAudited && this.#givesAtOnce(grant, returning)) {
      const written = this.#toWritten(values);
      const write = () => this.#writes(this.#session).insert(values.fields, written.args, returning);
      return this.#toResult(await this.#run(write, written), returning);
    }
    return this.#inTransaction(grant, options, async (transaction, note) => {
      const context = this.#contextOf(transaction, grant);
      const final = await this.#afterHook(
        checked,
        () => this.#hooks.beforeCreate({ ...context, input }),
        (changed) => checkNewRecord(this.#entity, changed),
      );
      const set = final === checked ? values : await this.#stamped(final, "create", grant, options);
      const written = note(this.#toWritten(set));
      const row = await this.#writes(transaction).insert(set.fields, written.args, "id");
      const { key } = this.#toResult(row, "id");
      await this.#addLinks(transaction, key, final.links);
      if (leavesOpen(rule, set)) await this.#checkStill(transaction, key, rule, grant);
      if (this.#hooks.has("afterCreate", "afterCommit")) {
        const record = await this.#stored(transaction, key);
        await this.#hooks.afterCreate({ ...context, record });
        this.#announce(transaction, "create", record, grant);
      }
      const result = { key, record: await this.#readBack(transaction, key, grant, returning) };
      await this.#audit(transaction, "create", key, grant, options);
      await keep?.(transaction, result);
      return result;
    });
  }

  /** Changes the fields that are given; undefined if there is no such record that the caller may see. @throws {ApiError} */
  update(
    key: Key,
    changes: AnyFields,
    grant: Grant | undefined,
    options: WriteOptions,
  ): Promise<WriteResult | undefined> {
    return this.#forgetting(key, () => this.#update(key, changes, grant, options));
  }

  async #update(
    key: Key,
    changes: AnyFields,
    grant: Grant | undefined,
    options: WriteOptions,
  ): Promise<WriteResult | undefined> {
    const { returning = "record" } = options;
    const checked = checkChanges(this.#entity, changes, (name) => maySet(this.#entity, grant, name));
    this.#checkOwnRights(key, checked, grant);
    const rule = this.#ruleFor(grant, changes);
    const values = await this.#stamped(checked, "update", grant, options);
    const isWatched = this.#isWatched(["beforeUpdate", "afterUpdate"], grant, options);
    const isAlone = checked.links.length === 0 && !isWatched;
    if (isAlone && !mayLeave(rule, values) && this.#givesAtOnce(grant, returning)) {
      const written = this.#toWritten(values);
      const where = this.#meant(this.#reachable(key, rule, grant), options);
      const write = () => this.#writes(this.#session).update(values.fields, written.args, where, returning);
      const row = await this.#run(write, written);
      return row === undefined ? this.#missing(key, rule, grant) : this.#toResult(row, returning, key);
    }
    const write = { key, rule, grant, input: changes, options };
    return this.#watched(write, async (transaction, note, previous) => {
      const context = this.#contextOf(transaction, grant);
      const final = await this.#afterHook(
        checked,
        () => this.#hooks.beforeUpdate({ ...context, record: previous, changes }),
        (changed) => checkChanges(this.#entity, changed),
      );
      const set = final === checked ? values : await this.#stamped(final, "update", grant, options);
      const written = note(this.#toWritten(set));
      const isThis = isKey(this.#entity, key);
      if (set.fields.length > 0)
        await this.#writes(transaction).update(set.fields, written.args, isThis, "id");
      await this.#dropLinks(
        transaction,
        key,
        final.links.map(({ link }) => link),
      );
      await this.#addLinks(transaction, key, final.links);
      if (mayLeave(rule, set)) await this.#checkStill(transaction, key, rule, grant);
      if (this.#hooks.has("afterUpdate", "afterCommit")) {
        const record = await this.#stored(transaction, key);
        await this.#hooks.afterUpdate({ ...context, record, previous });
        this.#announce(transaction, "update", record, grant);
      }
      await this.#audit(transaction, "update", key, grant, options);
      return { key, record: await this.#readBack(transaction, key, grant, returning) };
    });
  }

  /** Deletes the record; undefined if there is none that the caller may see. @throws {ApiError} */
  delete(key: Key, grant: Grant | undefined, options: WriteOptions): Promise<WriteResult | undefined> {
    return this.#forgetting(key, () => this.#delete(key, grant, options));
  }

  async #delete(key: Key, grant: Grant | undefined, options: WriteOptions): Promise<WriteResult | undefined> {
    const { returning = "record" } = options;
    const rule = this.#ruleFor(grant, {});
    const isWatched = this.#isWatched(["beforeDelete", "afterDelete"], grant, options);
    const isAlone = this.#entity.links.length === 0 && !isWatched;
    if (isAlone && this.#givesAtOnce(grant, returning)) {
      const where = this.#reachable(key, rule, grant);
      const row = await this.#run(() => this.#writes(this.#session).delete(where, returning));
      return row === undefined ? this.#missing(key, rule, grant) : this.#toResult(row, returning, key);
    }
    const write = { key, rule, grant, input: null, options };
    return this.#watched(write, async (transaction, _note, previous) => {
      const context = this.#contextOf(transaction, grant);
      await this.#hooks.beforeDelete({ ...context, record: previous });
      const record = await this.#readBack(transaction, key, grant, returning);
      await this.#dropLinks(transaction, key, this.#entity.links);
      await this.#writes(transaction).delete(isKey(this.#entity, key), "id");
      await this.#hooks.afterDelete({ ...context, record: previous });
      this.#announce(transaction, "delete", previous, grant);
      await this.#audit(transaction, "delete", key, grant, options);
      return { key, record };
    });
  }

  /** Whether somebody has to see the record before it is written, or hear of it after. */
  #isWatched(hooks: readonly HookName[], grant: Grant | undefined, { precondition }: WriteOptions): boolean {
    if (precondition !== undefined || this.#isAudited) return true;
    return this.#isValidated(grant) || this.#hooks.has(...hooks, "afterCommit");
  }

  get #isAudited(): boolean {
    return this.#session.model.audit !== undefined;
  }

  /** Whether a `writeValidator` has a say: it is about callers, not about server code. */
  #isValidated(grant: Grant | undefined): grant is Grant {
    return grant !== undefined && this.#entity.writeValidator !== undefined;
  }

  /**
   * Works in a transaction on a record that nobody else changes meanwhile. A `writeValidator` is asked before it, so that
   * what it reads itself never waits for the transaction; and again if the record has changed since.
   */
  async #watched(
    { key, rule, grant, input, options }: WatchedWrite,
    work: (transaction: OpenTransaction, note: Note, previous: AnyFields) => Promise<WriteResult>,
  ): Promise<WriteResult | undefined> {
    const where = this.#meant(this.#reachable(key, rule, grant), options);
    for (let asked = 0; asked < MAX_ASKED; asked++) {
      let seen: AnyFields | undefined;
      if (this.#isValidated(grant)) {
        seen = await this.#run(() => this.#readStored(this.#session, where));
        if (seen === undefined) return this.#missing(key, rule, grant);
        await checkWrite(this.#entity, grant, seen, input === null ? null : { ...input });
      }
      const result = await this.#inTransaction(grant, options, async (transaction, note) => {
        const previous = await this.#reads(transaction).lock(where);
        if (previous === undefined) return "missing";
        if (seen !== undefined && toJsonText(seen) !== toJsonText(previous)) return "changed";
        if (options.precondition !== undefined)
          checkPrecondition(options.precondition, await this.#versionOf(transaction, key, grant));
        return work(transaction, note, previous);
      });
      if (result === "missing") return this.#missing(key, rule, grant);
      if (result !== "changed") return result;
    }
    throw new ApiError(
      "database-unavailable",
      "The record is being changed by others. Try again in a moment.",
      {
        headers: { "Retry-After": "1" },
      },
    );
  }

  /** The input, or what a hook has made of it. */
  async #afterHook(
    checked: CheckedInput,
    hook: () => unknown,
    check: (changed: AnyFields) => CheckedInput,
  ): Promise<CheckedInput> {
    const changed = await hook();
    return typeof changed === "object" && changed !== null ? check(changed as AnyFields) : checked;
  }

  /** Nobody gains a right by their own hand. @throws {ApiError} */
  #checkOwnRights([id]: Key, { fields }: CheckedInput, grant: Grant | undefined): void {
    if (grant === undefined || this.#entity.users === undefined || grant.caller.userId !== id) return;
    if (fields.some(({ settableBy }) => settableBy !== undefined)) throw deniedRecord(grant);
  }

  /** What holds for the records that the caller may write so; undefined if all do. */
  #ruleFor(grant: Grant | undefined, input: AnyFields): CheckedCondition | undefined {
    return writableRecords(grantedRights(this.#entity, grant), Object.keys(input));
  }

  /** The record, if the caller may see it and write it. */
  #reachable(key: Key, rule: CheckedCondition | undefined, grant: Grant | undefined): CheckedCondition {
    return both(this.#visible(key, grant), rule);
  }

  /** Adds that the user must still have the expected token version. */
  #meant(where: CheckedCondition, { tokenVersion }: WriteOptions): CheckedCondition {
    const field = this.#entity.fields.find(({ system }) => system === "tokenversion");
    if (field === undefined || tokenVersion === undefined) return where;
    return both(where, { kind: "comparison", field, operator: "=", value: tokenVersion.from });
  }

  /** Forgets the looked-up user, also if the write failed: its outcome may be unknown. */
  async #forgetting<T>([id = null]: Key, write: () => Promise<T>): Promise<T> {
    if (this.#entity.users === undefined) return write();
    try {
      return await write();
    } finally {
      forgetUser(this.#session, id as UserId);
    }
  }

  /** The record, if the caller may see it: whoever may read none sees what may be written. */
  #visible(key: Key, grant: Grant | undefined): CheckedCondition {
    const readable = readingRights(this.#entity, grant)?.rows;
    const where = both(isKey(this.#entity, key), visibleRecords(this.#entity, grant?.caller));
    return both(where, readable);
  }

  /**
   * A record that the caller may not see is not there.
   * @throws {ApiError} 401 or 403 for one that the caller sees, and may not write.
   */
  async #missing(key: Key, rule: CheckedCondition | undefined, grant: Grant | undefined): Promise<undefined> {
    if (grant === undefined || rule === undefined) return undefined;
    if (readingRights(this.#entity, grant) === undefined) return undefined;
    const count = await this.#run(() => this.#reads(this.#session).count(this.#visible(key, grant)));
    if (count > 0) throw deniedRecord(grant);
    return undefined;
  }

  /** @throws {ApiError} if the caller has moved the record out of reach: then nothing of the write stays. */
  async #checkStill(
    transaction: OpenTransaction,
    key: Key,
    rule: CheckedCondition | undefined,
    grant: Grant | undefined,
  ): Promise<void> {
    const count = await this.#reads(transaction).count(both(isKey(this.#entity, key), rule));
    if (count === 0 && grant !== undefined) throw deniedRecord(grant);
  }

  /** Secrets are hashed, and the server's own fields belong to every write. */
  async #stamped(
    checked: CheckedInput,
    operation: "create" | "update",
    grant: Grant | undefined,
    { tokenVersion }: WriteOptions,
  ): Promise<FieldValues> {
    const { fields, values } = await withHashes(checked);
    const added = (operation === "create" ? stampedOnCreate : stampedOnUpdate)(this.#entity);
    const now = new Date().toISOString();
    const { ownerField } = this.#entity;
    const versions = versionChangedBy(this.#entity, operation, fields);
    const owners = operation === "create" && ownerField?.system === "ownerid" ? [ownerField] : [];
    return {
      fields: [...fields, ...added, ...versions, ...owners],
      values: [
        ...values,
        ...added.map(({ type }) => (type === "uuid" ? randomUUID() : now)),
        ...versions.map(() => tokenVersion?.to ?? newTokenVersion()),
        ...owners.map(() => grant?.caller.userId ?? null),
      ],
    };
  }

  async #dropLinks(
    transaction: OpenTransaction,
    [source = null]: Key,
    links: readonly Link[],
  ): Promise<void> {
    for (const { table, sourceField } of links) {
      const isSource = { kind: "comparison", field: sourceField, operator: "=", value: source } as const;
      await new EntityWrites(table, transaction).delete(isSource, "id");
    }
  }

  /** @throws {ApiError} for an id that leads nowhere. */
  async #addLinks(
    transaction: OpenTransaction,
    [source = null]: Key,
    links: readonly LinkValues[],
  ): Promise<void> {
    for (const { link, ids } of links) {
      const { table, sourceField, targetField } = link;
      const rows = ids.map((id) =>
        toParameters([sourceField, targetField], [source, id], transaction.dialect),
      );
      await new EntityWrites(table, transaction).insertAll(rows).catch((error: unknown) => {
        throw error instanceof DatabaseError && error.kind === "foreignKey"
          ? noSuchTarget(link, error)
          : error;
      });
    }
  }

  /** Has those told who wait for the commit. */
  #announce(
    transaction: OpenTransaction,
    operation: "create" | "update" | "delete",
    record: AnyFields,
    grant: Grant | undefined,
  ): void {
    if (!this.#hooks.has("afterCommit")) return;
    const caller = grant?.caller ?? null;
    transaction.onCommit(async () => {
      await this.#hooks.afterCommit({ caller, operation, record });
    });
  }

  #contextOf(transaction: OpenTransaction, grant: Grant | undefined): TransactionContext {
    const { model } = transaction;
    return {
      caller: grant?.caller ?? null,
      get db() {
        return transaction.kysely;
      },
      repository: (entityName) => repositoryNamed(model, entityName).within(transaction),
    };
  }

  #readStored(session: DatabaseSession, where: CheckedCondition): Promise<AnyFields | undefined> {
    return this.#reads(session).first(where, ownFields(this.#entity));
  }

  async #stored(session: DatabaseSession, key: Key): Promise<AnyFields> {
    const record = await this.#readStored(session, isKey(this.#entity, key));
    if (record === undefined) throw new Error("The record that was just written is not there.");
    return record;
  }

  /** The record as far as the caller may read it, where it was asked for. */
  async #readBack(
    session: DatabaseSession,
    key: Key,
    grant: Grant | undefined,
    returning: Returning,
  ): Promise<AnyFields | undefined> {
    const rights = returning === "id" ? undefined : readingRights(this.#entity, grant);
    if (rights === undefined) return undefined;
    const where = both(isKey(this.#entity, key), visibleRecords(this.#entity, grant?.caller));
    const selection = selectionOf(this.#entity, session.model, grant?.caller, rights);
    return this.#reads(session).first(both(where, rights.rows), selection);
  }

  /** The version that a read would give this caller, who has none of a record that may not be read. */
  async #versionOf(session: DatabaseSession, key: Key, grant: Grant | undefined): Promise<CurrentVersion> {
    const record = await this.#readBack(session, key, grant, "record");
    return { tag: record && recordTag(toJsonText(record)) };
  }

  async #audit(
    transaction: OpenTransaction,
    operation: AuditedWrite["operation"],
    key: Key,
    grant: Grant | undefined,
    { requestId }: WriteOptions,
  ): Promise<void> {
    if (!this.#isAudited) return;
    await auditDone(transaction, { entity: this.#entity, operation, key, caller: grant?.caller, requestId });
  }

  /** Whether the statement of the write itself can give back what is to be given back. */
  #givesAtOnce(grant: Grant | undefined, returning: Returning): boolean {
    if (returning === "id") return true;
    const rights = readingRights(this.#entity, grant);
    return (
      this.#writes(this.#session).gives("record") &&
      rights !== undefined &&
      rights.rows === undefined &&
      visibleRecords(this.#entity, grant?.caller) === undefined &&
      selectionOf(this.#entity, this.#session.model, grant?.caller, rights) === ownFields(this.#entity)
    );
  }

  #toWritten({ fields, values }: FieldValues): Written {
    return { fields, args: toParameters(fields, values, this.#session.dialect) };
  }

  /** What a statement gave back: the record, or its key. */
  #toResult(row: Row, returning: Returning, key?: Key): WriteResult {
    if (returning === "record") {
      const record = this.#reads(this.#session).toOwnRecord(row);
      return { key: key ?? this.#entity.keys.map(({ name }) => record[name] as FieldValue), record };
    }
    const { dialect } = this.#session;
    return {
      key: key ?? this.#entity.keys.map((field, index) => columnOf(field, dialect).fromColumn(row[index])),
    };
  }

  #writes(session: DatabaseSession): EntityWrites {
    return new EntityWrites(this.#entity, session);
  }

  #reads(session: DatabaseSession): EntityReads {
    return new EntityReads(this.#entity, session);
  }

  /** Runs `work` in a transaction; it notes what it is about to write, so that a conflict can be told. */
  async #inTransaction<T>(
    grant: Grant | undefined,
    { requestId }: WriteOptions,
    work: (transaction: OpenTransaction, note: Note) => Promise<T>,
  ): Promise<T> {
    let written: Written | undefined;
    const note: Note = (noted) => (written = noted);
    try {
      return await this.#session.transaction((transaction) => {
        if (this.#isAudited) beginFor(transaction, { caller: grant?.caller, requestId });
        return work(transaction, note);
      });
    } catch (error) {
      throw await faultToError(error, this.#entity, this.#session, written);
    }
  }

  async #run<T>(work: () => Promise<T>, written?: Written): Promise<T> {
    try {
      return await work();
    } catch (error) {
      throw await faultToError(error, this.#entity, this.#session, written);
    }
  }
}

/** What a body's schema fills in is there whoever asks: nobody needs a right to it. */
function withoutDefaults({ fieldsByName }: Entity, input: AnyFields): AnyFields {
  const isDefault = ([name, value]: readonly [string, unknown]) => {
    const given = fieldsByName.get(name.toLowerCase())?.default;
    return given !== undefined && toJsonText(given) === toJsonText(value);
  };
  return Object.fromEntries(Object.entries(input).filter((entry) => !isDefault(entry)));
}

type Note = (written: Written) => Written;

/** An update, or a delete, which has no input. */
interface WatchedWrite {
  readonly key: Key;
  readonly rule: CheckedCondition | undefined;
  readonly grant: Grant | undefined;
  readonly input: AnyFields | null;
  readonly options: WriteOptions;
}

/** Whether the new record could be one that the caller may not write. */
function leavesOpen(rule: CheckedCondition | undefined, { fields, values }: FieldValues): boolean {
  if (rule === undefined) return false;
  return !surelyHolds(rule, new Map(fields.map((field, index) => [field, values[index] ?? null])));
}

/** Whether these changes could make a record one that the caller may not write. */
function mayLeave(rule: CheckedCondition | undefined, set: FieldValues): boolean {
  return rule !== undefined && dependsOn(rule, set.fields) && leavesOpen(rule, set);
}
