/** Whether rights may hide some records of an entity from callers who may read others. */
export type HidesRecords<E> = E extends { readonly readValidator: (...args: never) => unknown }
  ? true
  : [ConditionalEntry<ReadEntry<E>>] extends [never]
    ? false
    : true;

/**
 * The members that callers may read in only some records: one entry of `read` allows them in some records, and
 * another does not allow them.
 */
export type HiddenMember<E, Name extends string> = [Extract<ReadEntry<E>, Listing>] extends [never]
  ? never
  : HiddenBy<ReadEntry<E>, Name>;

type HiddenBy<P, Name extends string> = Name extends string
  ? true extends Gives<ConditionalEntry<P>, Name>
    ? false extends Gives<P, Name>
      ? Name
      : never
    : never
  : never;

type ReadEntry<E> = E extends { readonly permissions: { readonly read: readonly (infer P)[] } } ? P : never;

/** The entries that apply to some records only. */
type ConditionalEntry<P> = P extends string
  ? "owner" extends P
    ? P
    : never
  : P extends { readonly where: string }
    ? P
    : P extends { readonly role: infer Role }
      ? "owner" extends Role
        ? P
        : never
      : never;

interface Listing {
  readonly fields: object;
}

/** Whether an entry allows a member. Case is ignored. */
type Gives<P, Name extends string> = P extends { readonly fields: infer F }
  ? F extends { readonly exclude: readonly (infer X extends string)[] }
    ? Lowercase<Name> extends Lowercase<X>
      ? false
      : Includes<F, Name>
    : Includes<F, Name>
  : P extends unknown
    ? true
    : never;

type Includes<F, Name extends string> = F extends { readonly include: readonly (infer I extends string)[] }
  ? Lowercase<Name> extends Lowercase<I>
    ? true
    : false
  : true;
