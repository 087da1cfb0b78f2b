import type { Kysely } from "kysely";
import { authorize, type Grant } from "../access/authorize.js";
import { toCaller, type Caller } from "../access/caller.js";
import { userIdParser } from "../access/user-id.js";
import { checkCondition, type CheckedCondition } from "../condition/check-condition.js";
import { both } from "../condition/join-conditions.js";
import { isKey } from "../condition/key-condition.js";
import { parseCondition } from "../condition/parse-condition.js";
import type { DatabaseSession } from "../database/database-session.js";
import { ApiError } from "../errors/api-error.js";
import type { CallerInfo } from "../model/auth-settings.js";
import type {
  AfterCommit,
  AfterCreate,
  AfterDelete,
  AfterUpdate,
  BeforeCreate,
  BeforeDelete,
  BeforeUpdate,
  HookName,
} from "../model/hooks.js";
import type { Entity, Operation } from "../model/model.js";
import { EntityReads } from "./entity-reads.js";
import { EntityWriter, type WriteResult } from "./entity-writer.js";
import { faultToError } from "./fault-to-error.js";
import type { HookCalls } from "./hook-calls.js";
import type { Page } from "./page.js";
import { keyRecord, parseKey } from "./parse-id.js";
import { checkUsable, resolveQuery, type FindOptions, type Query } from "./query.js";
import { maySet, readRights, usableFields, visibleRecords } from "./rights.js";
import { selectionOf } from "./select.js";
import type { WriteOptions } from "./write-options.js";

/** A record of any entity. */
export type AnyRecord = Readonly<Record<string, unknown>>;

/** The repository of any entity, whichever tables its `db` knows. */
export interface AnyRepository extends Omit<
  Repository<AnyRecord, object, object, unknown, string>,
  "db" | "as" | "within"
> {
  as(caller: Caller | CallerInfo): AnyRepository;
  within(transaction: DatabaseSession): AnyRepository;
}

/** What says which record is meant: the value of its key, or an object where several fields are the key together. */
export type IdOf<R, K extends keyof R, Each extends keyof R = K> = K extends unknown
  ? [Each] extends [K]
    ? R[K]
    : Pick<R, Each>
  : never;

/**
 * Typed access to the records of one entity, for server code. Values are checked as they are over HTTP; permissions are
 * applied only where a `grant` says whose rights count, or in what `as` gives.
 *
 * `R` is the record as reads give it, `N` what a create takes, `C` what an update may change, `DB` the tables that `db`
 * knows, and `K` the names of the fields that are the key: `"id"`, or `"orderid" | "line"` where they are it together.
 */
export class Repository<
  R extends object,
  N extends object = object,
  C extends object = object,
  DB = unknown,
  K extends keyof R & string = keyof R & "id",
> {
  readonly entity: Entity;
  /** Kysely on the same database, for queries of your own. It knows columns, not fields, and no permissions. */
  readonly db: Kysely<DB>;
  readonly #session: DatabaseSession;
  readonly #caller: Caller | undefined;
  readonly #reads: EntityReads;
  readonly #writer: EntityWriter;

  /** @param caller Whose rights count where no grant says otherwise. Default: all rights. */
  constructor(entity: Entity, session: DatabaseSession, caller?: Caller) {
    this.entity = entity;
    this.db = session.kysely as unknown as Kysely<DB>;
    this.#session = session;
    this.#caller = caller;
    this.#reads = new EntityReads(entity, session);
    this.#writer = new EntityWriter(entity, session, this.#hookCalls());
  }

  /**
   * The same, with this caller's rights: what the endpoints would refuse, it refuses with the same error. Queries of your
   * own on `db` know no rights.
   *
   * @param caller As `identifyAsync` gives it, or who it is: `{ userId, roles }`.
   */
  as(caller: Caller | CallerInfo): this {
    if ("isAuthenticated" in caller) return this.#copy(this.#session, caller);
    const userId = userIdParser(this.#session.model)(caller.userId);
    return this.#copy(this.#session, toCaller({ ...caller, userId }));
  }

  /** The same, in a transaction. */
  within(transaction: DatabaseSession): this {
    return this.#copy(transaction, this.#caller);
  }

  #copy(session: DatabaseSession, caller: Caller | undefined): this {
    const Same = this.constructor as new (entity: Entity, session: DatabaseSession, caller?: Caller) => this;
    return new Same(this.entity, session, caller);
  }

  /** The record with this id, or undefined. @throws {ApiError} */
  async findById(id: IdOf<R, K>, grant?: Grant): Promise<R | undefined> {
    const own = this.#grantFor("read", grant);
    const where = both(isKey(this.entity, parseKey(id, this.entity)), this.#visible(own));
    const record = await this.#run(() => this.#reads.first(where, this.#selection(own)));
    return record as R | undefined;
  }

  /** A page of the records that match, and how many match in all. @throws {ApiError} */
  async find(options: FindOptions<R> | Query = {}, grant?: Grant): Promise<Page<R>> {
    const own = this.#grantFor("read", grant);
    const usable = usableFields(this.entity, own);
    const query = "kind" in options ? options : resolveQuery(options, this.entity, usable);
    if ("kind" in options) checkUsable(query, this.entity, usable);
    const where = both(query.where, this.#visible(own));
    const page = await this.#run(() => this.#reads.find(query, where, this.#selection(own)));
    return page as unknown as Page<R>;
  }

  /** How many records match the condition; all of them without one. @throws {ApiError} */
  async count(where?: string): Promise<number> {
    const own = this.#grantFor("read", undefined);
    const usable = usableFields(this.entity, own);
    const asked =
      where === undefined ? undefined : checkCondition(parseCondition(where), this.entity, usable);
    return this.#run(() => this.#reads.count(both(asked, this.#visible(own))));
  }

  /** Adds a record and gives it as it was stored. @throws {ApiError} */
  async create(input: N, grant?: Grant): Promise<R>;
  /** Adds a record and gives it as it was stored, or only its key. @throws {ApiError} */
  async create(input: N, grant: Grant | undefined, options: WriteOptions): Promise<R | Pick<R, K>>;
  async create(input: N, grant?: Grant, options: WriteOptions = {}): Promise<R | Pick<R, K>> {
    this.#checkWritable();
    const fields = { ...input } as AnyRecord;
    const own = this.#grantToWrite("create", grant, fields);
    return this.#given(await this.#writer.create(fields, own, options));
  }

  /** Changes the fields that are given and gives the record as it is then, or undefined if it is not there. @throws {ApiError} */
  async update(id: IdOf<R, K>, changes: C, grant?: Grant): Promise<R | undefined>;
  async update(
    id: IdOf<R, K>,
    changes: C,
    grant: Grant | undefined,
    options: WriteOptions,
  ): Promise<R | Pick<R, K> | undefined>;
  async update(
    id: IdOf<R, K>,
    changes: C,
    grant?: Grant,
    options: WriteOptions = {},
  ): Promise<R | Pick<R, K> | undefined> {
    this.#checkWritable();
    const fields = { ...changes } as AnyRecord;
    const own = this.#grantToWrite("update", grant, fields);
    const written = await this.#writer.update(parseKey(id, this.entity), fields, own, options);
    return written === undefined ? undefined : this.#given(written);
  }

  /** Deletes the record and gives it as it was, or undefined if it was not there. @throws {ApiError} */
  async delete(id: IdOf<R, K>, grant?: Grant): Promise<R | undefined>;
  async delete(
    id: IdOf<R, K>,
    grant: Grant | undefined,
    options: WriteOptions,
  ): Promise<R | Pick<R, K> | undefined>;
  async delete(
    id: IdOf<R, K>,
    grant?: Grant,
    options: WriteOptions = {},
  ): Promise<R | Pick<R, K> | undefined> {
    this.#checkWritable();
    const own = this.#grantToWrite("delete", grant, {});
    const written = await this.#writer.delete(parseKey(id, this.entity), own, options);
    return written === undefined ? undefined : this.#given(written);
  }

  /** Runs in the write's transaction, before a record is added; gives the input to use instead, if any. */
  protected beforeCreate(event: BeforeCreate<N>): unknown {
    return this.entity.hooks.beforeCreate?.(event as BeforeCreate);
  }

  /** Runs in the write's transaction, after a record has been added. */
  protected afterCreate(event: AfterCreate<R>): void | Promise<void> {
    return this.entity.hooks.afterCreate?.(event as AfterCreate);
  }

  /** Runs in the write's transaction, before a record is changed; gives the changes to use instead, if any. */
  protected beforeUpdate(event: BeforeUpdate<R, C>): unknown {
    return this.entity.hooks.beforeUpdate?.(event as BeforeUpdate);
  }

  /** Runs in the write's transaction, after a record has been changed. */
  protected afterUpdate(event: AfterUpdate<R>): void | Promise<void> {
    return this.entity.hooks.afterUpdate?.(event as AfterUpdate);
  }

  /** Runs in the write's transaction, before a record is deleted. */
  protected beforeDelete(event: BeforeDelete<R>): void | Promise<void> {
    return this.entity.hooks.beforeDelete?.(event as BeforeDelete);
  }

  /** Runs in the write's transaction, after a record has been deleted. */
  protected afterDelete(event: AfterDelete<R>): void | Promise<void> {
    return this.entity.hooks.afterDelete?.(event as AfterDelete);
  }

  /** Runs when a write has been committed; the answer waits for it, but nothing that it throws changes the answer. */
  protected afterCommit(event: AfterCommit<R>): void | Promise<void> {
    return this.entity.hooks.afterCommit?.(event as AfterCommit);
  }

  /** The hooks as the configuration has them, or as the methods of a class of one's own do. */
  #hookCalls(): HookCalls {
    const base: Record<HookName, unknown> = Repository.prototype as never;
    const own: Record<HookName, unknown> = this as never;
    return {
      has: (...names) =>
        names.some((name) => this.entity.hooks[name] !== undefined || own[name] !== base[name]),
      beforeCreate: (event) => this.beforeCreate(event as BeforeCreate<never>),
      afterCreate: (event) => this.afterCreate(event as AfterCreate<never>),
      beforeUpdate: (event) => this.beforeUpdate(event as BeforeUpdate<never, never>),
      afterUpdate: (event) => this.afterUpdate(event as AfterUpdate<never>),
      beforeDelete: (event) => this.beforeDelete(event as BeforeDelete<never>),
      afterDelete: (event) => this.afterDelete(event as AfterDelete<never>),
      afterCommit: (event) => this.afterCommit(event as AfterCommit<never>),
    };
  }

  /** The grant that was passed, or one for the caller whose rights count here. @throws {ApiError} 401 or 403. */
  #grantFor(operation: Operation, grant: Grant | undefined): Grant | undefined {
    if (grant !== undefined || this.#caller === undefined) return grant;
    return authorize(this.#caller, this.entity.policy, operation);
  }

  /** The same for a write. A request's body has lost by now what the caller may not set; input of server code has not. */
  #grantToWrite(operation: Operation, grant: Grant | undefined, input: AnyRecord): Grant | undefined {
    const own = this.#grantFor(operation, grant);
    if (grant !== undefined || own === undefined) return own;
    const refused = Object.keys(input).filter((name) => !maySet(this.entity, own, name));
    if (refused.length > 0) {
      const names = refused.map((name) => `"${name}"`).join(", ");
      throw new ApiError("forbidden", `The caller may not set ${names}.`);
    }
    return own;
  }

  /** The records that the caller may read; undefined for all of them. */
  #visible(grant: Grant | undefined): CheckedCondition | undefined {
    return both(readRights(this.entity, grant).rows, visibleRecords(this.entity, grant?.caller));
  }

  #selection(grant: Grant | undefined) {
    return selectionOf(this.entity, this.#session.model, grant?.caller, readRights(this.entity, grant));
  }

  /** No permission of a caller gets this far; server code could. */
  #checkWritable(): void {
    const { name, isReadOnly } = this.entity;
    if (isReadOnly) throw new Error(`The entity "${name}" is read-only: its records cannot be written.`);
  }

  /** The record as far as it was asked for and may be read. Whoever wrote it knows its key in any case. */
  #given({ key, record = {} }: WriteResult): R | Pick<R, K> {
    const isComplete = this.entity.keys.every(({ name }) => Object.hasOwn(record, name));
    return (isComplete ? record : { ...keyRecord(this.entity, key), ...record }) as R | Pick<R, K>;
  }

  async #run<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      throw await faultToError(error, this.entity, this.#session);
    }
  }
}
