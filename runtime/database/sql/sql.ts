import type { Kysely, RawBuilder } from "kysely";

export { sql } from "kysely";

/** A piece of SQL with its parameters, safe against injection. */
export type Sql = RawBuilder<unknown>;

/** Kysely on tables that are not known at compile time. */
export type AnyKysely = Kysely<Record<string, Record<string, unknown>>>;
