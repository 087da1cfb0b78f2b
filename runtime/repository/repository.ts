import type { Kysely } from "kysely";
import { authorize, type Grant } from "../access/authorize.js";
import { toCaller, type Caller } from "../access/caller.js";
import { userIdParser } from "../access/user-id.js";
import type { StatementValues } from "../database/conflict-fields.js";
import { checkCondition } from "../condition/check-condition.js";
import type { CheckedCondition } from "../condition/checked.js";
import { comparedFields } from "../condition/compared-fields.js";
import { and } from "../condition/join-conditions.js";
import { isKey } from "../condition/key-condition.js";
import { parseCondition } from "../condition/parse-condition.js";
import type { WhereOf } from "../condition/where-types.js";
import type { DatabaseSession } from "../database/database-session.js";
import { whenThere, type Awaitable } from "../time/when-there.js";
import { DatabaseError } from "../database/wire/database-error.js";
import { callerScope } from "../access/caller-scope.js";
import { checkWhere } from "../condition/check-where.js";
import { parseWhereObject } from "../condition/parse-where-object.js";
import { requestOf } from "../read/read-options.js";
import { parseSelectValue } from "../read/select-object.js";
import type { CallerInfo } from "../model/settings/auth-settings.js";
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
import type { Entity, Operation, UserId } from "../model/model.js";
import type { EntityShape, PlainEntity } from "../model/schemas/record-shape.js";
import { checkSettable } from "../write/input/check-settable.js";
import { knowSkippingFirst } from "../write/steps/know-skipping.js";
import { writeContext, type WriteContext } from "../write/steps/step.js";
import { inRecord } from "../write/input/in-record.js";
import type { ChangedRecord, ManyChanges, ManyRecords } from "../write/many/many-changes.js";
import { conflictTarget } from "../write/input/conflict-target.js";
import { importRecords } from "../write/many/import-records.js";
import type { ImportedRecords } from "../write/many/imported-records.js";
import { RecordSource } from "../write/many/record-source.js";
import { runUpsert } from "../write/many/run-upsert.js";
import type { UpsertGrants, UpsertInput } from "../write/input/upsert.js";
import { runWhere } from "../write/many/run-where.js";
import { runWrite } from "../write/run-write.js";
import { runWrites, type Writes } from "../write/many/run-writes.js";
import { tooManyRecords } from "../write/many/too-many-records.js";
import { without } from "../write/input/without.js";
import { createUniform, updateUniform } from "../write/groups/uniform-rows.js";
import type { RecordCount, Key, Write, WriteKind, WriteResult } from "../write/write.js";
import { forgetUser } from "./users/current-users.js";
import { EntityReads } from "../records/entity-reads.js";
import { isRequest, newBudget, visible } from "../read/plan-parts.js";
import { planRead, planRecord, planStream, type ReadPlan } from "../read/read-plan.js";
import type { ReadPage } from "../records/read-page.js";
import { RecordStream } from "../records/record-stream.js";
import type { ReadRequest } from "../read/read-request.js";
import {
  parseAggregateOptions,
  type AggregateLine,
  type AggregateOptions,
} from "../read/aggregate-options.js";
import type { AggregateRequest } from "../read/aggregate-request.js";
import { planAggregate } from "../read/plan-aggregate.js";
import { readAggregate } from "../records/read-aggregate.js";
import { faultToError } from "../database/fault-to-error.js";
import type { Page } from "../records/page.js";
import { FollowedRecords } from "./followed-records.js";
import { keyRecord, parseKey } from "../records/parse-id.js";
import { checkUsable, planQuery, resolveQuery, type FindOptions, type Query } from "../read/query.js";
import { readRights, usableFields } from "../access/granted-rights.js";
import { selectionOf } from "../read/selection-of.js";
import type { ReadOptions, Selectable, SelectedOf } from "../read/select-types.js";
import type { UpsertResult } from "../write/upsert-result.js";
import type { ConflictOptions, CountOptions, ManyOptions, WriteOptions } from "../write/write-options.js";

/** A record of any entity. */
export type AnyRecord = Readonly<Record<string, unknown>>;

/** The repository of any entity, with any tables in `db`. */
export interface AnyRepository extends Omit<
  Repository,
  "db" | "as" | "within" | "find" | "findById" | "count"
> {
  findById(id: unknown, grant?: Grant): Promise<AnyRecord | undefined>;
  find(options?: FindOptions<AnyRecord> | Query, grant?: Grant): Promise<Page<AnyRecord>>;
  count(where?: string): Promise<number>;
  as(caller: Caller | CallerInfo): AnyRepository;
  within(transaction: DatabaseSession): AnyRepository;
}

/** The id of a record: the value of its key, or an object if several fields form the key. */
export type IdOf<R, K extends keyof R, Each extends keyof R = K> = K extends unknown
  ? [Each] extends [K]
    ? R[K]
    : Pick<R, Each>
  : never;

/** The id of a record, for `findById`, `update` and `delete`. */
type IdIn<S extends EntityShape> = IdOf<S["record"], KeyName<S>>;

type KeyName<S extends EntityShape> = S["key"] & keyof S["record"];

/** The key fields of a record. */
type KeyIn<S extends EntityShape> = Pick<S["record"], KeyName<S>>;

/** The answer to a write: the record, or its key if no record was requested. */
type RecordOrKey<S extends EntityShape> = S["record"] | KeyIn<S>;

/** The input of a create by server code. */
type InputOf<S extends EntityShape> = ByServer<S, S["input"]>;

/** The changes of an update by server code. */
type ChangesOf<S extends EntityShape> = ByServer<S, S["changes"]>;

/**
 * What server code may give: also the fields that callers may not set (`isEditable: false`, `isIgnoredOnCreate`), but no
 * key and none that the server sets itself.
 */
type ByServer<S extends EntityShape, Given> = [keyof Given] extends [never]
  ? Given
  : Given & {
      readonly [
        F in Exclude<
          keyof S["record"] & keyof S["fields"],
          keyof Given | S["key"] | "id" | "createdat" | "updatedat" | "ownerid"
        >
      ]?: S["record"][F] | undefined;
    };

/**
 * Typed access to the records of one entity, for server code. Values are validated as they are over HTTP. Permissions
 * apply only if a `grant` is passed or the repository comes from `as`.
 */
export class Repository<S extends EntityShape = PlainEntity> {
  readonly entity: Entity;
  readonly #session: DatabaseSession;
  readonly #caller: Caller | undefined;
  readonly #reads: EntityReads;
  readonly #writes: WriteContext;

  /** @param caller The caller whose rights apply if no grant is passed. Default: all rights. */
  constructor(entity: Entity, session: DatabaseSession, caller?: Caller) {
    this.entity = entity;
    this.#session = session;
    this.#caller = caller;
    this.#reads = new EntityReads(entity, session);
    this.#writes = writeContext(entity, session, (name) => this.#hookNamed(name));
  }

  /** Kysely on the same database, for your own queries. It uses columns, not fields, and checks no permissions. */
  get db(): Kysely<S["tables"]> {
    // A getter, because in a transaction it has to be created.
    return this.#session.kysely as unknown as Kysely<S["tables"]>;
  }

  /**
   * Returns this repository with a caller's rights: it rejects what the endpoints would reject, with the same
   * errors. Your own queries on `db` check no permissions.
   *
   * @param caller A caller from `identifyAsync`, or `{ userId, roles }`.
   */
  as(caller: Caller | CallerInfo): this {
    if ("isAuthenticated" in caller) return this.#copy(this.#session, caller);
    const userId = userIdParser(this.#session.model)(caller.userId);
    return this.#copy(this.#session, toCaller({ ...caller, userId }));
  }

  /** Returns this repository, running in a transaction. */
  within(transaction: DatabaseSession): this {
    return this.#copy(transaction, this.#caller);
  }

  #copy(session: DatabaseSession, caller: Caller | undefined): this {
    const Same = this.constructor as new (entity: Entity, session: DatabaseSession, caller?: Caller) => this;
    return new Same(this.entity, session, caller);
  }

  /** Finds a record by id; `undefined` if there is none. @throws {ApiError} */
  findById(id: IdIn<S>, grant?: Grant): Promise<S["record"] | undefined>;
  /** Finds the selected members of a record by id; `undefined` if there is none. @throws {ApiError} */
  findById<const T extends Selectable<S, T>>(
    id: IdIn<S>,
    options: { readonly select: T },
    grant?: Grant,
  ): Promise<SelectedOf<S, T> | undefined>;
  findById(id: IdIn<S>, options?: Grant | { readonly select: unknown }, grant?: Grant): Promise<never> {
    if (options !== undefined && "select" in options) {
      const { select } = options;
      return this.#run(
        () => this.#first(id, { select: parseSelectValue(select) }, grant) as Awaitable<never>,
      );
    }
    return this.#run((read) => this.#first(id, undefined, options, read) as Awaitable<never>);
  }

  /** Finds a page of the records that match, and counts all matches. @throws {ApiError} */
  find(options?: FindOptions<S["record"]> | Query, grant?: Grant): Promise<Page<S["record"]>>;
  /** Finds a page of the records that meet a condition in the form of an object. @throws {ApiError} */
  find(options: FindOptions<S["record"], WhereOf<S>>, grant?: Grant): Promise<Page<S["record"]>>;
  /** Finds a page of the selected members of the records that match. @throws {ApiError} */
  find<const T extends Selectable<S, T>>(
    options: ReadOptions<S, T>,
    grant?: Grant,
  ): Promise<ReadPage<SelectedOf<S, T>>>;
  find(
    options: FindOptions<S["record"], WhereOf<S>> | ReadOptions<S, unknown> | Query = {},
    grant?: Grant,
  ): Promise<Page<S["record"]> | ReadPage> {
    if ("select" in options && options.select !== undefined) {
      const asked = options;
      return this.#read(() => requestOf(asked, this.entity.limits), grant);
    }
    return this.#run<Page<S["record"]>>((read) => {
      const own = this.#grantFor("read", grant);
      const query = this.#query(options as FindOptions<S["record"], WhereOf<S>> | Query, own);
      const plan = planQuery(query, this.entity, own, this.#selection(own));
      read.asked = plan.asked;
      return this.#reading(own, (reads) => reads.find<S["record"]>(plan));
    });
  }

  #query(options: FindOptions<S["record"], WhereOf<S>> | Query, grant: Grant | undefined): Query {
    const usable = usableFields(this.entity, grant);
    if ("kind" in options) {
      checkUsable(options, this.entity, usable);
      return options;
    }
    const { where, ...others } = options;
    return { ...resolveQuery(others, this.entity, usable), where: this.#asked(where, grant) };
  }

  /** A text is parsed like the condition in a path, an object or a template like `where` of the query endpoints. */
  #asked(where: WhereOf<S> | undefined, grant: Grant | undefined): CheckedCondition | undefined {
    if (where === undefined) return undefined;
    return typeof where === "string"
      ? checkCondition(parseCondition(where), this.entity, usableFields(this.entity, grant))
      : checkWhere(parseWhereObject(where), callerScope(this.entity, grant));
  }

  /** Reads a page for a request, in the form of the query endpoints. @throws {ApiError} */
  read(request: ReadRequest, grant?: Grant): Promise<ReadPage> {
    return this.#read(() => request, grant);
  }

  #read(request: () => ReadRequest, grant: Grant | undefined): Promise<ReadPage> {
    return this.#run((read) => {
      const { stream, ...page } = request();
      const own = this.#grantFor("read", grant);
      const plan =
        stream === undefined ? planRead(this.entity, page, own) : planStream(this.entity, page, own, stream);
      read.asked = plan.asked;
      return stream === undefined
        ? this.#reading(own, (reads) => reads.read(plan))
        : this.#stream(plan, page.take, stream.signal);
    });
  }

  /**
   * The records of a filter that a caller may see, to follow their changes.
   * @throws {ApiError} As `read`, and `forbidden` if the caller may not read the key.
   */
  follow(request: Pick<ReadRequest, "where" | "select">, grant: Grant): FollowedRecords {
    return new FollowedRecords(this.entity, request, grant, this.#session);
  }

  #stream(plan: ReadPlan, take = Infinity, signal: AbortSignal): Promise<ReadPage> {
    const { selection, asked } = plan;
    const read = (session: DatabaseSession, after: string | undefined, size: number) => {
      const from = after === undefined ? plan : { ...plan, after, skip: 0 };
      return this.#run<ReadPage>(
        () =>
          new EntityReads(this.entity, session).read<AnyRecord>({ ...from, take: size }).catch(readFailed),
        asked,
      );
    };
    return RecordStream.open({ selection, take, firstTake: plan.take, session: this.#session, read, signal });
  }

  /** Reads one record for a request; `undefined` if there is none. @throws {ApiError} */
  readById(
    id: IdIn<S>,
    request: Pick<ReadRequest, "select">,
    grant?: Grant,
  ): Promise<Record<string, unknown> | undefined> {
    return this.#run(() => this.#first(id, request, grant));
  }

  #first(
    id: unknown,
    request: Pick<ReadRequest, "select"> | undefined,
    grant: Grant | undefined,
    read?: ReadTrace,
  ) {
    const own = this.#grantFor("read", grant);
    const key = isKey(this.entity, parseKey(id, this.entity));
    if (read !== undefined) read.asked = key;
    const selection = request === undefined ? this.#selection(own) : planRecord(this.entity, request, own);
    const where = and(key, visible(this.entity, own));
    return this.#reading(own, (reads) => reads.first(where, selection));
  }

  /** Reads groups of records with counts, sums, averages and extremes. @throws {ApiError} */
  aggregate<const O extends AggregateOptions<S["record"]>>(
    options: O,
    grant?: Grant,
  ): Promise<ReadPage<AggregateLine<S["record"], O>>>;
  aggregate(request: AggregateRequest, grant?: Grant): Promise<ReadPage<AnyRecord>>;
  aggregate(
    asked: AggregateOptions<S["record"]> | AggregateRequest,
    grant?: Grant,
  ): Promise<ReadPage<AnyRecord>> {
    return this.#run((read) => {
      const request = isParsed(asked) ? asked : parseAggregateOptions(asked);
      const own = this.#grantFor("read", grant);
      const plan = planAggregate(this.entity, request, own);
      read.asked = plan.asked;
      return whenThere(this.#sessionFor(own), (session) => readAggregate<AnyRecord>(plan, session));
    });
  }

  /** Counts the records that match the condition, or all records without one. @throws {ApiError} */
  async count(where?: WhereOf<S>): Promise<number> {
    const own = this.#grantFor("read", undefined);
    const asked = this.#asked(where, own);
    return this.#run(() => this.#reads.count(and(asked, visible(this.entity, own))), asked);
  }

  /** Adds a record and returns it as stored. @throws {ApiError} */
  create(input: InputOf<S>, grant?: Grant): Promise<S["record"]>;
  /** Adds a record and returns it as stored, or only its key. @throws {ApiError} */
  create(input: InputOf<S>, grant: Grant | undefined, options: WriteOptions): Promise<RecordOrKey<S>>;
  create(input: InputOf<S>, grant?: Grant, options?: WriteOptions): Promise<RecordOrKey<S>> {
    if (input instanceof RecordSource) return this.#import(input, grant, options);
    return this.#write("create", undefined, input, grant, options) as Promise<RecordOrKey<S>>;
  }

  /** Adds the records of a stream. */
  #import(source: RecordSource, grant?: Grant, options?: WriteOptions): Promise<ImportedRecords> {
    const { requestId } = options ?? {};
    return importRecords(source, this.entity, this.#session, (session, inputs) =>
      this.within(session).createMany(inputs, grant, { requestId, returning: "id" }),
    );
  }

  /** Updates the given fields and returns the updated record; `undefined` if it does not exist. @throws {ApiError} */
  update(id: IdIn<S>, changes: ChangesOf<S>, grant?: Grant): Promise<S["record"] | undefined>;
  update(
    id: IdIn<S>,
    changes: ChangesOf<S>,
    grant: Grant | undefined,
    options: WriteOptions,
  ): Promise<RecordOrKey<S> | undefined>;
  update(
    id: IdIn<S>,
    changes: ChangesOf<S>,
    grant?: Grant,
    options?: WriteOptions,
  ): Promise<RecordOrKey<S> | undefined> {
    return this.#write("update", id, changes, grant, options);
  }

  /** Deletes a record and returns it as it was; `undefined` if it did not exist. @throws {ApiError} */
  delete(id: IdIn<S>, grant?: Grant): Promise<S["record"] | undefined>;
  delete(id: IdIn<S>, grant: Grant | undefined, options: WriteOptions): Promise<RecordOrKey<S> | undefined>;
  delete(id: IdIn<S>, grant?: Grant, options?: WriteOptions): Promise<RecordOrKey<S> | undefined> {
    return this.#write("delete", id, null, grant, options);
  }

  /**
   * Adds records in one transaction, all of them or none, and returns them as stored.
   * @throws {ApiError} whose issues begin with the index of a record: `3.title`.
   */
  createMany(inputs: readonly InputOf<S>[], grant?: Grant): Promise<S["record"][]>;
  createMany(
    inputs: readonly InputOf<S>[],
    grant: Grant | undefined,
    options: ManyOptions,
  ): Promise<RecordOrKey<S>[]>;
  async createMany(
    inputs: readonly InputOf<S>[],
    grant?: Grant,
    options: ManyOptions = {},
  ): Promise<RecordOrKey<S>[]> {
    const { entity } = this;
    this.#checkWritable();
    const own = this.#grantFor("create", grant);
    const given =
      grant === undefined
        ? inputs.map((input) => this.#inputOf(input, own, grant))
        : (inputs as readonly object[] as readonly AnyRecord[]);
    checkNumber(given, options);
    const alike = { entity, inputs: given, grant: own, options };
    const created = await createUniform(
      alike,
      await this.#ready(),
      (key) => keyRecord(entity, key) as KeyIn<S>,
    );
    if ("result" in created) return created.result;
    const each = given.map((input): Write => ({
      kind: "create",
      entity,
      key: [],
      input,
      grant: own,
      options,
    }));
    return this.#writeMany({ entity, each, ...created });
  }

  /**
   * Updates records in one transaction, all of them or none: each with changes of its own, or all that meet a
   * condition with the same. Returns the updated records.
   * @throws {ApiError} whose issues begin with the index of a record, and 404 if one does not exist.
   */
  updateMany(changed: ManyChanges<ChangesOf<S>, IdIn<S>, WhereOf<S>>, grant?: Grant): Promise<S["record"][]>;
  updateMany(
    changed: ManyChanges<ChangesOf<S>, IdIn<S>, WhereOf<S>>,
    grant: Grant | undefined,
    options: CountOptions,
  ): Promise<RecordOrKey<S>[] | RecordCount>;
  updateMany(
    changed: ManyChanges<ChangesOf<S>, IdIn<S>, WhereOf<S>>,
    grant: Grant | undefined,
    options: ManyOptions,
  ): Promise<RecordOrKey<S>[]>;
  async updateMany(
    changed: ManyChanges<ChangesOf<S>, IdIn<S>, WhereOf<S>>,
    grant?: Grant,
    options: ManyOptions & Partial<CountOptions> = {},
  ): Promise<RecordOrKey<S>[] | RecordCount> {
    if (!isList(changed)) return this.#writeWhere("update", changed, changed.changes, grant, options);
    const { entity } = this;
    this.#checkWritable();
    const own = this.#grantFor("update", grant);
    const inputs: AnyRecord[] = [];
    const keys: Key[] = [];
    for (let index = 0; index < changed.length; index++) {
      try {
        const { id, changes } = changed[index] as ChangedRecord<ChangesOf<S>, IdIn<S>>;
        inputs.push(this.#inputOf(changes, own, grant));
        keys.push(parseKey(id, entity));
      } catch (error) {
        throw inRecord(error, index);
      }
    }
    checkNumber(inputs, options);
    const shared = { ...options, precondition: undefined };
    const alike = { entity, inputs, keys, grant: own, options: shared };
    const updated = changed.some(({ precondition }) => precondition !== undefined)
      ? { isRefused: false }
      : await updateUniform(alike, await this.#ready());
    if ("result" in updated)
      return options.isCounted === true
        ? { count: updated.result }
        : keys.map((key) => keyRecord(entity, key) as KeyIn<S>);
    const each = changed.map(({ precondition }, index): Write => {
      const its = precondition === undefined ? shared : { ...options, precondition };
      const [key, input] = [keys[index] as Key, inputs[index] as AnyRecord];
      return { kind: "update", entity, key, input, grant: own, options: its };
    });
    return this.#writeMany({ entity, each, ...updated });
  }

  /**
   * Deletes all records that meet a condition in one transaction, all of them or none, and returns them as they were.
   * @throws {ApiError}
   */
  deleteMany(records: ManyRecords<WhereOf<S>>, grant?: Grant): Promise<S["record"][]>;
  deleteMany(
    records: ManyRecords<WhereOf<S>>,
    grant: Grant | undefined,
    options: CountOptions,
  ): Promise<RecordOrKey<S>[] | RecordCount>;
  deleteMany(
    records: ManyRecords<WhereOf<S>>,
    grant: Grant | undefined,
    options: ManyOptions,
  ): Promise<RecordOrKey<S>[]>;
  deleteMany(
    records: ManyRecords<WhereOf<S>>,
    grant?: Grant,
    options: ManyOptions & Partial<CountOptions> = {},
  ): Promise<RecordOrKey<S>[] | RecordCount> {
    return this.#writeWhere("delete", records, null, grant, options);
  }

  /**
   * Creates each record, or changes the one with the same values in the fields of `onConflict`, in one transaction:
   * all of them, or none.
   * @param options `onConflict`: the names of the key's fields, or of a unique field. Default: the key.
   * `ignoresDuplicates`: do not change existing records.
   * @throws {ApiError} whose issues begin with the index of a record.
   */
  async upsertMany(
    records: readonly { readonly create: InputOf<S>; readonly update: ChangesOf<S> }[],
    options: ConflictOptions & ManyOptions = {},
    grants?: UpsertGrants,
  ): Promise<UpsertResult<RecordOrKey<S>>[]> {
    const { entity } = this;
    this.#checkWritable();
    const { onConflict, ignoresDuplicates = false, isList: isOfList = true } = options;
    checkNumber(records, options);
    const own = {
      create: this.#grantFor("create", grants?.create),
      update: this.#grantFor("update", grants?.update),
    };
    const fields = conflictTarget(entity, onConflict, usableFields(entity, own.update));
    const names = fields.map(({ name }) => name);
    // The input of a request has been parsed and is valid.
    const each =
      grants?.create !== undefined && grants.update !== undefined
        ? (records as readonly UpsertInput[])
        : records.map(({ create, update }) => ({
            create: this.#inputOf(create, own.create, grants?.create),
            update: this.#inputOf(without(update as AnyRecord, names), own.update, grants?.update),
          }));
    const upsert = { entity, each, fields, ignoresDuplicates, isList: isOfList, grants: own, options };
    return runUpsert(upsert, await this.#ready(), (outcome, key, record) => ({
      outcome,
      record: record === undefined ? (keyRecord(entity, key) as KeyIn<S>) : this.#resultOf({ key, record }),
    }));
  }

  /** Runs the writes of a list within a write of another entity, with the hooks of this repository. @internal */
  async writeNested(writes: Writes): Promise<readonly WriteResult[] | undefined> {
    return runWrites(writes, await this.#ready());
  }

  /** Runs in the write's transaction before a record is added. May return the input to use instead. */
  protected beforeCreate(event: BeforeCreate<S["input"]>): unknown {
    return this.entity.hooks.beforeCreate?.(event as BeforeCreate);
  }

  /** Runs in the write's transaction after a record was added. */
  protected afterCreate(event: AfterCreate<S["record"]>): void | Promise<void> {
    return this.entity.hooks.afterCreate?.(event as AfterCreate);
  }

  /** Runs in the write's transaction before a record is changed. May return the changes to use instead. */
  protected beforeUpdate(event: BeforeUpdate<S["record"], S["changes"]>): unknown {
    return this.entity.hooks.beforeUpdate?.(event as BeforeUpdate);
  }

  /** Runs in the write's transaction after a record was changed. */
  protected afterUpdate(event: AfterUpdate<S["record"]>): void | Promise<void> {
    return this.entity.hooks.afterUpdate?.(event as AfterUpdate);
  }

  /** Runs in the write's transaction before a record is deleted. */
  protected beforeDelete(event: BeforeDelete<S["record"]>): void | Promise<void> {
    return this.entity.hooks.beforeDelete?.(event as BeforeDelete);
  }

  /** Runs in the write's transaction after a record was deleted. */
  protected afterDelete(event: AfterDelete<S["record"]>): void | Promise<void> {
    return this.entity.hooks.afterDelete?.(event as AfterDelete);
  }

  /**
   * Runs after a write was committed. The answer waits for it, but an error thrown here does not change the answer.
   */
  protected afterCommit(event: AfterCommit<S["record"]>): void | Promise<void> {
    return this.entity.hooks.afterCommit?.(event as AfterCommit);
  }

  /** The hook from the configuration or from a subclass. */
  #hookNamed(name: HookName): ((event: object) => unknown) | undefined {
    const isOwn = this[name] !== (Repository.prototype as this)[name];
    return isOwn || this.entity.hooks[name] !== undefined ? (event) => this[name](event as never) : undefined;
  }

  /** The grant that was passed, or else a grant for the repository's caller. @throws {ApiError} 401 or 403. */
  #grantFor(operation: Operation, grant: Grant | undefined): Grant | undefined {
    if (grant !== undefined || this.#caller === undefined) return grant;
    return { ...authorize(this.#caller, this.entity.policy, operation), isServerCode: true };
  }

  /**
   * The input of a write. That of server code is copied, because it may change meanwhile, and checked: members that a
   * caller may not set have been removed from the body of a request already.
   */
  #inputOf(given: object, own: Grant | undefined, grant: Grant | undefined): AnyRecord {
    if (grant !== undefined) return given as AnyRecord;
    const input = { ...given } as AnyRecord;
    checkSettable(this.entity, own, input);
    return input;
  }

  /**
   * Reads for a request in the session for its reads, which may be a replica. Server code reads in the repository's
   * session.
   */
  #reading<T>(grant: Grant | undefined, read: (reads: EntityReads) => Awaitable<T>): Awaitable<T> {
    return whenThere(this.#sessionFor(grant), (session) =>
      read(session === this.#session ? this.#reads : new EntityReads(this.entity, session)),
    );
  }

  #sessionFor(grant: Grant | undefined): Awaitable<DatabaseSession> {
    const { forReads } = this.#session;
    return forReads === undefined || !isRequest(grant) ? this.#session : forReads(grant.caller.seen);
  }

  #selection(grant: Grant | undefined) {
    return selectionOf(this.entity, this.#session.model, grant, readRights(this.entity, grant));
  }

  /** Runs a write and returns the record if it was requested and the caller may read it, else its key. */
  async #write(
    kind: WriteKind,
    id: unknown,
    given: object | null,
    grant: Grant | undefined,
    options: WriteOptions = {},
  ): Promise<RecordOrKey<S> | undefined> {
    const { entity } = this;
    this.#checkWritable();
    const own = this.#grantFor(kind, grant);
    const input = given === null ? null : this.#inputOf(given, own, grant);
    const key = kind === "create" ? [] : parseKey(id, entity);
    try {
      const written = await runWrite({ kind, entity, key, input, grant: own, options }, this.#writes);
      return written && this.#resultOf(written);
    } finally {
      // Also if the write failed, because its outcome may be unknown.
      if (kind !== "create") this.#forget([{ key }]);
    }
  }

  /** The context of writes, once it is known how the table skips rows. @throws {ApiError} */
  async #ready(): Promise<WriteContext> {
    await knowSkippingFirst(this.#session, this.entity);
    return this.#writes;
  }

  /** @throws {Error} for a read-only entity: callers have no right to write it, but server code could try. */
  #checkWritable(): void {
    const { isReadOnly, name } = this.entity;
    if (isReadOnly) throw new Error(`The entity "${name}" is read-only: its records cannot be written.`);
  }

  /** The record if it was read, else its key. */
  #resultOf({ key, record }: WriteResult): RecordOrKey<S> {
    const { entity } = this;
    if (record === undefined) return keyRecord(entity, key);
    const isComplete = entity.keys.every(({ name }) => Object.hasOwn(record, name));
    return isComplete ? record : { ...keyRecord(entity, key), ...record };
  }

  async #writeMany(writes: Writes): Promise<RecordOrKey<S>[]> {
    try {
      const written = await runWrites(writes, await this.#ready());
      return (written ?? []).map((each) => this.#resultOf(each));
    } finally {
      this.#forget(writes.each);
    }
  }

  async #writeWhere(
    kind: "update" | "delete",
    records: ManyRecords<WhereOf<S>>,
    given: object | null,
    grant: Grant | undefined,
    options: ManyOptions & Partial<CountOptions>,
  ): Promise<RecordOrKey<S>[] | RecordCount> {
    const { entity } = this;
    this.#checkWritable();
    const own = this.#grantFor(kind, grant);
    const input = given === null ? null : this.#inputOf(given, own, grant);
    const where =
      "condition" in records
        ? checkWhere(records.condition, callerScope(entity, own), newBudget(entity.limits))
        : this.#asked(records.where, own);
    if (where === undefined) throw new TypeError('Give a condition in "where".');
    const { maxAffected = Number.MAX_SAFE_INTEGER, isCounted = false } = options;
    const written = await runWhere(
      { kind, entity, input, grant: own, options, where, maxAffected, isCounted },
      await this.#ready(),
    );
    if ("count" in written) return written;
    this.#forget(written);
    // If the request does not contain the key, the caller may not know it.
    return written.map((each) =>
      own === undefined || each.record === undefined ? this.#resultOf(each) : (each.record as S["record"]),
    );
  }

  /** Written users are read again at their next request. */
  #forget(written: readonly { readonly key: readonly unknown[] }[]): void {
    if (this.entity.users === undefined) return;
    for (const {
      key: [id = null],
    } of written)
      forgetUser(this.#session, id as UserId);
  }

  /**
   * Runs a read. Its errors become those that callers get.
   * @param asked The caller's condition, which `work` may set: if the database rejects one of its values, that is the
   * caller's mistake.
   */
  #run<T>(work: (read: ReadTrace) => Awaitable<T>, asked?: CheckedCondition): Promise<T> {
    const read: ReadTrace = { asked };
    try {
      const found = work(read);
      return found instanceof Promise
        ? found.catch((error: unknown) => this.#fail(error, read))
        : Promise.resolve(found);
    } catch (error) {
      return this.#fail(error, read);
    }
  }

  async #fail(error: unknown, { asked }: ReadTrace): Promise<never> {
    const compared = asked === undefined ? undefined : comparedValues(asked);
    throw await faultToError(error, this.entity, this.#session, compared);
  }
}

/** The condition of a read, once it is known. */
interface ReadTrace {
  asked: CheckedCondition | undefined;
}

/** The fields and values of a condition, one of which the database may reject as in a write. */
function comparedValues(where: CheckedCondition): StatementValues {
  const compared = comparedFields(where).flatMap(({ field, values }) =>
    values.map((value) => ({ field, value })),
  );
  return { fields: compared.map(({ field }) => field), args: compared.map(({ value }) => value) };
}

/** @throws {ApiError} `too-many-records` */
function checkNumber({ length }: readonly object[], { maxAffected = Infinity }: ManyOptions): void {
  if (length > maxAffected) throw tooManyRecords(maxAffected);
}

/** A read has changed nothing, whatever its outcome. */
function readFailed(error: unknown): never {
  throw error instanceof DatabaseError ? error.with({ outcome: "undone" }) : error;
}

/** Whether it has been parsed. As an option, `select` is unknown. */
function isParsed<R>(asked: AggregateOptions<R> | AggregateRequest): asked is AggregateRequest {
  return (
    "select" in asked && Array.isArray(asked.select) && asked.select.every((term) => typeof term === "object")
  );
}

function isList<T>(value: T): value is Extract<T, readonly unknown[]> {
  return Array.isArray(value);
}
