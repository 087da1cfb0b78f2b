/**
 * The number of keys in all objects of a parsed JSON value. `undefined` if arrays and objects are nested more than
 * `maxDepth` levels deep.
 */
export function countKeys(value: unknown, maxDepth: number): number | undefined {
  if (typeof value !== "object" || value === null) return 0;
  if (maxDepth === 0) return undefined;
  let keys = 0;
  // Without a list or a function for each object of many.
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index++) {
      const inner = countKeys(value[index], maxDepth - 1);
      if (inner === undefined) return undefined;
      keys += inner;
    }
    return keys;
  }
  for (const key in value) {
    const inner = countKeys((value as Record<string, unknown>)[key], maxDepth - 1);
    if (inner === undefined) return undefined;
    keys += inner + 1;
  }
  return keys;
}
