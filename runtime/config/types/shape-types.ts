import type { FieldTypeRows } from "../../model/field-type.js";
import type { FieldKind, ShapeField } from "../../model/schemas/record-shape.js";
import type { Config, EntityConfig } from "../config.js";
import type { EntityName, EntityNamed, EntityNameLike, EntityOf, IfOwned } from "./effective-types.js";
import type { HiddenMember, HidesRecords } from "./hidden-types.js";
import type { CompositeKeyOf, FieldsOf, Inverses, List, ListsOf, ResolvedName } from "./record-types.js";

/** The members of an entity's records for `select`, `where` and `orderBy`. */
export interface ShapeOf<C extends Config, N extends EntityName<C>> {
  readonly fields: ShapeFields<C, EntityOf<C, N>>;
  readonly relations: ShapeRelations<C, N, EntityOf<C, N>>;
  readonly hidden: HiddenMembers<C, EntityOf<C, N>> & string;
  readonly isAny: string extends keyof C["entities"] ? true : false;
}

type ShapeFields<C extends Config, E> = E extends EntityConfig
  ? { [N in keyof FieldsOf<C, E>]: ShapeField<FieldsOf<C, E>[N], KindNamed<E["fields"], N>> } & {
      [N in keyof ListsOf<E>]: ShapeField<ListsOf<E>[N], "none">;
    }
  : never;

/** All fields that the server adds can be sorted by. */
type KindNamed<F, N> = N extends keyof F ? KindOf<F[N]> : "ordered";

type KindOf<F> = F extends { type: "json" }
  ? "json"
  : F extends { values: readonly unknown[] }
    ? "ordered"
    : F extends { type: infer T extends keyof FieldTypeRows }
      ? FieldTypeRows[T]["conditions"]
      : FieldKind;

type ShapeRelations<C extends Config, N extends string, E> = E extends EntityConfig
  ? FieldRelations<C, E["fields"]> & CompositeRelations<C, E> & OwnerRelation<C, E> & InverseRelations<C, N>
  : never;

type FieldRelations<C extends Config, F> = {
  [N in keyof F as ResolvedName<F[N]>]: F[N] extends Target<infer Name>
    ? F[N] extends List
      ? RelatedShape<C, Name>[]
      : ToOne<C, Name, F[N] extends { isRequired: true } ? true : false>
    : never;
};

type Target<Name extends string> = { foreignKey: { targetEntityName: Name } };

type CompositeRelations<C extends Config, E extends EntityConfig> = {
  [K in CompositeKeyOf<E> as K["resolvedEntityName"]]: ToOne<
    C,
    K["targetEntityName"],
    K extends { fields: readonly (infer F)[] } ? AreRequired<E["fields"], F> : false
  >;
};

/** Whether none of these fields can be null. */
type AreRequired<F, Name> = Name extends keyof F
  ? F[Name] extends { isRequired: true }
    ? true
    : false
  : false;

type OwnerRelation<C extends Config, E extends EntityConfig> = IfOwned<
  C,
  E,
  { owner: RelatedShape<C, "user"> | null }
>;

/** The record that a key points to. Nullable if the key is nullable, or if rights may hide the record. */
type ToOne<C extends Config, Name extends string, IsRequired extends boolean> =
  | RelatedShape<C, Name>
  | ([false] extends [IsRequired] ? null : HidesRecords<EntityNamed<C, Name>> extends true ? null : never);

/** The shape of the entity that a foreign key names. */
type RelatedShape<C extends Config, Name extends string> = ShapeOf<C, EntityNameLike<C, Name>>;

/** The relations that other entities define by `inverseName`. */
type InverseRelations<C extends Config, N extends string> = {
  [I in Extract<Inverses<C>, { target: Lowercase<N> }> as I["name"]]: I["isList"] extends true
    ? ShapeOf<C, I["source"]>[]
    : ShapeOf<C, I["source"]> | null;
};

/** The members that rights may hide in some records, and the relations whose key they are part of. */
type HiddenMembers<C extends Config, E> = E extends EntityConfig
  ? WithRelations<E, HiddenMember<E, keyof ShapeFields<C, E> & string>>
  : never;

type WithRelations<E extends EntityConfig, Name extends string> =
  | Name
  | ResolvedName<E["fields"][Name & keyof E["fields"]]>
  | ResolvedBy<CompositeKeyOf<E>, Name>
  | ("ownerid" extends Name ? "owner" : never);

/** The relations of composite keys with such a field. */
type ResolvedBy<K, Name> = K extends { fields: readonly (infer F)[]; resolvedEntityName: infer R }
  ? [Extract<F, Name>] extends [never]
    ? never
    : R
  : never;
