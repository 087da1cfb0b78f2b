import { align, type Item } from "./lists/align.js";
import type { Versions } from "./source/versions.js";

/** The changes to a sequence of yours whose order carries meaning. */
export interface SequencePlan<T> {
  /** Items of all three versions, to be merged one by one. */
  readonly kept: readonly Versions<T>[];
  /** Items of yours. */
  readonly deleted: ReadonlySet<T>;
  readonly inserted: readonly Inserted<T>[];
}

export interface Inserted<T> {
  /** An item of next. */
  readonly item: T;
  /** The item of yours that it follows; `undefined` if it comes first. */
  readonly after: T | undefined;
}

/**
 * Merges three sequences item by item. `undefined` if one side removed what the other changed, or if both
 * added items at the same place, because their order is unknown.
 * @param joins Whether additions of both sides at the same place are all kept. Yours come first, because they
 * were written for the item before them.
 */
export function mergeSequence<T extends Item>(
  base: readonly T[],
  yours: readonly T[],
  next: readonly T[],
  joins: boolean,
): SequencePlan<T> | undefined {
  const [toYours, toNext] = [align(base, yours), align(base, next)];
  const kept: Versions<T>[] = [];
  const deleted = new Set<T>();
  const inserted: Inserted<T>[] = [];
  let last: T | undefined;
  let [y, n] = [0, 0];
  let oldYours = new Set<T>();
  let oldNext = new Set<T>();
  for (let at = 0; at <= base.length; at++) {
    const item = base[at];
    const [mine, theirs] = [itemAt(yours, toYours[at]), itemAt(next, toNext[at])];
    if (item !== undefined && (mine === undefined || theirs === undefined)) {
      const survivor = mine ?? theirs;
      if (survivor !== undefined && survivor.spelling !== item.spelling) return undefined;
      if (mine) oldYours.add(mine);
      if (theirs) oldNext.add(theirs);
      continue;
    }
    const [toY, toN] = [
      mine ? yours.indexOf(mine) : yours.length,
      theirs ? next.indexOf(theirs) : next.length,
    ];
    const added = yours.slice(y, toY).filter((each) => !oldYours.has(each));
    const wanted = next.slice(n, toN).filter((each) => !oldNext.has(each));
    for (const each of oldYours) deleted.add(each);
    if (wanted.length > 0 && !sameItems(added, wanted)) {
      const clashes = added.some(({ key }) => wanted.some((each) => each.key === key));
      if (added.length > 0 && (!joins || clashes)) return undefined;
      const after = added.at(-1) ?? last;
      for (const each of wanted) inserted.push({ item: each, after });
    }
    if (item && mine && theirs) kept.push({ base: item, yours: mine, next: theirs });
    last = mine;
    [y, n] = [toY + 1, toN + 1];
    [oldYours, oldNext] = [new Set(), new Set()];
  }
  return { kept, deleted, inserted };
}

function itemAt<T>(items: readonly T[], position: number | undefined): T | undefined {
  return position === undefined ? undefined : items[position];
}

function sameItems(a: readonly Item[], b: readonly Item[]): boolean {
  return a.length === b.length && a.every(({ spelling }, index) => spelling === b[index]?.spelling);
}
