import type { CheckedCondition } from "../condition/checked.js";
import type { Aggregation } from "../database/sql/aggregation.js";

/** An aggregation with its page and the members of its answer. */
export interface AggregatePlan {
  readonly aggregation: Aggregation;
  /** What the caller asks of the records. `undefined` for all. */
  readonly asked: CheckedCondition | undefined;
  /** In the order of the answer. */
  readonly members: readonly AggregateMember[];
  readonly take: number;
  readonly skip: number;
  readonly isCounted: boolean;
  /** What its cursors are bound to. `undefined` if it has none. */
  readonly cursorContext: string | undefined;
  /** The cursor that it continues after. */
  readonly after: string | undefined;
}

/** The value of a column, or the members of a related record. */
export type AggregateMember =
  | { readonly name: string; readonly column: number }
  | { readonly name: string; readonly members: readonly AggregateMember[] };
