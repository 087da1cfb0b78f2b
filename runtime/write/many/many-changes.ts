import type { Condition } from "../../condition/nodes.js";
import type { Precondition } from "../../model/precondition.js";

/** The changes of one record of several. */
export interface ChangedRecord<C = object, Id = unknown> {
  readonly id: Id;
  readonly changes: C;
  /** The accepted versions of the record. Default: any. */
  readonly precondition?: Precondition | undefined;
}

/** The records to write: those that meet a condition of server code (`where`), or one parsed from a request. */
export type ManyRecords<W = never> = { readonly where: W } | { readonly condition: Condition };

/** Changes for each record, or the same changes for all records. */
export type ManyChanges<C = object, Id = unknown, W = never> =
  | readonly ChangedRecord<C, Id>[]
  | (ManyRecords<W> & { readonly changes: C });
