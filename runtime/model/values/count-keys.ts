/**
 * The number of keys in all objects of a parsed JSON value. `undefined` if arrays and objects are nested more than
 * `maxDepth` levels deep.
 * @param maxKeys The count ends when it exceeds this number, because a value whose references were replaced may contain
 * one large object many times. Default: no limit.
 */
export function countKeys(value: unknown, maxDepth: number, maxKeys = Infinity): number | undefined {
  if (typeof value !== "object" || value === null) return 0;
  if (maxDepth === 0) return undefined;
  let keys = 0;
  // These loops create no list and no function, because a body may have many objects.
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length && keys <= maxKeys; index++) {
      const inner = countKeys(value[index], maxDepth - 1, maxKeys - keys);
      if (inner === undefined) return undefined;
      keys += inner;
    }
    return keys;
  }
  for (const key in value) {
    if (++keys > maxKeys) return keys;
    const inner = countKeys((value as Record<string, unknown>)[key], maxDepth - 1, maxKeys - keys);
    if (inner === undefined) return undefined;
    keys += inner;
  }
  return keys;
}
