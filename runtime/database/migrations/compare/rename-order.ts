import { sameName } from "../../schema/stored/find-stored.js";

export interface NameChange {
  readonly from: string;
  readonly to: string;
}

/**
 * The renames in an order in which each new name is free: `a` to `b` after `b` to `c`. If names swap, or differ only
 * by case and case does not matter, one takes a temporary name first.
 * @param isSame Whether two names cannot exist at the same time.
 */
export function renameOrder<T extends NameChange>(
  changes: readonly T[],
  isSame: (a: string, b: string) => boolean,
): readonly T[] {
  const ordered: T[] = [];
  const last: T[] = [];
  let left = changes.filter(({ from, to }) => from !== to);
  while (left.length > 0) {
    const free = left.filter(({ to }) => !left.some(({ from }) => isSame(from, to)));
    if (free.length > 0) {
      ordered.push(...free);
      left = left.filter((change) => !free.includes(change));
      continue;
    }
    const [first, ...others] = left;
    if (first === undefined) break;
    const temporary = `renamed_${first.to}`;
    ordered.push({ ...first, to: temporary });
    last.unshift({ ...first, from: temporary });
    left = others;
  }
  return [...ordered, ...last];
}

/** Whether two names are the same for a database. */
export function sameFor({ isCaseSensitive }: { readonly isCaseSensitive?: true }) {
  return (a: string, b: string): boolean => (isCaseSensitive === true ? a === b : sameName(a, b));
}
