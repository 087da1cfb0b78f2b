import type { Condition } from "../condition/nodes.js";
import type { Place } from "../errors/input-issue.js";

/** A request for groups of records, from any syntax, before names and rights are checked. */
export interface AggregateRequest {
  /** The members of the answer, in order: the groups and the aggregates. */
  readonly select: readonly AggregateTerm[];
  readonly where?: Condition | undefined;
  /** Which groups: a condition on aggregates and on selected groups. */
  readonly having?: Condition | undefined;
  readonly orderBy?: readonly AggregateOrder[] | undefined;
  readonly take?: number | undefined;
  readonly skip?: number | undefined;
  /** The `next` of a page, to continue after it. Not together with `skip`. */
  readonly after?: string | undefined;
  /** Whether to count all groups. */
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
