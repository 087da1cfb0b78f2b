/**
 * A column that the database fills: a create may leave it out. It equals Kysely's `Generated`, and is repeated here
 * so that schemas need no types of Kysely.
 */
export interface Generated<T> {
  readonly __select__: T;
  readonly __insert__: T | undefined;
  readonly __update__: T;
}

/** The rows of a table of a generated `Database`. Unknown if there is no such table any more. */
export type RowsIn<Tables, Name extends string> = Name extends keyof Tables ? Tables[Name] : unknown;
