import type { Warning } from "./merge-result.js";

/**
 * The deleted units to restore. The leading word may be omitted: `BlogpostRepository.find` means
 * `class BlogpostRepository.find`.
 */
export function wantedUnits(names: ReadonlySet<string> = new Set()) {
  const met = new Set<string>();
  return {
    isWanted: (unit: string): boolean => {
      const name = [unit, withoutWord(unit)].find((each) => names.has(each));
      if (name !== undefined) met.add(name);
      return name !== undefined;
    },
    /** A warning for each requested unit that was not found. */
    notFound: (): readonly Warning[] =>
      [...names]
        .filter((name) => !met.has(name))
        .map((unit) => ({ unit, message: "There is no deleted unit of this name to restore." })),
  };
}

/** The name of a unit without its leading word, such as `class`, which may be omitted. */
export function withoutWord(unit: string): string {
  return unit.replace(/^(class|const|enum|function|interface|let|type) /, "");
}
