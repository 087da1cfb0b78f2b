/**
 * The number of parameters in the statement for this many values: as many up to 8, then rounded up by less than a
 * quarter, so that few statements are compiled and few values are sent twice.
 */
export function paddedCount(values: number): number {
  let step = 1;
  while (step * 8 < values) step *= 2;
  return Math.ceil(values / step) * step;
}

/** If there are fewer values than parameters, the last value is repeated. */
export function paddedValue<T>(values: readonly T[], index: number): T | undefined {
  return values[Math.min(index, values.length - 1)];
}
