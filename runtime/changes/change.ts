import type { KnownValues } from "../condition/truth-of.js";
import type { FieldValue } from "../model/field-type.js";
import type { WriteKind } from "../write/write.js";

/** A change of a record, in its place among all changes. */
export interface LoggedChange {
  /** The id of its row. */
  readonly id: string;
  readonly entityName: string;
  /** The values of the key, in order. */
  readonly key: readonly FieldValue[];
  readonly operation: WriteKind;
  /** When it was written, in the clock of its server. */
  readonly at: string;
  /** Values that the record had before. `undefined` if it is new. */
  readonly former: KnownValues | undefined;
  readonly batch: number;
}

/** How far the changes have been put in order. */
export interface LogState {
  /** Tells this log from that of another database. */
  readonly epoch: string;
  /** The last batch. 0: none. */
  readonly batch: number;
  /** The last batch that has been removed, with all before it. 0: none. */
  readonly removed: number;
}

/** What a log has, for operators. */
export interface LogSummary {
  readonly kept: number;
  /** How many no server has put in order yet. */
  readonly waiting: number;
  /** When the first and the last kept change were written. `undefined` without changes. */
  readonly oldest: string | undefined;
  readonly newest: string | undefined;
  readonly lastBatch: number;
  readonly byEntity: readonly { readonly entity: string; readonly count: number }[];
}
