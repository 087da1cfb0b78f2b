import type { FieldTypeName, JsonValue } from "../model/field-type.js";
import type { Config, EntityConfig, FieldConfig } from "./config.js";

/** The names of a configuration's entities. */
export type EntityName<C extends Config> = keyof C["entities"] & string;

/** A record of the entity, as reads give it. */
export type RecordOf<E extends EntityConfig> = Simplify<
  { readonly id: KeyOf<E> } & {
    [N in keyof E["fields"] as E["fields"][N]["type"] extends "secret" ? never : N]: ReadValue<
      E["fields"][N]
    >;
  } & TimeOf<E, "createdat"> &
    TimeOf<E, "updatedat">
>;

/** What a create takes. */
export type NewRecordOf<E extends EntityConfig> = Simplify<
  { [N in keyof E["fields"] as CreateKey<E["fields"][N], N, "required">]: ReadValue<E["fields"][N]> } & {
    [N in keyof E["fields"] as CreateKey<E["fields"][N], N, "optional">]?:
      ReadValue<E["fields"][N]> | undefined;
  }
>;

/** What an update may change. */
export type ChangesOf<E extends EntityConfig> = Simplify<{
  [N in keyof E["fields"] as E["fields"][N]["isEditable"] extends false ? never : N]?:
    ReadValue<E["fields"][N]> | undefined;
}>;

export type KeyOf<E extends EntityConfig> = E extends { systemFields: { id: "uuid" } } ? string : number;

type Simplify<T> = { [K in keyof T]: T[K] } & {};

type TimeOf<E extends EntityConfig, Name extends "createdat" | "updatedat"> = E extends {
  systemFields: Record<Name, false>;
}
  ? unknown
  : Readonly<Record<Name, string>>;

type CreateKey<F extends FieldConfig, Name, Kind extends "required" | "optional"> = F extends {
  isIgnoredOnCreate: true;
}
  ? never
  : F extends { isRequired: true }
    ? F extends { default: unknown }
      ? Kind extends "optional"
        ? Name
        : never
      : Kind extends "required"
        ? Name
        : never
    : Kind extends "optional"
      ? Name
      : never;

type ReadValue<F extends FieldConfig> = Listed<F> | (F["isRequired"] extends true ? never : null);

type Listed<F extends FieldConfig> = F extends { values: readonly (infer V)[] } ? V : ValueOf<F["type"]>;

type ValueOf<T extends FieldTypeName> = T extends "int" | "float"
  ? number
  : T extends "bigint"
    ? number | string
    : T extends "boolean"
      ? boolean
      : T extends "json"
        ? JsonValue
        : string;
