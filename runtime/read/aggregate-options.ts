import type { DatePart } from "../database/sql/aggregates/aggregation.js";
import { parseWhereObject } from "../condition/parse-where-object.js";
import type { WhereTemplate } from "../condition/where-template.js";
import { singleMistake } from "../errors/api-error.js";
import { suggestion } from "../errors/nearest.js";
import { quoteName } from "../model/names.js";
import type { AggregateRequest, AggregateTerm } from "./aggregate-request.js";
import { parseAggregateOrders, parseAggregateTerms } from "./parse-aggregate-term.js";

/** Which groups of records to read. */
export interface AggregateOptions<R = Record<string, unknown>> {
  /**
   * Fields, fields of records that foreign keys refer to (`author.username`), and parts of dates and times in UTC
   * (`month(createdat)`). Default: all records are one group.
   */
  readonly groupBy?: readonly GroupName<R>[] | undefined;
  /** Whether to count the records of each group, as `count()`. */
  readonly count?: boolean | undefined;
  /** The fields to sum, as `sum(total)`. */
  readonly sum?: readonly FieldPath<R>[] | undefined;
  readonly avg?: readonly FieldPath<R>[] | undefined;
  readonly min?: readonly FieldPath<R>[] | undefined;
  readonly max?: readonly FieldPath<R>[] | undefined;
  /** The fields whose different values are counted, as `count(distinct customerid)`. */
  readonly countDistinct?: readonly FieldPath<R>[] | undefined;
  /** Which records. Default: all. */
  readonly where?: WhereOption | undefined;
  /** Which groups: `{ "sum(total)": { gt: 100 } }`. Default: all. */
  readonly having?: WhereOption | undefined;
  /** Groups and aggregates, `~` before one for descending: `["~sum(total)"]`. Default: the groups. */
  readonly orderBy?: readonly string[] | undefined;
  /** The maximum number of groups to return, at most 1000. Default: 1000. */
  readonly take?: number | undefined;
  /** How many groups to skip. Default: 0. */
  readonly skip?: number | undefined;
  /** The `next` of a page, to continue after it. Not together with `skip`. */
  readonly after?: string | undefined;
  /** Whether to count all groups, as the page's `count`. */
  readonly countGroups?: boolean | undefined;
}

/** A condition as an object, a text or the result of `where`. */
type WhereOption = string | WhereTemplate | Readonly<Record<string, unknown>>;
type Name<R> = keyof R & string;
type FieldPath<R> = Name<R> | `${string}.${string}`;
type GroupName<R> = FieldPath<R> | `${DatePart}(${string})`;

/** One item of the answer: a group with its aggregates. */
export type AggregateLine<R, O extends Omit<AggregateOptions<R>, "where">> = Flat<
  Groups<R, Each<O["groupBy"]>> &
    (O["count"] extends true ? { readonly "count()": number } : unknown) & {
      readonly [F in Each<O["sum"]> as `sum(${F})`]: SumOf<R, F>;
    } & { readonly [F in Each<O["avg"]> as `avg(${F})`]: SumOf<R, F> | string } & {
      readonly [F in Each<O["min"]> as `min(${F})`]: ValueOf<R, F> | null;
    } & { readonly [F in Each<O["max"]> as `max(${F})`]: ValueOf<R, F> | null } & {
      readonly [F in Each<O["countDistinct"]> as `count(distinct ${F})`]: number;
    }
>;

type Flat<T> = { readonly [K in keyof T]: T[K] };
type Each<T> = T extends readonly (infer F extends string)[] ? F : never;
type ValueOf<R, F> = F extends keyof R ? R[F] : unknown;
/** The sum of decimals is a text; other sums are numbers while a double holds them exactly. */
type SumOf<R, F> = F extends keyof R
  ? NonNullable<R[F]> extends string
    ? string | null
    : number | string | null
  : number | string | null;

type Groups<R, G extends string> = {
  readonly [F in G as F extends `${string}.${string}` ? KeyOfPath<F> : F]: F extends keyof R
    ? R[F]
    : F extends `${string}(${string})`
      ? F extends `date(${string})`
        ? string | null
        : number | null
      : F extends `${string}.${infer Rest}`
        ? PathMembers<Rest>
        : never;
};
type KeyOfPath<F extends string> = F extends `${string}(${string})`
  ? F
  : F extends `${infer First}.${string}`
    ? First
    : never;
type PathMembers<F extends string> = F extends `${infer First}.${infer Rest}`
  ? { readonly [K in First]: PathMembers<Rest> }
  : { readonly [K in F]: unknown };

const names = [
  "groupBy",
  "count",
  "sum",
  "avg",
  "min",
  "max",
  "countDistinct",
  "where",
  "having",
  "orderBy",
  "take",
  "skip",
  "after",
  "countGroups",
];

/** @throws {ApiError} for an unknown option or a text that cannot be parsed. */
export function parseAggregateOptions<R>(options: AggregateOptions<R>): AggregateRequest {
  const wrong = Object.keys(options).find((name) => !names.includes(name));
  if (wrong !== undefined) {
    const message = `Unknown option ${quoteName(wrong)}.${suggestion(wrong, names)}`;
    throw singleMistake("invalid-select", "unknown-parameter", message, { path: wrong });
  }
  const { groupBy = [], count = false, sum, avg, min, max, countDistinct } = options;
  const { where, having, orderBy, take, skip, after, countGroups } = options;
  const number: AggregateTerm = { call: "count", isDistinct: false, path: [], place: { path: "count" } };
  return {
    select: [
      ...groupBy.flatMap((text) => parseAggregateTerms(text, "groupBy")),
      ...(count ? [number] : []),
      ...calls("sum", sum),
      ...calls("avg", avg),
      ...calls("min", min),
      ...calls("max", max),
      ...calls("count", countDistinct, "countDistinct"),
    ],
    where: where === undefined ? undefined : parseWhereObject(where),
    having: having === undefined ? undefined : parseWhereObject(having, undefined, "having"),
    orderBy: orderBy?.flatMap((text) => parseAggregateOrders(text, "orderBy")),
    take,
    skip,
    after,
    isCounted: countGroups,
  };
}

function calls(call: string, fields: readonly string[] = [], path = call): readonly AggregateTerm[] {
  return fields.map((field) => ({
    call,
    isDistinct: call === "count",
    path: field.split("."),
    place: { path },
  }));
}
