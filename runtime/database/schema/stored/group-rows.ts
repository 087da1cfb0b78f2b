/** A row of a catalog about a part of a table: a column, an index, a constraint or a trigger. */
export interface PartRow {
  readonly schema: string;
  readonly table: string;
  readonly name: string;
}

/** Groups rows by key, in the order in which each key first occurs. */
export function groupRows<T>(
  rows: readonly T[],
  keyOf: (row: T) => unknown,
): readonly (readonly [T, ...T[]])[] {
  const groups = new Map<unknown, [T, ...T[]]>();
  for (const row of rows) {
    const group = groups.get(keyOf(row));
    if (group === undefined) groups.set(keyOf(row), [row]);
    else group.push(row);
  }
  return [...groups.values()];
}
