import type { Condition } from "../condition/nodes.js";
import type { Place } from "../errors/input-issue.js";

/** A request for records, from any syntax, before names and rights are checked. */
export interface ReadRequest extends ListRequest {
  /** The `next` of a page, to continue after it. Not together with `skip`. */
  readonly after?: string | undefined;
  /** Whether to count all matches. */
  readonly isCounted?: boolean | undefined;
  /** Reads all records that match, or as many as `take` says, as a stream instead of a page. */
  readonly stream?: StreamRequest | undefined;
}

/** The options of a stream of records. */
export interface StreamRequest {
  /** Aborts the stream when its client has the whole answer, or disconnects. */
  readonly signal: AbortSignal;
  /** Whether records cannot contain other records, as in CSV. */
  readonly isFlat: boolean;
}

/** The options of a list of records. */
export interface ListRequest {
  /** The members of the answer, in order. Default: the entity's own fields. */
  readonly select?: readonly SelectItem[] | undefined;
  readonly where?: Condition | undefined;
  readonly orderBy?: readonly OrderItem[] | undefined;
  readonly take?: number | undefined;
  readonly skip?: number | undefined;
}

/** One part of a `select`. */
export type SelectItem =
  /** `*`: the entity's own fields. */
  | { readonly kind: "all"; readonly place: Place }
  /** A field, a list of ids, or a relation with the options of its records. */
  | {
      readonly kind: "member";
      readonly name: string;
      /** `undefined` for a bare name. */
      readonly of: ListRequest | undefined;
      readonly place: Place;
    }
  /** `count(comments)`. */
  | { readonly kind: "count"; readonly name: string; readonly place: Place };

export interface OrderItem {
  /** A field, or a path over to-one relations: `author.username`. */
  readonly path: readonly string[];
  readonly isDescending: boolean;
  readonly place: Place;
}
