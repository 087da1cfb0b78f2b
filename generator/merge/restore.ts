import type { Warning } from "./merge-result.js";

/** The deleted units that people want back. */
export interface WantedUnits {
  readonly isWanted: (unit: string) => boolean;
  /** What was asked for and never met. */
  readonly notFound: () => readonly Warning[];
}

/** Names may be given without the leading word: `BlogpostRepository.find` for `class BlogpostRepository.find`. */
export function wantedUnits(names: ReadonlySet<string> = new Set()): WantedUnits {
  const met = new Set<string>();
  return {
    isWanted: (unit) => {
      const name = [unit, unit.replace(/^(class|const|enum|function|interface|let|type) /, "")].find((each) =>
        names.has(each),
      );
      if (name !== undefined) met.add(name);
      return name !== undefined;
    },
    notFound: () =>
      [...names]
        .filter((name) => !met.has(name))
        .map((unit) => ({ unit, message: "There is no deleted unit of this name to restore." })),
  };
}
