import type { Versions } from "./source/versions.js";

/** A stretch of three sequences. `from` and `to` are positions; `to` is exclusive. */
export interface Chunk extends Versions<Stretch> {
  readonly kind: "same" | "yours" | "next" | "clash";
}

interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** Sequences that need more comparisons than this count as entirely different, to bound the time. */
const limit = 4_000_000;

/**
 * A three-way comparison: which stretches were changed only by yours, only by next, or by both. As in git, adjacent
 * changes clash, because their order is unknown. node-diff3 is not used: it loses the user's formatting and takes
 * quadratic time on repetitive input.
 */
export function diff3(
  base: readonly string[],
  yours: readonly string[],
  next: readonly string[],
): readonly Chunk[] {
  const inYours = commonPositions(base, yours);
  const inNext = commonPositions(base, next);
  const chunks: Chunk[] = [];
  let [b, y, n] = [0, 0, 0];
  for (;;) {
    let stable = b;
    while (stable < base.length && (inYours[stable] === -1 || inNext[stable] === -1)) stable++;
    const atEnd = stable === base.length;
    const [toY, toN] = atEnd ? [yours.length, next.length] : [inYours[stable] ?? 0, inNext[stable] ?? 0];
    if (stable > b || toY > y || toN > n) {
      const [ofBase, ofYours, ofNext] = [base.slice(b, stable), yours.slice(y, toY), next.slice(n, toN)];
      const stretch = {
        base: { from: b, to: stable },
        yours: { from: y, to: toY },
        next: { from: n, to: toN },
      };
      chunks.push({ kind: kindOf(ofBase, ofYours, ofNext), ...stretch });
    }
    if (atEnd) return chunks;
    const line = (at: number): Stretch => ({ from: at, to: at + 1 });
    chunks.push({ kind: "same", base: line(stable), yours: line(toY), next: line(toN) });
    [b, y, n] = [stable + 1, toY + 1, toN + 1];
  }
}

function kindOf(base: readonly string[], yours: readonly string[], next: readonly string[]): Chunk["kind"] {
  if (equal(yours, next)) return "same";
  if (equal(base, next)) return "yours";
  return equal(base, yours) ? "next" : "clash";
}

export function equal(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((each, index) => each === b[index]);
}

/** For each position in `a`, its counterpart in `b` in a longest common subsequence, or -1. */
export function commonPositions(a: readonly string[], b: readonly string[]): Int32Array {
  const positions = new Int32Array(a.length).fill(-1);
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) positions[start] = start++;
  let [endA, endB] = [a.length, b.length];
  while (endA > start && endB > start && a[endA - 1] === b[endB - 1]) positions[--endA] = --endB;

  const [rows, columns] = [endA - start, endB - start];
  if (rows * columns === 0 || rows * columns > limit) return positions;
  const width = columns + 1;
  const lengths = new Uint32Array((rows + 1) * width);
  const at = (row: number, column: number): number => lengths[row * width + column] ?? 0;
  for (let row = rows - 1; row >= 0; row--) {
    for (let column = columns - 1; column >= 0; column--) {
      const same = a[start + row] === b[start + column];
      lengths[row * width + column] = same
        ? at(row + 1, column + 1) + 1
        : Math.max(at(row + 1, column), at(row, column + 1));
    }
  }
  for (let row = 0, column = 0; row < rows && column < columns;) {
    if (a[start + row] === b[start + column]) positions[start + row++] = start + column++;
    else if (at(row + 1, column) >= at(row, column + 1)) row++;
    else column++;
  }
  return positions;
}
