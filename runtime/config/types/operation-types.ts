import type { ZodType, input, output } from "zod";
import type { FieldTypeName, ListOf, ValueOf } from "../../model/field-type.js";
import type { ListItemType } from "../../model/values/list.js";

/** The types of a call. They do not exist at run time. */
export interface CallTypes {
  /** The parameters. */
  readonly input: unknown;
  readonly answer: unknown;
  /** Whether it is called by GET. */
  readonly isRead: boolean;
}

/** The types that `defineOperation` adds to an operation. */
export interface TypedCall<T extends CallTypes> {
  readonly types?: T;
}

/** The types of a written operation. */
export type CallTypesOf<O> = O extends { types?: infer T extends CallTypes }
  ? T
  : {
      readonly input: ParametersOfCall<O extends { parameters: infer P } ? P : unknown>;
      readonly answer: CallAnswer<
        O extends { returns: infer R } ? R : undefined,
        O extends { parameters: infer P } ? P : unknown
      >;
      readonly isRead: O extends { isRead: true } ? true : false;
    };

/** The value of a parameter or a field of an answer, without null. */
export type PlainValue<F> = F extends { values: readonly (infer V)[] }
  ? V
  : F extends { type: "list"; of: infer T extends ListItemType }
    ? ListOf<T>
    : F extends { type: infer T extends FieldTypeName }
      ? ValueOf<T>
      : never;

type IsGiven<P, N> = P extends { direction: "out" | "cursor" } ? never : N;
type IsFree<P, N> = P extends { isRequired: false } | { default: unknown } ? N : never;

/** The input that a caller sends. */
export type ParametersOfCall<P> = {
  readonly [N in keyof P as Exclude<IsGiven<P[N], N>, IsFree<P[N], N>>]: PlainValue<P[N]>;
} & { readonly [N in keyof P as IsGiven<P[N], N> & IsFree<P[N], N>]?: SentFreely<P[N]> };

type SentFreely<P> = PlainValue<P> | (P extends { isRequired: false } ? null : never) | undefined;

type ReadValue<F> = F extends { isRequired: true } ? PlainValue<F> : PlainValue<F> | null;
type ReadRows<R> = R extends { fields: infer F }
  ? { readonly [N in keyof F]: ReadValue<F[N]> }[]
  : Readonly<Record<string, unknown>>[];

type Outs<P> = {
  readonly [N in keyof P as P[N] extends { direction: "out" | "inout" } ? N : never]: PlainValue<P[N]> | null;
};

type ReturnedAs<R> = R extends undefined | "nothing"
  ? unknown
  : R extends { value: infer V }
    ? { readonly value: ReadValue<V> }
    : R extends { results: infer L extends readonly unknown[] }
      ? { readonly results: { readonly [I in keyof L]: ReadRows<L[I]> } }
      : { readonly items: ReadRows<R> };

export type CallAnswer<R, P> = [R, keyof Outs<P>] extends [undefined | "nothing", never]
  ? undefined
  : ReturnedAs<R> & Outs<P>;

/** The types of an operation with schemas of its handler. */
export type SchemaInput<I, P> = [I] extends [ZodType] ? input<I> : ParametersOfCall<P>;
export type SchemaAnswer<O, R, P> = [O] extends [ZodType] ? output<O> : CallAnswer<R, P>;
