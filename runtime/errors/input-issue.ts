/** One mistake in the input: its place, its kind, and what would be right. */
export interface InputIssue {
  /** The field's name or the part of the request: `orderBy`, `condition`, `take`… */
  readonly path: string;
  /** Stable and machine-readable: `required`, `wrong-type`, `too-long`, `out-of-range`… */
  readonly code: string;
  readonly message: string;
  /** For a condition: the zero-based position, in UTF-16 code units. */
  readonly position?: number;
}
