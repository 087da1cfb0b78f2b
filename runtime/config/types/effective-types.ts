import type { Config, EntityConfig, FieldConfig } from "../config.js";
import type { userFields, userPermissions, verifiedField } from "../effective-entities.js";

/** The names of a configuration's entities, including the `user` that `auth.secretKey` adds. */
export type EntityName<C extends Config> = (keyof C["entities"] | AddedName<C>) & string;

/** An entity with what `auth` adds to it: the type-level counterpart of `effectiveEntities`. */
export type EntityOf<C extends Config, N> =
  IsAnyName<N> extends true
    ? EntityConfig
    : IsUsers<C, N> extends true
      ? UsersOf<C, N extends keyof C["entities"] ? C["entities"][N] : { readonly fields: object }>
      : N extends keyof C["entities"]
        ? C["entities"][N]
        : never;

/** Whether `N` is not a specific name. The compiler uses such types when it compares two `DataApi` types. */
type IsAnyName<N> = "" extends "any" & N ? true : false;

/** The entity that a foreign key names. Case is ignored. */
export type EntityNamed<C extends Config, Name extends string> = EntityOf<C, EntityNameLike<C, Name>>;

/** The entity's name as the configuration writes it. */
export type EntityNameLike<C extends Config, Name extends string> =
  Name extends EntityName<C> ? Name : NameLike<EntityName<C>, Name>;

/** Whether the server has users: `secretKey` is present and not `undefined`. */
export type HasUsers<C extends Config> = C extends { readonly auth: { readonly secretKey: infer Key } }
  ? [Key] extends [undefined]
    ? false
    : true
  : false;

/** Whether records have an owner. */
export type HasOwner<C extends Config, E extends EntityConfig> = C extends { readonly auth: object }
  ? E extends { systemFields: { ownerid: infer Has extends boolean } }
    ? Has
    : E extends { isReadOnly: true }
      ? false
      : true
  : false;

/** `T` if records refer to their owner, who is a user of this server. */
export type IfOwned<C extends Config, E extends EntityConfig, T> =
  HasOwner<C, E> extends true ? (HasUsers<C> extends true ? T : unknown) : unknown;

type AddedName<C extends Config> =
  HasUsers<C> extends true
    ? [NameLike<keyof C["entities"], "user">] extends [never]
      ? "user"
      : never
    : never;

/** The name that equals `Name` when case is ignored. */
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

/** The users entity: the configured options merged with the built-in ones. Users have no other owner. */
type UsersOf<C extends Config, E extends { readonly fields: object }> = Omit<
  E,
  "fields" | "systemFields" | "permissions"
> & {
  readonly fields: MergedFields<E["fields"]> & VerifiedFields<C>;
  readonly permissions: E extends { readonly permissions: infer P }
    ? Omit<typeof userPermissions, keyof P> & P
    : typeof userPermissions;
  readonly systemFields: (E extends { readonly systemFields: infer S } ? S : unknown) & {
    readonly ownerid: false;
  };
};

/** The configured fields, and the built-in ones with the configured options merged in. */
type MergedFields<F> = Omit<F, keyof UserFields> & {
  readonly [N in keyof UserFields]: N extends keyof F
    ? Omit<UserFields[N], keyof F[N]> & F[N]
    : UserFields[N];
};

/** Users have it with `auth.messages`. */
type VerifiedFields<C extends Config> = C extends { readonly auth: { readonly messages: object } }
  ? typeof verifiedField
  : unknown;

type UserFields = Omit<typeof userFields, "roles"> & {
  readonly roles: (typeof userFields)["roles"] & Listing<readonly string[]>;
};

/** Types a JSON field by a closed list of values. */
type Listing<T extends FieldConfig["default"]> = { readonly values: readonly T[] };
