/** The candidate that `wrong` is most likely a typo or the beginning of. `undefined` if none is. */
export function nearest(wrong: string, candidates: readonly string[]): string | undefined {
  if (wrong.length > 64) return undefined;
  const typed = wrong.toLowerCase();
  let best: string | undefined;
  let bestDistance = Math.max(1, Math.floor(typed.length / 3)) + 1;
  for (const candidate of candidates) {
    const distance = editDistance(typed, candidate.toLowerCase());
    // Between names of one letter, every letter would be a typo of every other.
    if (distance < Math.min(bestDistance, Math.max(typed.length, candidate.length))) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best ?? theOneThatBeginsWith(typed, candidates);
}

/** People shorten names: `pay` is the only one of `payOrder` and `cancelOrder` that begins so. */
function theOneThatBeginsWith(typed: string, candidates: readonly string[]): string | undefined {
  if (typed.length < 3) return undefined;
  const [first, second] = candidates.filter((candidate) => candidate.toLowerCase().startsWith(typed));
  return second === undefined ? first : undefined;
}

/**
 * Whether the names differ by one letter, two that are swapped, or only by case. Not by a digit: `tier1` and `tier2` are
 * two names.
 */
export function isTypo(one: string, other: string): boolean {
  const [a, b] = [one.toLowerCase(), other.toLowerCase()];
  if (one === other || Math.min(a.length, b.length) < 4) return false;
  return a.replace(/\d/g, "") === b.replace(/\d/g, "") ? a === b : editDistance(a, b) === 1;
}

/** ` Did you mean "title"?` for a likely typo, else an empty string. */
export function suggestion(wrong: string, candidates: readonly string[]): string {
  const guess = nearest(wrong, candidates);
  return guess === undefined ? "" : ` Did you mean "${guess}"?`;
}

/** Optimal string alignment distance: insertions, deletions, replacements and swaps of neighbours. */
function editDistance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = at(last, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1);
      let least = Math.min(at(last, j) + 1, at(row, j - 1) + 1, replaced);
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (isSwap) least = Math.min(least, at(beforeLast, j - 2) + 1);
      row.push(least);
    }
    beforeLast = last;
    last = row;
  }
  return at(last, b.length);
}

function at(row: readonly number[], index: number): number {
  return row[index] ?? Infinity;
}
