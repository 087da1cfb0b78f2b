import type { Kysely } from "kysely";
import type { Config } from "./config/config.js";
import type { EntityName } from "./config/types/effective-types.js";
import type { AnyRecord } from "./repository/repository.js";
import type { RepositoryOf } from "./repository-of.js";

/**
 * Writes the initial records of a database. It runs in one transaction, and may run again after a transient fault.
 */
export type Seed<T extends SeedTarget = Config> = (context: SeedContext<T>) => Promise<void> | void;

/** The type that types a seed: the configuration, or the server object of generated code. */
export type SeedTarget = Config | { readonly repositories: object };

/** The tools of a seed. They all work in the transaction of the seed, without permission checks. */
export interface SeedContext<T extends SeedTarget = Config> {
  /** The repository of an entity. */
  readonly repository: <N extends NameIn<T>>(entityName: N) => RepositoriesIn<T>[N];
  /**
   * Creates missing records, and updates the members that differ in the others. Returns all of them as stored. A
   * field of type `secret` is only set when its record is created.
   */
  readonly upsert: <N extends NameIn<T>>(
    entityName: N,
    records: readonly SeedRecord<RepositoriesIn<T>[N]>[],
    options?: UpsertOptions<SeedRecord<RepositoriesIn<T>[N]>>,
  ) => Promise<StoredRecord<RepositoriesIn<T>[N]>[]>;
  /** Kysely, for your own queries. */
  readonly db: Kysely<Record<string, Record<string, unknown>>>;
}

export interface UpsertOptions<N = AnyRecord> {
  /** The field or fields that identify a record. Default: the key if a create sets it, else the only unique field. */
  readonly by?: (keyof N & string) | readonly (keyof N & string)[];
}

/** How many records a seed has created, changed, and left as they were, by entity. */
export type SeedReport = ReadonlyMap<string, SeedCounts>;

export interface SeedCounts {
  readonly created: number;
  readonly changed: number;
  readonly left: number;
}

/**
 * Types a seed by the configuration, or by the server object of generated code, and returns it unchanged.
 *
 * @example
 * export default defineSeed<typeof config>(async ({ upsert }) => {
 *   await upsert("country", [{ code: "de", name: "Germany" }]);
 * });
 */
export function defineSeed<T extends SeedTarget>(seed: Seed<T>): Seed<T> {
  return seed;
}

/** The repositories by entity name. */
type RepositoriesIn<T> = T extends { readonly repositories: infer R }
  ? R
  : T extends Config
    ? { readonly [N in EntityName<T>]: RepositoryOf<T, N> }
    : never;

type NameIn<T> = keyof RepositoriesIn<T> & string;

type SeedRecord<R> = R extends { create(input: infer N): unknown } ? N : never;

/** The return type of `create` without options. */
type StoredRecord<R> = R extends {
  create: {
    (input: never, grant?: never): Promise<infer Stored>;
    (input: never, grant: never, options: never): unknown;
  };
}
  ? Stored
  : never;
