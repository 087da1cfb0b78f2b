import type { Kysely } from "kysely";
import type { UserId } from "./settings/auth-settings.js";

/**
 * Functions that run with an entity's writes. Each may be async. If one throws inside the transaction, the
 * write is rolled back and the error is the answer.
 */
export interface EntityHooks {
  /** Runs before a record is created. May return the input to use instead. */
  beforeCreate?(event: BeforeCreate): Awaitable<unknown>;
  afterCreate?(event: AfterCreate): Awaitable<void>;
  /** Runs before a record is changed. May return the changes to use instead. */
  beforeUpdate?(event: BeforeUpdate): Awaitable<unknown>;
  afterUpdate?(event: AfterUpdate): Awaitable<void>;
  beforeDelete?(event: BeforeDelete): Awaitable<void>;
  afterDelete?(event: AfterDelete): Awaitable<void>;
  /**
   * Runs after the commit, for effects that cannot be undone, such as an e-mail. Its errors do not change the answer.
   */
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

/** The argument that all hooks share. */
export interface HookContext {
  /** The caller of the write. `null` for server code. */
  readonly caller: HookCaller | null;
}

/** The caller of a write. */
export interface HookCaller {
  readonly userId: UserId;
  readonly roles: readonly string[];
}

/** The argument of hooks inside the transaction. Their own writes are rolled back with it. */
export interface TransactionContext extends HookContext {
  /**
   * Kysely in the write's transaction. A statement outside could wait for the transaction, and the transaction for
   * the hook.
   */
  readonly db: Kysely<Record<string, Record<string, unknown>>>;
  /** The repository of an entity in the write's transaction, without permission checks. */
  readonly repository: (entityName: string) => HookRepository;
}

/** The data operations that hooks can run on any entity. */
export interface HookRepository {
  findById(id: unknown): Promise<Fields | undefined>;
  find(options?: object): Promise<{ readonly count: number; readonly items: readonly Fields[] }>;
  count(where?: string | object): Promise<number>;
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
  /** The current record. No other write can change it meanwhile. */
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
  readonly operation: "create" | "update" | "delete";
  /** The record as written, or as it was before it was deleted. */
  readonly record: R;
}
