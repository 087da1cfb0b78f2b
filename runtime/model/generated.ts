/**
 * A column that the database fills: a create may leave it out. It is the same as `Generated` of Kysely, whose
 * queries read it by its members, and is repeated here so that schemas need no types of Kysely.
 */
export interface Generated<T> {
  readonly __select__: T;
  readonly __insert__: T | undefined;
  readonly __update__: T;
}
