export interface MergeInput {
  /** The file as it was last generated, formatted and with LF. */
  readonly base: string;
  /** The file as people left it: any line ends, BOM, indentation and formatter. */
  readonly yours: string;
  /** The file as it would be generated now, formatted and with LF. */
  readonly next: string;
  readonly onConflict: OnConflict;
  /** Names of units whose deletion is undone, such as `class BlogpostRepository.find`. */
  readonly restore?: ReadonlySet<string>;
}

/** What becomes of a unit that both sides changed: markers around it, or one side without asking. */
export type OnConflict = "markers" | "yours" | "generated";

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
  /** Conflict markers of an earlier run are still in yours. */
  | { readonly kind: "unresolved"; readonly lines: readonly number[] };

export interface Conflict {
  readonly unit: string;
  /** Of the first marker in the merged text, 1-based. */
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
  /** In yours, 1-based; a deleted unit has none. */
  readonly line?: number;
}
