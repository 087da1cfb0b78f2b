/** The positions of the database that earlier answers have returned to a caller. */
export interface SeenPositions {
  readonly positions: readonly string[];
  /** When the request arrived, in `performance.now()` time. */
  readonly since: number;
}

/** The position of a write whose real position is unknown: only the primary is known to have it. */
export const ON_PRIMARY = "primary";
