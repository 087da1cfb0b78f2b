import type { Config, EntityConfig, FieldConfig } from "./config.js";
import type { userFields } from "./effective-entities.js";

/** The names of a configuration's entities; `user` is one of them wherever there are users. */
export type EntityName<C extends Config> = (keyof C["entities"] | AddedName<C>) & string;

/** An entity with what `auth` adds to it: the types of `effectiveEntities`. */
export type EntityOf<C extends Config, N> =
  IsAnyName<N> extends true
    ? EntityConfig
    : IsUsers<C, N> extends true
      ? UsersOf<N extends keyof C["entities"] ? C["entities"][N] : { readonly fields: object }>
      : N extends keyof C["entities"]
        ? C["entities"][N]
        : never;

/** Whether the compiler asks for no name in particular, as it does to compare the servers of two configurations. */
type IsAnyName<N> = "" extends "any" & N ? true : false;

/** The entity that a foreign key names, in whatever case. */
export type EntityNamed<C extends Config, Name extends string> = EntityOf<
  C,
  Name extends EntityName<C> ? Name : NameLike<EntityName<C>, Name>
>;

/** Whether there are users: whose key is there only where its value is. */
export type HasUsers<C extends Config> = C extends { readonly auth: { readonly secretKey: infer Key } }
  ? [Key] extends [undefined]
    ? false
    : true
  : false;

/** Whether records say whose they are. */
export type HasOwner<C extends Config, E extends EntityConfig> = C extends { readonly auth: object }
  ? E extends { systemFields: { ownerid: infer Has extends boolean } }
    ? Has
    : E extends { isReadOnly: true }
      ? false
      : true
  : false;

type AddedName<C extends Config> =
  HasUsers<C> extends true
    ? [NameLike<keyof C["entities"], "user">] extends [never]
      ? "user"
      : never
    : never;

/** The one of these names that differs at most by case. */
type NameLike<Names, Name extends string> = Names extends string
  ? Lowercase<Names> extends Lowercase<Name>
    ? Names
    : never
  : never;

type IsUsers<C extends Config, N> =
  HasUsers<C> extends true
    ? N extends string
      ? Lowercase<N> extends "user"
        ? true
        : false
      : false
    : false;

/** What is said of the users, and what is there without a word. They have no other owner. */
type UsersOf<E extends { readonly fields: object }> = Omit<E, "fields" | "systemFields" | "permissions"> & {
  readonly fields: MergedFields<E["fields"]>;
  readonly permissions: EntityConfig["permissions"];
  readonly systemFields: (E extends { readonly systemFields: infer S } ? S : unknown) & {
    readonly ownerid: false;
  };
};

/** The configuration's own fields, and those that are always there with what it says of them. */
type MergedFields<F> = {
  readonly [N in keyof UserFields]: N extends keyof LowerCase<F>
    ? Merged<UserFields[N], LowerCase<F>[N]>
    : UserFields[N];
} & { readonly [N in keyof F as Lowercase<N & string> extends keyof UserFields ? never : N]: F[N] };

type LowerCase<F> = { readonly [N in keyof F as Lowercase<N & string>]: F[N] };

type Merged<F, Said> = Omit<F, keyof Said> & Said;

type UserFields = Omit<typeof userFields, "roles"> & {
  readonly roles: (typeof userFields)["roles"] & Listing<readonly string[]>;
};

/** A type of JSON that is said as a closed list of values. */
type Listing<T extends FieldConfig["default"]> = { readonly values: readonly T[] };
