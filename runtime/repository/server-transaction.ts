import type { Caller } from "../access/caller.js";
import type { Database, TransactionOptions } from "../database/database.js";
import type { OpenTransaction } from "../database/database-session.js";
import type { CallerInfo } from "../model/settings/auth-settings.js";
import type { TransactionContext } from "../model/hooks.js";
import { forServerCode, guarded } from "../errors/server-mistake.js";
import { faultToError } from "../database/fault-to-error.js";
import type { AnyRepository } from "./repository.js";

/** Gives the repository of an entity. */
export type FindRepository = (entityName: never) => unknown;

/** An open transaction of server code. `F` is the type of the repositories. It cannot be used after its end. */
export interface ServerTransaction<F extends FindRepository = FindRepository> {
  /**
   * The repository of an entity in the transaction, without permission checks.
   * @throws {ApiError} 404 for an entity that the configuration does not have.
   */
  readonly repository: F;
  /** Kysely in the transaction, for your own queries. */
  readonly db: TransactionContext["db"];
  /**
   * The same transaction with a caller's rights: its repositories reject what the endpoints would reject.
   * @param caller A caller from `identifyAsync`, or `{ userId, roles }`.
   */
  as(caller: Caller | CallerInfo): ServerTransaction<F>;
  /**
   * Runs `work` after a savepoint. If it throws, only its own changes are rolled back, and the transaction can
   * continue. Until it has ended, only its own `tx` can be used.
   */
  transaction<T>(work: (tx: ServerTransaction<F>) => Promise<T>): Promise<T>;
}

/** @throws {ApiError} and whatever `work` throws. */
export async function runTransaction<F extends FindRepository, T>(
  database: Database,
  repositoryOf: (entityName: string) => AnyRepository,
  work: (tx: ServerTransaction<F>) => Promise<T>,
  options?: TransactionOptions,
): Promise<T> {
  try {
    return await database.transaction(
      (session) => work(openServerTransaction<F>(session, repositoryOf)),
      options,
    );
  } catch (error) {
    throw await faultToError(error, undefined, database);
  }
}

interface ServerCode {
  /** Whose rights apply. Default: all rights. */
  readonly caller?: Caller | CallerInfo;
  /** Whether its mistakes are a 500: the request that runs it has not made them. */
  readonly isGuarded?: boolean;
}

/** Runs user code in an open transaction. */
export function openServerTransaction<F extends FindRepository>(
  session: OpenTransaction,
  repositoryOf: (entityName: string) => AnyRepository,
  code: ServerCode = {},
): ServerTransaction<F> {
  const { caller, isGuarded = false } = code;
  const find = (name: string) => repositoryOf(name).within(session);
  return {
    repository: ((name: string) => {
      const repository = isGuarded ? forServerCode(() => find(name)) : find(name);
      if (caller !== undefined) return repository.as(caller);
      return isGuarded ? guarded(repository) : repository;
    }) as unknown as F,
    // A getter, because only transactions with their own queries need it.
    get db() {
      return session.kysely;
    },
    as: (other) => openServerTransaction(session, repositoryOf, { ...code, caller: other }),
    transaction: (inner) =>
      session.nested((nested) => inner(openServerTransaction(nested, repositoryOf, code))),
  };
}
