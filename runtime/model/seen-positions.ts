/** What a caller has seen of the database, by the positions of it that an earlier answer named. */
export interface SeenPositions {
  readonly positions: readonly string[];
  /** When the request came, in `performance.now()` time. */
  readonly since: number;
}

/** The position of a write whose own could not be found out: only the primary is known to have it. */
export const ON_PRIMARY = "primary";
