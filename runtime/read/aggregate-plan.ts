import type { CheckedCondition } from "../condition/checked.js";
import type { Aggregation } from "../database/sql/aggregates/aggregation.js";

/** An aggregation with its page and the members of its answer. */
export interface AggregatePlan {
  readonly aggregation: Aggregation;
  /** The caller's condition. `undefined` for all records. */
  readonly asked: CheckedCondition | undefined;
  /** In the order of the answer. */
  readonly members: readonly AggregateMember[];
  readonly take: number;
  readonly skip: number;
  readonly isCounted: boolean;
  /** The context that its cursors are bound to. */
  readonly cursorContext: string;
  /** The cursor to continue after. */
  readonly after: string | undefined;
}

/** The value of a column, or the members of a related record. */
export type AggregateMember =
  | { readonly name: string; readonly column: number }
  | { readonly name: string; readonly members: readonly AggregateMember[] };
