import type { Kysely } from "kysely";
import type { Operation, UserId } from "./model.js";

/** What runs with the writes of an entity. Each may be async; what it throws undoes the write and is the answer. */
export interface EntityHooks {
  /** Before a record is added; gives the input to use instead, if any. */
  beforeCreate?(event: BeforeCreate): Awaitable<unknown>;
  afterCreate?(event: AfterCreate): Awaitable<void>;
  /** Before a record is changed; gives the changes to use instead, if any. */
  beforeUpdate?(event: BeforeUpdate): Awaitable<unknown>;
  afterUpdate?(event: AfterUpdate): Awaitable<void>;
  beforeDelete?(event: BeforeDelete): Awaitable<void>;
  afterDelete?(event: AfterDelete): Awaitable<void>;
  /** After a write has been committed: nothing that it throws changes the answer. */
  afterCommit?(event: AfterCommit): Awaitable<void>;
}

export const hookNames = [
  "beforeCreate",
  "afterCreate",
  "beforeUpdate",
  "afterUpdate",
  "beforeDelete",
  "afterDelete",
  "afterCommit",
] as const satisfies readonly (keyof EntityHooks)[];
export type HookName = (typeof hookNames)[number];

type Fields = Readonly<Record<string, unknown>>;
type Awaitable<T> = T | Promise<T>;

/** What every hook is told. */
export interface HookContext {
  /** Who asked for the write; null for server code. */
  readonly caller: HookCaller | null;
}

/** Who asked for a write. */
export interface HookCaller {
  readonly userId: UserId;
  readonly roles: readonly string[];
}

/** What a hook inside the transaction has: what it does here is undone with the write. */
export interface TransactionContext extends HookContext {
  /** Kysely in the write's transaction. Statements outside it would wait for it. */
  readonly db: Kysely<Record<string, Record<string, unknown>>>;
  /** The repository of an entity in the write's transaction, without permission checks. */
  readonly repository: (entityName: string) => HookRepository;
}

/** The data operations that a hook has on any entity. */
export interface HookRepository {
  findById(id: unknown): Promise<Fields | undefined>;
  find(options?: object): Promise<{ readonly count: number; readonly items: readonly Fields[] }>;
  count(where?: string): Promise<number>;
  create(input: object): Promise<Fields>;
  update(id: unknown, changes: object): Promise<Fields | undefined>;
  delete(id: unknown): Promise<Fields | undefined>;
}

export interface BeforeCreate<N = Fields> extends TransactionContext {
  readonly input: N;
}

export interface AfterCreate<R = Fields> extends TransactionContext {
  readonly record: R;
}

export interface BeforeUpdate<R = Fields, C = Fields> extends TransactionContext {
  /** The record as it stands, which nobody else changes meanwhile. */
  readonly record: R;
  readonly changes: C;
}

export interface AfterUpdate<R = Fields> extends TransactionContext {
  readonly record: R;
  readonly previous: R;
}

export interface BeforeDelete<R = Fields> extends TransactionContext {
  readonly record: R;
}

export type AfterDelete<R = Fields> = BeforeDelete<R>;

export interface AfterCommit<R = Fields> extends HookContext {
  readonly operation: Exclude<Operation, "read">;
  /** The record as it was written, or as it was when it was deleted. */
  readonly record: R;
}
