import type { Returning } from "../database/write-syntax.js";
import type { Precondition } from "./precondition.js";

/** How a write is to be done, and what it gives back. */
export interface WriteOptions {
  /** Default `record`. */
  readonly returning?: Returning | undefined;
  /** The versions of the record that an update or a delete is meant for. Default: any. */
  readonly precondition?: Precondition | undefined;
  /** What tells a create from others of the same caller: one with the same key is done once. */
  readonly idempotencyKey?: string | undefined;
  /** Of a user's tokens: the version that a change of the password is meant for, and the one after it. Default: any, and a new one. */
  readonly tokenVersion?: { readonly from: string | null; readonly to: string } | undefined;
  /** The request that the write belongs to, for the audit. */
  readonly requestId?: string | undefined;
}
