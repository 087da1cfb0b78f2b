import type { Condition } from "../condition/nodes.js";
import type { Precondition } from "./precondition.js";

/** The changes of one record of several. */
export interface ChangedRecord<C = object, Id = unknown> {
  readonly id: Id;
  readonly changes: C;
  /** The versions of the record that are changed. Default: any. */
  readonly precondition?: Precondition | undefined;
}

/** Which records are meant: by a condition, or one that a request has and that is parsed. */
export type ManyRecords<W = never> = { readonly where: W } | { readonly condition: Condition };

/** Changes of each record, or the same changes of all records that are meant. */
export type ManyChanges<C = object, Id = unknown, W = never> =
  readonly ChangedRecord<C, Id>[] | (ManyRecords<W> & { readonly changes: C });
