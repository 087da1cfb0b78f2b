/** What becomes of tables, or of the columns, indexes or foreign keys of one. */
export interface Diff<Was, Is = Was> {
  /** The former one of each that stays. */
  readonly formers: ReadonlyMap<Is, Was>;
  readonly added: readonly Is[];
  readonly removed: readonly Was[];
}

/** How the former one of each is found: by the first of these tests that one passes. */
export interface MatchRule<Was, Is = Was> {
  readonly tests: readonly ((was: Was, is: Is) => boolean)[];
  /** Whether several may have the same former one. */
  readonly isShared?: boolean;
}

/** The difference between two lists: of a database and of the configuration, or of two snapshots. */
export function diffParts<Was, Is>(
  before: readonly Was[],
  after: readonly Is[],
  { tests, isShared = false }: MatchRule<Was, Is>,
): Diff<Was, Is> {
  const formers = new Map<Is, Was>();
  const taken = new Set<Was>();
  for (const test of tests) {
    for (const is of after) {
      if (formers.has(is)) continue;
      const former = before.find((was) => (isShared || !taken.has(was)) && test(was, is));
      if (former === undefined) continue;
      formers.set(is, former);
      taken.add(former);
    }
  }
  return {
    formers,
    added: after.filter((is) => !formers.has(is)),
    removed: before.filter((was) => !taken.has(was)),
  };
}
