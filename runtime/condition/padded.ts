/**
 * The number of parameters in the statement for this many values, rounded up to a power of two, so that few
 * statements are compiled.
 */
export function paddedCount(values: number): number {
  let count = 1;
  while (count < values) count *= 2;
  return count;
}

/** If there are fewer values than parameters, the last value is repeated. */
export function paddedValue<T>(values: readonly T[], index: number): T | undefined {
  return values[Math.min(index, values.length - 1)];
}
