import { equal } from "./diff3.js";
import { align, type Item } from "./lists/align.js";
import type { Insertion } from "./lists/list-plan.js";
import type { Versions } from "./source/versions.js";

/** The changes to a sequence of yours whose order carries meaning. */
export interface SequencePlan<T> {
  /** Items of all three versions, to be merged one by one. */
  readonly kept: readonly Versions<T>[];
  /** Items of yours. */
  readonly deleted: ReadonlySet<T>;
  readonly inserted: readonly Insertion<T>[];
}

/**
 * Merges three sequences item by item. `undefined` if one side removed what the other changed, or if both
 * added items at the same place, because their order is unknown.
 * @param spellingOf The text of an item, without its formatting.
 * @param joins Whether additions of both sides at the same place are all kept. Yours come first, because they
 * were written for the item before them.
 */
export function mergeSequence<T extends Item>(
  base: readonly T[],
  yours: readonly T[],
  next: readonly T[],
  spellingOf: (item: T) => string,
  joins: boolean,
): SequencePlan<T> | undefined {
  const texts = new Map([...base, ...yours, ...next].map((item) => [item, spellingOf(item)]));
  const spell = (item: T): string => texts.get(item) ?? "";
  const [toYours, toNext] = [align(base, yours, spell), align(base, next, spell)];
  const kept: Versions<T>[] = [];
  const deleted = new Set<T>();
  const inserted: Insertion<T>[] = [];
  const dropped = new Set<T>();
  let last: T | undefined;
  let [y, n] = [0, 0];
  for (let at = 0; at <= base.length; at++) {
    const item = base[at];
    const [mine, theirs] = [yours[toYours[at] ?? -1], next[toNext[at] ?? -1]];
    if (item !== undefined && (mine === undefined || theirs === undefined)) {
      const survivor = mine ?? theirs;
      if (survivor !== undefined && spell(survivor) !== spell(item)) return undefined;
      if (mine) deleted.add(mine);
      if (theirs) dropped.add(theirs);
      continue;
    }
    const toY = mine ? yours.indexOf(mine) : yours.length;
    const toN = theirs ? next.indexOf(theirs) : next.length;
    const added = yours.slice(y, toY).filter((each) => !deleted.has(each));
    const wanted = next.slice(n, toN).filter((each) => !dropped.has(each));
    if (wanted.length > 0 && !equal(added.map(spell), wanted.map(spell))) {
      const clashes = added.some(({ key }) => wanted.some((each) => each.key === key));
      if (added.length > 0 && (!joins || clashes)) return undefined;
      const after = added.at(-1) ?? last;
      for (const unit of wanted) inserted.push({ unit, after });
    }
    if (item && mine && theirs) kept.push({ base: item, yours: mine, next: theirs });
    last = mine;
    [y, n] = [toY + 1, toN + 1];
  }
  return { kept, deleted, inserted };
}
