/** What becomes of tables, or of the columns, indexes or foreign keys of one. */
export interface Diff<Was, Is = Was> {
  /** The former one of each that stays. */
  readonly formers: ReadonlyMap<Is, Was>;
  readonly added: readonly Is[];
  readonly removed: readonly Was[];
}

/** Finds the former one. `left` are those that are not the former one of another. */
export type FindFormer<Was, Is = Was> = (is: Is, left: readonly Was[]) => Was | undefined;

/**
 * The difference between two lists: of a database and of a configuration, or of two snapshots.
 * @param ways How former ones are found. Each way is tried for all before the next one.
 */
export function diffParts<Was, Is>(
  before: readonly Was[],
  after: readonly Is[],
  ...ways: readonly FindFormer<Was, Is>[]
): Diff<Was, Is> {
  const formers = new Map<Is, Was>();
  let left = before;
  for (const find of ways) {
    for (const is of after) {
      const former = formers.has(is) ? undefined : find(is, left);
      if (former === undefined) continue;
      formers.set(is, former);
      left = left.filter((was) => was !== former);
    }
  }
  return { formers, added: after.filter((is) => !formers.has(is)), removed: left };
}
