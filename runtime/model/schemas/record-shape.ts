import type { z } from "zod";
import type { FieldType } from "../field-type.js";

/**
 * The type of the reads of an entity's records. Shapes refer to each other in circles, so they are interfaces, which
 * the compiler resolves only as far as a read needs.
 */
export interface RecordShape {
  /** The fields, each a `ShapeField`. */
  readonly fields: object;
  /** The shapes of related records: `UserShape`, `UserShape | null` or `CommentShape[]`. */
  readonly relations: object;
  /** The names of fields and relations that rights may hide in some of the records. Default: none. */
  readonly hidden?: string;
  /** Whether the names of the fields are unknown. Default: `false`. */
  readonly isAny?: boolean;
}

/** The types of an entity: of what its repository reads and writes. */
export interface EntityShape extends RecordShape {
  /** A record, as reads return it. */
  readonly record: object;
  /** The input of a create. `never` if the entity is read-only. */
  readonly input: object;
  /** The changes of an update. */
  readonly changes: object;
  /** The names of the key fields: `"id"`, or `"orderid" | "line"` for a composite key. */
  readonly key: string;
  /** The tables that `db` knows. Default: unknown. */
  readonly tables?: unknown;
}

/** A field in reads: the type of its values, and the operators of its conditions. */
export interface ShapeField<V = unknown, K extends FieldKind = FieldKind> {
  readonly value: V;
  readonly kind: K;
}

/** The operators that conditions may use for a field. `json` also compares values inside, by their path. */
export type FieldKind = FieldType["conditions"] | "json";

/** The fields of a zod object of generated code. */
export type FieldsIn<Z extends z.ZodObject> = {
  [N in keyof Z["shape"]]: ShapeField<z.output<Z["shape"][N]>, KindIn<Z["shape"][N]>>;
};

/** Marks a schema whose type does not show which operators conditions may use. No value has this member. */
export type KindMark<K extends FieldKind> = { readonly "~kind": K };

type KindIn<Z> =
  Z extends z.ZodNullable<infer Inner>
    ? KindIn<Inner>
    : Z extends KindMark<infer K>
      ? K
      : Z extends z.ZodString
        ? "text"
        : Z extends z.ZodArray
          ? "list"
          : z.output<Z> extends string | number | boolean | null
            ? "ordered"
            : "json";

/** The shape of records of which only the type is known: their fields, and no relations. */
export interface PlainShape<R> {
  readonly fields: { [N in keyof R]: ShapeField<R[N], KindOfValue<NonNullable<R[N]>>> };
  readonly relations: object;
  readonly isAny: string extends keyof R ? true : false;
}

/** The types of an entity of which only records, inputs and keys are known. */
export interface PlainEntity<
  R extends object = Readonly<Record<string, unknown>>,
  N extends object = object,
  C extends object = object,
  K extends string = string extends keyof R ? string : "id",
> extends PlainShape<R> {
  readonly record: R;
  readonly input: N;
  readonly changes: C;
  readonly key: K;
}

type KindOfValue<V> = V extends string
  ? "text"
  : V extends number | boolean
    ? "ordered"
    : V extends readonly unknown[]
      ? "list"
      : "json";

export type FieldName<S extends RecordShape> = keyof S["fields"] & string;
export type RelationName<S extends RecordShape> = keyof S["relations"] & string;

/** The relations that lead to lists. */
export type ListName<S extends RecordShape> = {
  [N in RelationName<S>]: S["relations"][N] extends readonly unknown[] ? N : never;
}[RelationName<S>];

/** The shape of the records that a relation leads to. */
export type TargetOf<L> = L extends readonly (infer S extends RecordShape)[] ? S : Extract<L, RecordShape>;

/** Whether nothing is known about the records, because the configuration is not known. */
export type IsAnyShape<S extends RecordShape> = S extends { readonly isAny: true } ? true : false;
