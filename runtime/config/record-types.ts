import type { FieldTypeName, JsonValue } from "../model/field-type.js";
import type { Config, EntityConfig, FieldConfig } from "./config.js";

/** The names of a configuration's entities. */
export type EntityName<C extends Config> = keyof C["entities"] & string;

/** A record of the entity, as reads give it. */
export type RecordOf<E extends EntityConfig> = Simplify<
  Readonly<Record<OwnKeyName<E>, OwnKey<E>>> & {
    [N in keyof E["fields"] as E["fields"][N]["type"] extends "secret" ? never : N]: ReadValue<
      E["fields"][N]
    >;
  } & TimeOf<E, "createdat"> &
    TimeOf<E, "updatedat">
>;

/** What a create takes; nothing where the entity is only read. */
export type NewRecordOf<E extends EntityConfig> = E extends { isReadOnly: true } ? never : NewFieldsOf<E>;

type NewFieldsOf<E extends EntityConfig> = Simplify<
  { [N in keyof E["fields"] as CreateKey<E["fields"][N], N, "required">]: ReadValue<E["fields"][N]> } & {
    [N in keyof E["fields"] as CreateKey<E["fields"][N], N, "optional">]?:
      ReadValue<E["fields"][N]> | undefined;
  }
>;

/** What an update may change; nothing where the entity is only read. */
export type ChangesOf<E extends EntityConfig> = E extends { isReadOnly: true } ? never : ChangedFieldsOf<E>;

type ChangedFieldsOf<E extends EntityConfig> = Simplify<{
  [N in keyof E["fields"] as E["fields"][N]["isEditable"] extends false ? never : N]?:
    ReadValue<E["fields"][N]> | undefined;
}>;

/** The names of the fields that identify a record: more than one where they do so together. */
export type KeyNameOf<E extends EntityConfig> = E extends { primaryKey: infer P extends string }
  ? P
  : E extends { primaryKey: readonly (infer P extends string)[] }
    ? P
    : "id";

/** The name of the key that the server adds, if it adds one. */
type OwnKeyName<E extends EntityConfig> = E extends { primaryKey: string | readonly string[] }
  ? Exclude<KeyNameOf<E>, keyof E["fields"]>
  : "id";

type OwnKey<E extends EntityConfig> = E extends { systemFields: { id: "uuid" } } ? string : number;

type Simplify<T> = { [K in keyof T]: T[K] } & {};

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
