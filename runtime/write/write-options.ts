import type { Returning } from "../database/sql/write-syntax.js";
import type { Precondition } from "./precondition.js";

/** The options of a write. */
export interface WriteOptions {
  /** What the write returns. Default: `record`. */
  readonly returning?: Returning | undefined;
  /** The versions of the record that an update or a delete accepts. Default: any. */
  readonly precondition?: Precondition | undefined;
  /** The idempotency key of a create: creates of one caller with the same key are done once. */
  readonly idempotencyKey?: string | undefined;
  /**
   * For a password change: the token version that the user must have, and the new one. Default: any, and a
   * random one.
   */
  readonly tokenVersion?: { readonly from: string | null; readonly to: string } | undefined;
  /** The id of the request, for the audit. */
  readonly requestId?: string | undefined;
  /** The most records that it may write, with those of its lists. Default: any number. */
  readonly maxAffected?: number | undefined;
}

/** The options of a request that writes several records. */
export type ManyOptions = Omit<WriteOptions, "precondition" | "tokenVersion">;

/** The same, of a request that may need only the number of records. */
export interface CountOptions extends ManyOptions {
  readonly isCounted: boolean;
}

/** How an upsert finds the record that is there, and what it does with it. */
export interface UpsertOptions {
  /** The names of the key's fields, or of a unique field. Default: the key's. */
  readonly onConflict?: readonly string[] | undefined;
  /** Whether records that are there are left as they are. Default: they are changed. */
  readonly ignoresDuplicates?: boolean | undefined;
}
