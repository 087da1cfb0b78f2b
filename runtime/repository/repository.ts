import { randomUUID } from "node:crypto";
import type { Kysely } from "kysely";
import type { Grant } from "../access/authorize.js";
import { checkCondition, type CheckedCondition } from "../condition/check-condition.js";
import { isKey } from "../condition/key-condition.js";
import { parseCondition } from "../condition/parse-condition.js";
import { conditionArguments } from "../database/condition-sql.js";
import type { Written } from "../database/conflict-fields.js";
import type { Database } from "../database/database.js";
import type { Awaitable, Row, Statement } from "../database/dialect.js";
import { EntityWrites } from "../database/entity-writes.js";
import type { EntityStatements } from "../database/statements.js";
import type { Returning } from "../database/write-syntax.js";
import { stampedOnCreate, stampedOnUpdate } from "../model/fields.js";
import type {
  AfterCommit,
  AfterCreate,
  AfterDelete,
  AfterUpdate,
  BeforeCreate,
  BeforeDelete,
  BeforeUpdate,
} from "../model/hooks.js";
import type { Entity } from "../model/model.js";
import { checkChanges, checkNewRecord, type FieldValues } from "./check-input.js";
import { faultToError } from "./fault-to-error.js";
import { Page } from "./page.js";
import { keyRecord, parseKey } from "./parse-id.js";
import { resolveQuery, type FindOptions, type Query } from "./query.js";
import { createRecordReader, type RecordReader } from "./record-reader.js";
import { both, checkWrite, visibleRecords } from "./rights.js";

/** A record of any entity. */
export type AnyRecord = Readonly<Record<string, unknown>>;

/** The repository of any entity, whichever tables its `db` knows. */
export type AnyRepository = Omit<Repository<AnyRecord, object, object, unknown, string>, "db">;

/** What says which record is meant: the value of its key, or an object where several fields are the key together. */
export type IdOf<R, K extends keyof R, Each extends keyof R = K> = K extends unknown
  ? [Each] extends [K]
    ? R[K]
    : Pick<R, Each>
  : never;

/**
 * Typed access to the records of one entity, for server code. Values are checked as they are over HTTP; permissions are
 * applied only where a `grant` says whose rights count.
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
  readonly #database: Database;
  readonly #statements: EntityStatements;
  readonly #writes: EntityWrites;
  readonly #reader: RecordReader;

  constructor(entity: Entity, database: Database) {
    this.entity = entity;
    this.db = database.kysely as unknown as Kysely<DB>;
    this.#database = database;
    this.#statements = database.statements(entity);
    this.#writes = new EntityWrites(entity, database, this.#statements);
    this.#reader = createRecordReader(entity, database);
  }

  /** The record with this id, or undefined. @throws {ApiError} */
  async findById(id: IdOf<R, K>, grant?: Grant): Promise<R | undefined> {
    const where = this.#isVisible(id, grant);
    const [row] = await this.#rows(
      this.#statements.find(where),
      conditionArguments(where, this.#database.dialect),
    );
    return row === undefined ? undefined : this.#toRecord(row);
  }

  /** A page of the records that match, and how many match in all. @throws {ApiError} */
  async find(options: FindOptions<R> | Query = {}, grant?: Grant): Promise<Page<R>> {
    const query = "kind" in options ? options : resolveQuery(options, this.entity);
    const { skip, take } = query;
    const where = both(query.where, visibleRecords(this.entity, grant));
    const args = conditionArguments(where, this.#database.dialect);
    const { countedPage } = this.#database.dialect;
    if (take > 0 && countedPage !== undefined) {
      const statement = this.#statements.countedPage({ ...query, where }, countedPage);
      return this.#findCounted(statement, { ...query, where }, args);
    }
    const rows =
      take === 0 ? [] : await this.#rows(this.#statements.page({ ...query, where }), [...args, take, skip]);
    const isLast = rows.length < take && (rows.length > 0 || skip === 0);
    const count = isLast ? skip + rows.length : await this.#count(where, args);
    return new Page<R>(count, rows, this.#reader);
  }

  /** A page with its count in one statement. */
  async #findCounted(
    statement: Statement,
    { where, skip, take }: Query,
    args: readonly unknown[],
  ): Promise<Page<R>> {
    // Arguments stand at each place where the statement has them: the condition is in it twice.
    const rows = await this.#rows(statement, [...args, take, skip]);
    const [first] = rows;
    // Where there is no row to say it, only a page behind the end leaves something to count.
    const count =
      first !== undefined ? Number(first.at(-1)) : skip === 0 ? 0 : await this.#count(where, args);
    // A row that is no record is the only one.
    return new Page<R>(count, first?.at(-2) === null ? [] : rows, this.#reader);
  }

  /** How many records match the condition; all of them without one. @throws {ApiError} */
  async count(where?: string): Promise<number> {
    const checked = where === undefined ? undefined : checkCondition(parseCondition(where), this.entity);
    return this.#count(checked, conditionArguments(checked, this.#database.dialect));
  }

  /** Adds a record and gives it as it was stored. @throws {ApiError} */
  async create(input: N, grant?: Grant): Promise<R>;
  /** Adds a record and gives it as it was stored, or only its key. @throws {ApiError} */
  async create(input: N, grant: Grant | undefined, returning: Returning): Promise<R | Pick<R, K>>;
  async create(input: N, grant?: Grant, returning: Returning = "record"): Promise<R | Pick<R, K>> {
    this.#checkWritable();
    const checked = await checkNewRecord(this.entity, input as Record<string, unknown>);
    if (grant !== undefined && this.entity.writeValidator !== undefined)
      await checkWrite(this.entity, grant, null, { ...input } as Record<string, unknown>);
    const { fields, values } = this.#withSystemFields(checked, "create");
    const args = this.#toParameters(fields, values);
    const row = await this.#run(() => this.#writes.insert(fields, args, returning), { fields, args });
    return returning === "record" ? this.#toRecord(row) : this.#toKey(row);
  }

  /** Changes the fields that are given and gives the record as it is then, or undefined if it is not there. @throws {ApiError} */
  async update(id: IdOf<R, K>, changes: C, grant?: Grant): Promise<R | undefined>;
  async update(
    id: IdOf<R, K>,
    changes: C,
    grant: Grant | undefined,
    returning: Returning,
  ): Promise<R | Pick<R, K> | undefined>;
  async update(
    id: IdOf<R, K>,
    changes: C,
    grant?: Grant,
    returning: Returning = "record",
  ): Promise<R | Pick<R, K> | undefined> {
    this.#checkWritable();
    const checked = await checkChanges(this.entity, changes as Record<string, unknown>);
    if (!(await this.#mayWrite(id, { ...changes } as Record<string, unknown>, grant))) return undefined;
    const where = this.#isVisible(id, grant);
    const { fields, values } = this.#withSystemFields(checked, "update");
    const args = this.#toParameters(fields, values);
    const row = await this.#run(() => this.#writes.update(fields, args, where, returning), { fields, args });
    return this.#written(id, row, returning);
  }

  /** Deletes the record and gives it as it was, or undefined if it was not there. @throws {ApiError} */
  async delete(id: IdOf<R, K>, grant?: Grant): Promise<R | undefined>;
  async delete(
    id: IdOf<R, K>,
    grant: Grant | undefined,
    returning: Returning,
  ): Promise<R | Pick<R, K> | undefined>;
  async delete(
    id: IdOf<R, K>,
    grant?: Grant,
    returning: Returning = "record",
  ): Promise<R | Pick<R, K> | undefined> {
    this.#checkWritable();
    if (!(await this.#mayWrite(id, null, grant))) return undefined;
    const where = this.#isVisible(id, grant);
    const row = await this.#run(() => this.#writes.delete(where, returning));
    return this.#written(id, row, returning);
  }

  /** Runs in a create's transaction, before the record is added: what it gives, if anything, is added instead. */
  protected beforeCreate(event: BeforeCreate<N>): unknown {
    return this.entity.hooks.beforeCreate?.(event as BeforeCreate);
  }

  protected afterCreate(event: AfterCreate<R>): Awaitable<void> {
    return this.entity.hooks.afterCreate?.(event as AfterCreate);
  }

  /** Runs in an update's transaction, before the record is changed: what it gives, if anything, are the changes instead. */
  protected beforeUpdate(event: BeforeUpdate<R, C>): unknown {
    return this.entity.hooks.beforeUpdate?.(event as BeforeUpdate);
  }

  protected afterUpdate(event: AfterUpdate<R>): Awaitable<void> {
    return this.entity.hooks.afterUpdate?.(event as AfterUpdate);
  }

  protected beforeDelete(event: BeforeDelete<R>): Awaitable<void> {
    return this.entity.hooks.beforeDelete?.(event as BeforeDelete);
  }

  protected afterDelete(event: AfterDelete<R>): Awaitable<void> {
    return this.entity.hooks.afterDelete?.(event as AfterDelete);
  }

  /** Runs after a write has been committed. */
  protected afterCommit(event: AfterCommit<R>): Awaitable<void> {
    return this.entity.hooks.afterCommit?.(event as AfterCommit);
  }

  /** No permission of a caller gets this far; server code could. */
  #checkWritable(): void {
    const { name, isReadOnly } = this.entity;
    if (isReadOnly) throw new Error(`The entity "${name}" is only read: its records cannot be written.`);
  }

  /** Asks the `writeValidator` about a record that is there; false if there is none that the caller may see. */
  async #mayWrite(
    id: IdOf<R, K>,
    input: Record<string, unknown> | null,
    grant: Grant | undefined,
  ): Promise<boolean> {
    if (grant === undefined || this.entity.writeValidator === undefined) return true;
    const record = await this.findById(id, grant);
    if (record === undefined) return false;
    await checkWrite(this.entity, grant, record as Readonly<Record<string, unknown>>, input);
    return true;
  }

  /** The record with this id, if the caller may see it. */
  #isVisible(id: IdOf<R, K>, grant: Grant | undefined): CheckedCondition {
    const { entity } = this;
    return both(isKey(entity, parseKey(id, entity)), visibleRecords(entity, grant));
  }

  async #count(where: CheckedCondition | undefined, args: readonly unknown[]): Promise<number> {
    const [row] = await this.#rows(this.#statements.count(where), args);
    return Number(row?.[0]);
  }

  /** The server's own fields belong to every write. */
  #withSystemFields({ fields, values }: FieldValues, operation: "create" | "update"): FieldValues {
    const added = (operation === "create" ? stampedOnCreate : stampedOnUpdate)(this.entity);
    const now = new Date().toISOString();
    return {
      fields: [...fields, ...added],
      values: [...values, ...added.map(({ type }) => (type === "uuid" ? randomUUID() : now))],
    };
  }

  #toParameters(fields: FieldValues["fields"], values: FieldValues["values"]): readonly unknown[] {
    const { columns } = this.#database.dialect;
    return fields.map(({ type }, index) => {
      const value = values[index] ?? null;
      return value === null ? null : columns[type].toParameter(value);
    });
  }

  #written(id: IdOf<R, K>, row: Row | undefined, returning: Returning): R | Pick<R, K> | undefined {
    if (row === undefined) return undefined;
    if (returning === "record") return this.#toRecord(row);
    return keyRecord(this.entity, parseKey(id, this.entity)) as Pick<R, K>;
  }

  #toKey(row: Row): Pick<R, K> {
    const { columns } = this.#database.dialect;
    const values = this.entity.keys.map(({ type }, index) => columns[type].fromColumn(row[index]));
    return keyRecord(this.entity, values) as Pick<R, K>;
  }

  #toRecord(row: Row): R {
    return this.#reader.toRecord(row) as unknown as R;
  }

  #rows(statement: Statement, args: readonly unknown[]): Promise<readonly Row[]> {
    return this.#run(() => this.#database.rows(statement, args));
  }

  async #run<T>(work: () => Awaitable<T>, written?: Written): Promise<T> {
    try {
      return await work();
    } catch (error) {
      throw await faultToError(error, this.entity, this.#database, written);
    }
  }
}
