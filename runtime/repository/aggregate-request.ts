import type { Condition } from "../condition/nodes.js";
import type { Place } from "./read-request.js";

/** What a caller asks of groups of records, in whichever spelling, before names and rights are checked. */
export interface AggregateRequest {
  /** The members of the answer, in order: the groups and the aggregates. */
  readonly select: readonly AggregateTerm[];
  readonly where?: Condition | undefined;
  /** Which groups: on aggregates, and on groups that are selected. */
  readonly having?: Condition | undefined;
  readonly orderBy?: readonly AggregateOrder[] | undefined;
  readonly take?: number | undefined;
  readonly skip?: number | undefined;
  /** Continues after the last group of a page: the page's `next`. Not together with `skip`. */
  readonly after?: string | undefined;
  /** Whether all groups are counted. */
  readonly isCounted?: boolean | undefined;
}

/** `status`, `author.username`, `month(createdat)`, `sum(total)`, `count()` or `count(distinct status)`. */
export interface AggregateTerm {
  /** The word before the parentheses. `undefined` without parentheses. */
  readonly call: string | undefined;
  readonly isDistinct: boolean;
  /** A field, or a path over to-one relations. Empty in `count()`. */
  readonly path: readonly string[];
  readonly place: Place;
}

export interface AggregateOrder {
  readonly term: AggregateTerm;
  readonly isDescending: boolean;
}
