import type { ListOf, ValueOf } from "../../model/field-type.js";
import type { ListWrites } from "../../model/schemas/list-writes.js";
import type { ListItemType } from "../../model/values/list.js";
import type { Config, EntityConfig, FieldConfig } from "../config.js";
import type { EntityName, EntityNamed, EntityOf, HasOwner, HasUsers, IfOwned } from "./effective-types.js";

/** A record of an entity, as reads return it. */
export type RecordOf<C extends Config, N extends EntityName<C>> =
  EntityOf<C, N> extends infer E extends EntityConfig
    ? Simplify<FieldsOf<C, E> & ListsOf<E> & ResolvedOf<C, E> & OwnerOf<C, E>>
    : never;

/** The input of a create. `never` if the entity is read-only. */
export type NewRecordOf<C extends Config, N extends EntityName<C>> =
  EntityOf<C, N> extends infer E extends EntityConfig
    ? E extends { isReadOnly: true }
      ? never
      : Simplify<NewFieldsOf<E> & NewListsOf<C, N>>
    : never;

/** The input of an update. `never` if the entity is read-only. */
export type ChangesOf<C extends Config, N extends EntityName<C>> =
  EntityOf<C, N> extends infer E extends EntityConfig
    ? E extends { isReadOnly: true }
      ? never
      : Simplify<ChangedFieldsOf<E> & ChangedListsOf<C, N>>
    : never;

/** The names of the primary key's fields: a union for a composite key. */
export type KeyNameOf<C extends Config, N extends EntityName<C>> = KeyName<EntityOf<C, N>>;

type KeyName<E> = E extends { primaryKey: infer P extends string }
  ? P
  : E extends { primaryKey: readonly (infer P extends string)[] }
    ? P
    : "id";

/** The columns of a record, without related records. */
export type FieldsOf<C extends Config, E extends EntityConfig> = Readonly<
  Record<OwnKeyName<E>, OwnKey<E>>
> & {
  [N in keyof E["fields"] as E["fields"][N] extends Secret | List ? never : N]: Value<E["fields"][N]>;
} & TimeOf<E, "createdat"> &
  TimeOf<E, "updatedat"> &
  OwnerIdOf<C, E>;

type Secret = { readonly type: "secret" };
export type List = { readonly foreignKey: { readonly isManyToMany: true } };

/** The ids in a record's lists of other records. */
export type ListsOf<E extends EntityConfig> = {
  [N in keyof E["fields"] as E["fields"][N] extends List ? N : never]: ValueOf<E["fields"][N]["type"]>[];
};

/** The related records of foreign keys and lists, if they are included. */
type ResolvedOf<C extends Config, E extends EntityConfig> = {
  readonly [N in keyof E["fields"] as ResolvedName<E["fields"][N]>]?: ResolvedValue<C, E["fields"][N]>;
} & {
  readonly [K in CompositeKeyOf<E> as K["resolvedEntityName"]]?: TargetOf<C, K["targetEntityName"]> | null;
};

/** The foreign keys of several fields that resolve a record. Each has its own name. */
export type CompositeKeyOf<E> = E extends { foreignKeys: readonly (infer K)[] }
  ? K extends { resolvedEntityName: string; targetEntityName: string }
    ? K
    : never
  : never;

export type ResolvedName<F> = F extends { foreignKey: { resolvedEntityName: infer Name extends string } }
  ? Name
  : never;

type ResolvedValue<C extends Config, F> = F extends {
  foreignKey: { targetEntityName: infer Name extends string };
}
  ? F extends List
    ? TargetOf<C, Name>[]
    : TargetOf<C, Name> | null
  : never;

/** The members of a related record. All are optional: the caller may not be allowed to read them. */
type TargetOf<C extends Config, Name extends string> =
  EntityNamed<C, Name> extends infer E extends EntityConfig ? Partial<Simplify<FieldsOf<C, E>>> : never;

type OwnerIdOf<C extends Config, E extends EntityConfig> =
  HasOwner<C, E> extends true ? { readonly ownerid: UserIdOf<C> | null } : unknown;

type OwnerOf<C extends Config, E extends EntityConfig> = IfOwned<
  C,
  E,
  { readonly owner?: TargetOf<C, "user"> | null }
>;

/** Ids of a provider's users are strings. */
type UserIdOf<C extends Config> =
  HasUsers<C> extends true
    ? EntityNamed<C, "user"> extends infer E extends EntityConfig
      ? KeyValue<E>
      : never
    : string;

type KeyValue<E extends EntityConfig> =
  KeyName<E> extends infer Name extends keyof E["fields"] ? Value<E["fields"][Name]> : OwnKey<E>;

/** The lists that a create may write too: each with its new records, without the reference to the record. */
type NewListsOf<C extends Config, N extends string> = {
  [W in WritableListOf<C, N> as W["name"]]?: readonly NewItemOf<C, W>[] | undefined;
};

/** The same for updates. */
type ChangedListsOf<C extends Config, N extends string> = {
  [W in WritableListOf<C, N> as W["name"]]?:
    | ListWrites<
        NewItemOf<C, W>,
        Omit<ChangesOf<C, W["source"]>, W["fields"]>,
        ItemKey<C, W>,
        ItemId<ItemKey<C, W>>
      >
    | undefined;
};

interface AnyWritable<C extends Config> {
  readonly source: EntityName<C>;
  readonly fields: PropertyKey;
}

type WritableListOf<C extends Config, N extends string> = Extract<
  Inverses<C>,
  { readonly target: Lowercase<N>; readonly isWritable: true }
>;

/** Every inverse relation of the configuration, so that they are collected once and not for each entity. */
export type Inverses<C extends Config> = {
  [N in EntityName<C>]: InversesIn<EntityOf<C, N>, N>;
}[EntityName<C>];

type InversesIn<E, N> = E extends EntityConfig
  ? | {
        [F in keyof E["fields"]]: InverseOf<
          E["fields"][F]["foreignKey"],
          N,
          F,
          E["fields"][F] extends List ? true : FindsMany<E, E["fields"][F], F>
        >;
      }[keyof E["fields"]]
    | (E extends { foreignKeys: readonly (infer K)[] }
        ? K extends { fields: readonly (infer F)[] }
          ? InverseOf<K, N, F, FindsMany<E, E["fields"][F & keyof E["fields"]], F>>
          : never
        : never)
  : never;

/** A relation that other entities define by `inverseName`: the entity of its records, and their fields that refer back. */
type InverseOf<K, Source, Field, IsList extends boolean> = K extends {
  inverseName: infer Name extends string;
  targetEntityName: infer T extends string;
}
  ? {
      readonly name: Name;
      readonly target: Lowercase<T>;
      readonly source: Source;
      readonly fields: Field;
      readonly isList: IsList;
      readonly isWritable: K extends { isWritable: true } ? true : false;
    }
  : never;

/** Whether several records can have the same values: no field is unique, and they are not the whole key. */
type FindsMany<E, F, Name> =
  true extends IsUnique<F>
    ? false
    : [KeyName<E>] extends [never]
      ? true
      : [KeyName<E>] extends [Name]
        ? false
        : true;

type IsUnique<F> = F extends { isUnique: true } ? true : false;

type NewItemOf<C extends Config, W extends AnyWritable<C>> = Simplify<
  Omit<NewRecordOf<C, W["source"]>, W["fields"]>
>;

/** The members that identify a record within one list. */
type ItemKey<C extends Config, W extends AnyWritable<C>> = Pick<
  RecordOf<C, W["source"]>,
  Exclude<KeyNameOf<C, W["source"]>, W["fields"]> & keyof RecordOf<C, W["source"]>
>;

/** The value of the only member, or an object of several. */
type ItemId<K> = IsUnion<keyof K> extends true ? K : K[keyof K];

type IsUnion<T, Each = T> = T extends unknown ? ([Each] extends [T] ? false : true) : never;

type NewFieldsOf<E extends EntityConfig> = Simplify<
  { [N in keyof E["fields"] as CreateKey<E["fields"][N], N, "required">]: Input<E["fields"][N]> } & {
    [N in keyof E["fields"] as CreateKey<E["fields"][N], N, "optional">]?: Input<E["fields"][N]> | undefined;
  }
>;

type ChangedFieldsOf<E extends EntityConfig> = Simplify<{
  [N in keyof E["fields"] as E["fields"][N]["isEditable"] extends false ? never : N]?:
    | Input<E["fields"][N]>
    | undefined;
}>;

/** The name of the key that the server adds, if any. */
type OwnKeyName<E extends EntityConfig> = E extends { primaryKey: string | readonly string[] }
  ? Exclude<KeyName<E>, keyof E["fields"]>
  : "id";

type OwnKey<E extends EntityConfig> = E extends { systemFields: { id: "uuid" } } ? string : number;

export type Simplify<T> = { [K in keyof T]: T[K] } & {};

type TimeOf<E extends EntityConfig, Name extends "createdat" | "updatedat"> =
  HasTime<E, Name> extends true ? Readonly<Record<Name, string>> : unknown;

type HasTime<E extends EntityConfig, Name extends "createdat" | "updatedat"> = E extends {
  systemFields: Record<Name, infer Has extends boolean>;
}
  ? Has
  : E extends { isReadOnly: true }
    ? false
    : true;

type CreateKey<F extends FieldConfig, Name, Kind extends "required" | "optional"> = F extends {
  isIgnoredOnCreate: true;
}
  ? never
  : F extends { isRequired: true }
    ? F extends { default: unknown } | { filledBy: string }
      ? Kind extends "optional"
        ? Name
        : never
      : Kind extends "required"
        ? Name
        : never
    : Kind extends "optional"
      ? Name
      : never;

type Input<F extends FieldConfig> = F extends List ? readonly ValueOf<F["type"]>[] : Value<F>;

type Value<F extends FieldConfig> = NonNullValue<F> | (F["isRequired"] extends true ? never : null);

type NonNullValue<F extends FieldConfig> = F extends { type: "list"; of: infer T extends ListItemType }
  ? ListOf<T>
  : OneOf<F>;

type OneOf<F extends FieldConfig> = F extends { values: readonly (infer V)[] } ? V : ValueOf<F["type"]>;
