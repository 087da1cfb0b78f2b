/** Groups rows by key, in the order in which each key first occurs. */
export function groupRows<T>(
  rows: readonly T[],
  keyOf: (row: T) => unknown,
): readonly (readonly [T, ...T[]])[] {
  const groups = new Map<unknown, [T, ...T[]]>();
  for (const row of rows) {
    const key = keyOf(row);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [row]);
    else group.push(row);
  }
  return [...groups.values()];
}
