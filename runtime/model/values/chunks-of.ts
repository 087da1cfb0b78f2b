/** The list in parts of this size. */
export function chunksOf<T>(list: readonly T[], size: number): readonly (readonly T[])[] {
  if (list.length <= size) return list.length === 0 ? [] : [list];
  const count = Math.ceil(list.length / size);
  return Array.from({ length: count }, (_, index) => list.slice(index * size, (index + 1) * size));
}
