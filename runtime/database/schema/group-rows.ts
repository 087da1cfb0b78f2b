/** Rows that have the same key, together, in the order in which each key came first. */
export function groupRows<T>(
  rows: readonly T[],
  keyOf: (row: T) => string,
): readonly (readonly [T, ...T[]])[] {
  const groups = new Map<string, [T, ...T[]]>();
  for (const row of rows) {
    const group = groups.get(keyOf(row));
    if (group === undefined) groups.set(keyOf(row), [row]);
    else group.push(row);
  }
  return [...groups.values()];
}
