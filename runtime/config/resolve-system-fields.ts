import type { Field } from "../model/model.js";
import { USERNAME_LENGTH } from "../model/user-name.js";
import type { Config, EntityConfig, FieldConfig } from "./config.js";
import { userEntityName } from "./effective-entities.js";
import { fieldLimits } from "./field-limits.js";
import { keyParts, ownKeyName } from "./keys.js";
import {
  OWNER_FIELD,
  OWNER_MEMBER,
  TOKEN_VERSION_FIELD,
  USERNAME_KEY_FIELD,
  timeNames,
} from "./system-fields.js";

/** The defaults of the fields that the server adds. */
export const systemField = {
  isNullable: false,
  isRequired: false,
  filledBy: undefined,
  isCreatable: false,
  isEditable: false,
  isReadable: true,
  settableBy: undefined,
  isUnique: false,
  isIndexed: false,
  minLength: undefined,
  maxLength: undefined,
  precision: undefined,
  scale: undefined,
  zone: undefined,
  of: undefined,
  maxItems: undefined,
  storedAs: undefined,
  values: undefined,
  default: undefined,
  foreignKey: undefined,
  description: undefined,
  renamedFrom: undefined,
  formerColumn: undefined,
} as const;

export function resolveOwnKey(entity: EntityConfig): readonly Field[] {
  const name = ownKeyName(entity);
  if (name === undefined) return [];
  return [{ ...systemField, name, column: name, type: entity.systemFields?.id ?? "int", system: "key" }];
}

export function resolveTimes(entity: EntityConfig): readonly Field[] {
  return timeNames(entity).map((name) => {
    return { ...systemField, name, column: name, type: "datetime", system: name };
  });
}

/** The creator of a record: a user of this server, or the id that a provider's tokens carry. */
export function resolveOwner({ auth, entities }: Pick<Config, "auth" | "entities">): Field {
  const field = { ...systemField, name: OWNER_FIELD, column: OWNER_FIELD, system: OWNER_FIELD } as const;
  const owner = { ...field, isNullable: true, isIndexed: true };
  const userName = auth?.secretKey === undefined ? undefined : userEntityName(entities);
  const user = userName === undefined ? undefined : entities[userName];
  const [[, key] = []] = user === undefined ? [] : keyParts(user);
  if (userName === undefined || key === undefined) return { ...owner, type: "string", maxLength: 255 };
  return {
    ...owner,
    type: key.type,
    ...columnLimits(key),
    foreignKey: { targetEntityName: userName, resolvedEntityName: OWNER_MEMBER },
  };
}

/** The limits of a column that refers to this key. */
export function columnLimits(key: Pick<FieldConfig, "type"> & Partial<FieldConfig>) {
  const { minLength, maxLength, precision, scale, zone } = fieldLimits(key);
  const storedAs = key.type === "bytes" ? key.storedAs : undefined;
  return { minLength, maxLength, precision, scale, zone, storedAs };
}

/** The canonical form of the user name, which must be unique. */
export const userNameKeyField: Field = {
  ...systemField,
  name: USERNAME_KEY_FIELD,
  column: USERNAME_KEY_FIELD,
  type: "string",
  maxLength: USERNAME_LENGTH,
  isUnique: true,
  isReadable: false,
  system: USERNAME_KEY_FIELD,
};

/** Changing it revokes the user's tokens. `null` until then for users from before tokens had versions. */
export const tokenVersionField: Field = {
  ...systemField,
  name: TOKEN_VERSION_FIELD,
  column: TOKEN_VERSION_FIELD,
  type: "string",
  maxLength: 64,
  isNullable: true,
  isReadable: false,
  system: TOKEN_VERSION_FIELD,
};
