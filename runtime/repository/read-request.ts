import type { Condition } from "../condition/nodes.js";

/** What a caller asks for, in whichever spelling, before names and rights are checked. */
export interface ReadRequest extends ListRequest {
  /** Continues after the last record of a page: the page's `next`. Not together with `skip`. */
  readonly after?: string | undefined;
  /** Whether all matches are counted. */
  readonly isCounted?: boolean | undefined;
  /** Reads all records that match, or as many as `take` says, as a stream instead of a page. */
  readonly stream?: StreamRequest | undefined;
}

/** How a stream of records is asked for. */
export interface StreamRequest {
  /** Ends the stream when its client has the answer, or goes away. */
  readonly signal: AbortSignal;
  /** Whether records can have no other records in them, as in CSV. */
  readonly isFlat: boolean;
}

/** What is asked of a list of records. */
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
  /** A field, a list of ids, or a relation with what is asked of its records. */
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

/** Where something is written: the parameter, or the path in a JSON body, and the position in its text. */
export interface Place {
  readonly path: string;
  /** In UTF-16 code units. `undefined` in JSON. */
  readonly position?: number;
}
