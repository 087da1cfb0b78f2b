import { commonPositions } from "../diff3.js";

/** An item of a sequence whose order carries meaning. */
export interface Item {
  /** Identifies the item even after its text has changed. */
  readonly key: string;
}

/**
 * For each item of `from`, the position of its counterpart in `to`, or -1. Pairs never cross. Equal items are paired
 * first, then items of the same key between them, then the rest of a gap if both sides have as many items there.
 */
export function align<T extends Item>(
  from: readonly T[],
  to: readonly T[],
  spell: (item: T) => string,
): Int32Array {
  const key = ({ key }: Item): string => key;
  const positions = commonPositions(from.map(spell), to.map(spell));
  eachGap(positions, to.length, (start, end, other, otherEnd) => {
    const found = commonPositions(from.slice(start, end).map(key), to.slice(other, otherEnd).map(key));
    for (const [index, position] of found.entries())
      if (position !== -1) positions[start + index] = other + position;
  });
  eachGap(positions, to.length, (start, end, other, otherEnd) => {
    if (end - start !== otherEnd - other) return;
    for (let index = start; index < end; index++) positions[index] = other + index - start;
  });
  return positions;
}

type Visit = (start: number, end: number, other: number, otherEnd: number) => void;

function eachGap(positions: Int32Array, length: number, visit: Visit): void {
  const known = positions.slice();
  let [start, other] = [0, 0];
  for (let at = 0; at <= known.length; at++) {
    const position = at === known.length ? length : (known[at] ?? -1);
    if (position === -1) continue;
    if (at > start && position > other) visit(start, at, other, position);
    [start, other] = [at + 1, position + 1];
  }
}
