import type { JsonValue } from "../model/field-type.js";
import type {
  FieldKind,
  FieldName,
  IsAnyShape,
  ListName,
  RecordShape,
  RelationName,
  ShapeField,
  TargetOf,
} from "../model/schemas/record-shape.js";
import type { WhereTemplate } from "./where-template.js";

/**
 * A condition on the records of a shape: an object whose members must all hold, what the template `where`
 * returns, or a text of the condition language.
 *
 * @example
 * { views: { gt: 10 }, status: ["draft", "sent"], author: { username: "anna" }, comments: { some: { text: { contains: "x" } } } }
 */
export type WhereOf<S extends RecordShape> = WhereObject<S> | WhereTemplate | string;

type WhereObject<S extends RecordShape> =
  IsAnyShape<S> extends true ? object : Members<S> & CombinedConditions<S>;

type Members<S extends RecordShape> = {
  readonly [N in FieldName<S> as S["fields"][N] extends ShapeField<unknown, "none"> ? never : N]?: Test<
    S["fields"][N]
  >;
} & {
  readonly [N in Exclude<RelationName<S>, ListName<S>>]?: WhereOf<TargetOf<S["relations"][N]>> | null;
} & {
  readonly [N in ListName<S>]?: ListTest<TargetOf<S["relations"][N]>> | null;
};

interface CombinedConditions<S extends RecordShape> {
  /** All of them hold. */
  readonly and?: readonly WhereOf<S>[];
  /** At least one of them holds. */
  readonly or?: readonly WhereOf<S>[];
  /** The condition is false. A comparison with a null is unknown, as in SQL. */
  readonly not?: WhereOf<S>;
}

/** A condition on a list of records. `null` instead: the list is empty. */
interface ListTest<S extends RecordShape> {
  /** At least one record meets it. */
  readonly some?: WhereOf<S>;
  /** No record meets it. */
  readonly none?: WhereOf<S>;
  /** Every record meets it: there is none for which it is false or unknown. */
  readonly every?: WhereOf<S>;
  /** How many records there are. */
  readonly count?: number | OrderedTest<number, number>;
}

/** A value of the caller, such as their id: `{ claim: "id" }`. It is null if the caller does not have it. */
export interface Claim {
  readonly claim: string;
}

/** A value is compared by `eq`, a list of values by `in`. */
type Test<F> = F extends ShapeField<infer V, infer K> ? TestOf<V, K, NonNullable<V>> : never;

type TestOf<V, K extends FieldKind, Value> = K extends "text"
  ? V | Claim | readonly (V | Claim)[] | TextTest<V, Value>
  : K extends "ordered"
    ? V | Claim | readonly (V | Claim)[] | OrderedTest<V, Value>
    : K extends "list"
      ? Extract<V, null> | ListFieldTest<Value>
      : K extends "json"
        ? null | NullTest | JsonTest
        : null | NullTest;

interface NullTest {
  readonly eq?: null;
  readonly ne?: null;
}

interface EqualTest<V> {
  readonly eq?: V | Claim;
  readonly ne?: V | Claim;
}

interface OrderedTest<V, Value> extends EqualTest<V> {
  readonly gt?: Value | Claim;
  readonly gte?: Value | Claim;
  readonly lt?: Value | Claim;
  readonly lte?: Value | Claim;
  readonly in?: readonly (V | Claim)[];
  readonly notIn?: readonly (V | Claim)[];
}

interface TextTest<V, Value> extends OrderedTest<V, Value> {
  readonly contains?: string | Claim;
  readonly notContains?: string | Claim;
  readonly startsWith?: string | Claim;
  readonly endsWith?: string | Claim;
  /** Ignores upper and lower case. */
  readonly ignoreCase?: boolean;
}

interface ListFieldTest<Value> extends NullTest {
  readonly has?: Value extends readonly (infer Item)[] ? Item | Claim : never;
}

/** A comparison of the value at a path of keys. A missing value is null. */
interface JsonTest extends Omit<TextTest<Exclude<JsonValue, object>, string | number>, "in" | "notIn"> {
  readonly path: readonly [string, ...string[]];
}
