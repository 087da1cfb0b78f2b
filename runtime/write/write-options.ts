import type { OpenTransaction } from "../database/database-session.js";
import type { Returning } from "../database/sql/writes/write-syntax.js";
import type { Precondition } from "../model/precondition.js";
import type { FieldValue } from "../model/field-type.js";

/** The options of a write. */
export interface WriteOptions {
  /** What the write returns. Default: `record`. */
  readonly returning?: Returning | undefined;
  /** The expected versions for an update or a delete. Default: any. */
  readonly precondition?: Precondition | undefined;
  /** The idempotency key of a create: creates of one caller with the same key run only once. */
  readonly idempotencyKey?: string | undefined;
  /** For a password change: the expected token version, and the new one. Default: any, and a random one. */
  readonly tokenVersion?: { readonly from: string | null; readonly to: string } | undefined;
  /**
   * For a user who has followed a link of a message: the address that it was sent for, which the user must still have.
   * The address after the write is verified. Default: a changed address is not.
   */
  readonly verifiedFor?: string | null | undefined;
  /** The id of the request, for the audit. */
  readonly requestId?: string | undefined;
  /** The tool that an agent has called, for the audit. */
  readonly tool?: string | undefined;
  /** Runs at the end of the transaction of a create or an update with the key of the record, for the server's own tables. */
  readonly keep?: ((transaction: OpenTransaction, key: readonly FieldValue[]) => Promise<void>) | undefined;
  /** The maximum number of records that it may write, including those of its lists. Default: none. */
  readonly maxAffected?: number | undefined;
}

/** The options of a request that writes several records. */
export type ManyOptions = Omit<WriteOptions, "precondition" | "tokenVersion" | "verifiedFor" | "keep">;

/** The same, for a request that may need only the number of records. */
export interface CountOptions extends ManyOptions {
  readonly isCounted: boolean;
}

/** How an upsert finds an existing record, and what it does with it. */
export interface ConflictOptions {
  /** The names of the key's fields, or of a unique field. Default: the key's. */
  readonly onConflict?: readonly string[] | undefined;
  /** Whether existing records are left unchanged. Default: `false`. */
  readonly ignoresDuplicates?: boolean | undefined;
  /** Whether errors name the index of the record. Default: `true`. `false` for a body that is a record, not an array. */
  readonly isList?: boolean | undefined;
}
