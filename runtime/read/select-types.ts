import type { WhereOf } from "../condition/where-types.js";
import type {
  FieldName,
  IsAnyShape,
  ListName,
  RecordShape,
  RelationName,
  ShapeField,
  TargetOf,
} from "../model/schemas/record-shape.js";

/**
 * The members of the answer to a read: `{ id: true, author: { username: true }, "count(comments)": true }`. `"*"`
 * selects the fields of the entity itself, `true` the fields of a relation's records.
 */
export type SelectOf<S extends RecordShape> =
  IsAnyShape<S> extends true
    ? object
    : { readonly "*"?: true } & { readonly [N in FieldName<S>]?: true } & {
        readonly [N in RelationName<S>]?: true | SelectRelation<S["relations"][N]>;
      } & { readonly [N in CountName<S>]?: true };

type CountName<S extends RecordShape> = `count(${ListName<S>})`;

type SelectRelation<L> = [L] extends [readonly unknown[]] ? ListOptions<TargetOf<L>> : SelectOf<TargetOf<L>>;

/** The options of a list of related records. */
export interface ListOptions<S extends RecordShape> {
  /** The members of each record. Default: the fields of the entity itself. */
  readonly select?: SelectOf<S> | string;
  /** A condition on the records. Default: all. */
  readonly where?: WhereOf<S>;
  /** `~` before a name descends. Default: the key. */
  readonly orderBy?: OrderOf<S> | readonly OrderOf<S>[];
  /** The maximum number of records to return. Default: the configuration's `defaultNestedTake`. */
  readonly take?: number;
  /** Number of records to skip. Default: 0. */
  readonly skip?: number;
}

/** A field to sort by, or a path to a field of a to-one relation: `"title"`, `"~author.username"`. */
export type OrderOf<S extends RecordShape> =
  IsAnyShape<S> extends true ? string : OrderPath<S, [1, 1]> | `~${OrderPath<S, [1, 1]>}`;

/** Paths over as many relations as `Depth` has items. Longer ones are checked at run time. */
type OrderPath<S extends RecordShape, Depth extends readonly unknown[]> =
  | SortableName<S>
  | {
      [N in Exclude<RelationName<S>, ListName<S>>]: Depth extends readonly [unknown, ...infer Rest]
        ? `${N}.${OrderPath<TargetOf<S["relations"][N]>, Rest>}`
        : `${N}.${string}`;
    }[Exclude<RelationName<S>, ListName<S>>];

type SortableName<S extends RecordShape> = {
  [N in FieldName<S>]: S["fields"][N] extends ShapeField<unknown, "ordered" | "text"> ? N : never;
}[FieldName<S>];

/**
 * `T` with a message in place of each invalid member. As a constraint of `T`, it reports a mistake that the compiler
 * allows in a type argument: undeclared members.
 */
export type CheckedSelect<S extends RecordShape, T> =
  IsAnyShape<S> extends true
    ? unknown
    : {
        readonly [N in keyof T]: N extends RelationName<S>
          ? T[N] extends true
            ? true
            : S["relations"][N] extends readonly unknown[]
              ? CheckedList<TargetOf<S["relations"][N]>, T[N]>
              : CheckedSelect<TargetOf<S["relations"][N]>, T[N]>
          : N extends "*" | FieldName<S> | CountName<S>
            ? true
            : `There is no field or relation "${N & string}".`;
      };

type CheckedList<S extends RecordShape, T> = {
  readonly [N in keyof T]: N extends "select"
    ? CheckedSelect<S, T[N]>
    : N extends keyof ListOptions<S>
      ? ListOptions<S>[N]
      : `A list has no option "${N & string}".`;
};

/** The selection of a shape's records: an object as in `SelectOf`, or a text as in a query string. */
export type Selectable<S extends RecordShape, T> = string | (SelectOf<S> & CheckedSelect<S, T>);

/** Which records to read, and which members of them. */
export interface ReadOptions<S extends RecordShape, T> {
  /** The members of the answer: the result has their types. */
  readonly select: T;
  /** A condition, as in `{ views: { gt: 10 } }` or `views>10`. Default: all records. */
  readonly where?: WhereOf<S> | undefined;
  /** Up to 8 fields or paths over to-one relations, `~` for descending order. Default: the key. */
  readonly orderBy?: OrderOf<S> | readonly OrderOf<S>[] | undefined;
  /** The maximum number of records to return. Default: the configuration's `maxTake`. */
  readonly take?: number | undefined;
  /** Number of records to skip. Default: 0. Not together with `after`. */
  readonly skip?: number | undefined;
  /** The `next` of a page, to continue after it. */
  readonly after?: string | undefined;
  /** Whether to count all matches. Default: `false`. */
  readonly count?: boolean | undefined;
}

/** The record that a selection returns. */
export type SelectedOf<S extends RecordShape, T> = T extends string
  ? Readonly<Record<string, unknown>>
  : IsAnyShape<S> extends true
    ? Readonly<Record<string, unknown>>
    : Simplify<
        (T extends { readonly "*": true } ? OwnFields<S> : unknown) &
          Hideable<S, { -readonly [N in keyof T as Exclude<N, "*">]: Member<S, N, T[N]> }>
      >;

type Member<S extends RecordShape, N, T> =
  N extends FieldName<S>
    ? ValueIn<S["fields"][N]>
    : N extends RelationName<S>
      ? RelatedRecords<S["relations"][N], T>
      : number;

type RelatedRecords<L, T> = [L] extends [readonly unknown[]]
  ? SelectedItem<TargetOf<L>, T>[]
  : Whole<TargetOf<L>, T> | Extract<L, null>;

type SelectedItem<S extends RecordShape, T> = T extends { readonly select: infer Inner }
  ? SelectedOf<S, Inner>
  : Simplify<OwnFields<S>>;

type Whole<S extends RecordShape, T> = T extends true ? Simplify<OwnFields<S>> : SelectedOf<S, T>;

/** The fields of the entity itself, without lists of ids. */
type OwnFields<S extends RecordShape> = Hideable<
  S,
  {
    [N in FieldName<S> as S["fields"][N] extends ShapeField<unknown, "none"> ? never : N]: ValueIn<
      S["fields"][N]
    >;
  }
>;

/** Members that rights may hide are optional. */
type Hideable<S extends RecordShape, T> = [HiddenName<S>] extends [never]
  ? T
  : Omit<T, HiddenName<S>> & Partial<Pick<T, HiddenName<S> & keyof T>>;

type HiddenName<S extends RecordShape> = S extends { readonly hidden: infer N extends string } ? N : never;

type ValueIn<F> = F extends ShapeField<infer V> ? V : never;

type Simplify<T> = { [N in keyof T]: T[N] } & {};
