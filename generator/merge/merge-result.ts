export interface MergeInput {
  /** The file as it was last generated, formatted and with LF. */
  readonly base: string;
  /** The file as it is in the project, with any line ends, byte order mark, indentation and formatting. */
  readonly yours: string;
  /** The file as it would be generated now, formatted and with LF. */
  readonly next: string;
  readonly onConflict: OnConflict;
  /** The names of units to restore, such as `class BlogpostRepository.find`. */
  readonly restore?: ReadonlySet<string>;
}

/** How to resolve a unit that both sides changed: with markers, or by taking one side. */
export type OnConflict = "markers" | ConflictSide;
export type ConflictSide = "yours" | "generated";

export type MergeResult =
  | {
      readonly kind: "merged";
      readonly text: string;
      readonly conflicts: readonly Conflict[];
      readonly warnings: readonly Warning[];
    }
  | {
      readonly kind: "unparsable";
      readonly side: "base" | "yours" | "next";
      readonly line: number;
      readonly message: string;
    }
  /** Yours still has the conflict markers of an earlier run. */
  | { readonly kind: "unresolved"; readonly lines: readonly number[] };

export interface Conflict {
  readonly unit: string;
  /** The line of the first marker in the merged text, 1-based. */
  readonly line: number;
  readonly reason: Reason;
}

export type Reason = "both-changed" | "removed-by-config" | "both-added";

export interface Warning {
  readonly unit: string;
  readonly message: string;
}

export interface UnitEdit {
  readonly unit: string;
  readonly kind: "edited" | "added" | "deleted";
  /** The line in yours, 1-based. A deleted unit has none. */
  readonly line?: number;
}
