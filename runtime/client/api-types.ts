import type { Config } from "../config/config.js";
import type { EntityName, EntityNameLike, EntityOf, HasUsers } from "../config/types/effective-types.js";
import type { ChangesOf, KeyNameOf, NewRecordOf, RecordOf } from "../config/types/record-types.js";
import type { CallTypesOf } from "../config/types/operation-types.js";
import type { ShapeOf } from "../config/types/shape-types.js";
import type { RecordShape } from "../model/schemas/record-shape.js";
import type { IdOf } from "../repository/repository.js";

/** The types of an entity, as a client sees it. They do not exist at run time. */
export interface EntityTypes {
  /** The members for `select`, `where` and `orderBy`. */
  readonly shape: RecordShape;
  /** The id of a record: the value of its key, or an object if several fields form the key. */
  readonly id: unknown;
  /** The input of a create. `never` if the entity is read-only. */
  readonly input: unknown;
  /** The input of an update. `never` if the entity is read-only. */
  readonly changes: unknown;
  /** The fields of a key of several fields, in order. */
  readonly keys?: readonly string[];
}

/** The types of a server, as a client sees it. */
export interface ApiTypes {
  /** The `EntityTypes` by the entity's name. */
  readonly entities: object;
  /** The `CallTypes` of operations by name. */
  readonly operations?: object;
  /** The entity of the users, if the server has its own. */
  readonly users?: EntityTypes;
}

/** The types of a server, from its configuration. */
export interface ApiOf<C extends Config> {
  readonly entities: {
    readonly [N in EntityName<C>]: string extends N ? AnyEntity : EntityTypesOf<C, N>;
  };
  readonly operations: C["operations"] extends infer O
    ? { readonly [N in keyof NonNullable<O>]: CallTypesOf<NonNullable<O>[N]> }
    : never;
  readonly users: HasUsers<C> extends true ? EntityTypesOf<C, EntityNameLike<C, "user">> : never;
}

/** An entity of a configuration whose type is not known. */
interface AnyEntity {
  readonly shape: { readonly fields: object; readonly relations: object; readonly isAny: true };
  readonly id: string | number | object;
  readonly input: object;
  readonly changes: object;
}

interface EntityTypesOf<C extends Config, N extends EntityName<C>> {
  readonly shape: ShapeOf<C, N>;
  readonly id: IdOf<RecordOf<C, N>, KeyNameOf<C, N> & keyof RecordOf<C, N>>;
  readonly input: NewRecordOf<C, N>;
  readonly changes: ChangesOf<C, N>;
  readonly keys: CompositeKey<EntityOf<C, N>>;
}

type CompositeKey<E> = E extends { primaryKey: infer P extends readonly [string, string, ...string[]] }
  ? P
  : never;

/** The types of a server, given as they are or as its configuration. */
export type ApiTypesOf<T> = T extends Config ? ApiOf<T> : T extends ApiTypes ? T : never;

/** The keys of several fields, by entity. */
export type CompositeKeysOf<A extends ApiTypes> = {
  readonly [N in keyof A["entities"] as CompositeIn<A["entities"][N]> extends never ? never : N]: CompositeIn<
    A["entities"][N]
  >;
};

type CompositeIn<E> = E extends { readonly keys: infer K extends readonly string[] } ? K : never;

/** The types of an entity of a server. */
export type EntityIn<A extends ApiTypes, N> = N extends keyof A["entities"]
  ? A["entities"][N] extends infer E extends EntityTypes
    ? E
    : never
  : never;
