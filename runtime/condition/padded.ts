/**
 * The number of parameters for this many values: exact up to 8, then rounded up by less than a quarter. So there are
 * few different statements, and few values are sent twice.
 */
export function paddedCount(values: number): number {
  let step = 1;
  while (step * 8 < values) step *= 2;
  return Math.ceil(values / step) * step;
}

/** The last value fills the remaining parameters. */
export function paddedValue<T>(values: readonly T[], index: number): T | undefined {
  return values[Math.min(index, values.length - 1)];
}
