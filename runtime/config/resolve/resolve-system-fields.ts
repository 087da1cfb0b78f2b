import type { Field } from "../../model/model.js";
import { createField } from "../../model/create-field.js";
import { USERNAME_LENGTH } from "../../model/values/user-name.js";
import type { Config, EntityConfig, FieldConfig } from "../config.js";
import { userEntityName } from "../effective-entities.js";
import { fieldLimits } from "../field-limits.js";
import { keyParts, ownKey, ownKeyName } from "../keys.js";
import { OWNER_FIELD, TOKEN_VERSION_FIELD, USERNAME_KEY_FIELD, timeNames } from "../system-fields.js";

/** A field that the server adds to an entity of the configuration, or to one of its own tables. */
export function serverField(name: string, options: Pick<Field, "type"> & Partial<Field>): Field {
  return createField({ name, ...options });
}

export function resolveOwnKey(entity: EntityConfig): readonly Field[] {
  const name = ownKeyName(entity);
  return name === undefined ? [] : [serverField(name, { ...ownKey(entity), system: "key" })];
}

export function resolveTimes(entity: EntityConfig): readonly Field[] {
  return timeNames(entity).map((name) => serverField(name, { type: "datetime", system: name }));
}

/** The creator of a record: a user of this server, or the id that a provider's tokens carry. */
export function resolveOwner({ auth, entities }: Pick<Config, "auth" | "entities">): Field {
  const userName = auth?.secretKey === undefined ? undefined : userEntityName(entities);
  const user = userName === undefined ? undefined : entities[userName];
  const [[, key] = []] = user === undefined ? [] : keyParts(user);
  return serverField(OWNER_FIELD, {
    isNullable: true,
    isIndexed: true,
    system: OWNER_FIELD,
    ...(key === undefined ? { type: "string", maxLength: 255 } : columnLike(key)),
  });
}

/** The type, limits and form of a column that refers to this key: the database compares stored values. */
export function columnLike(key: Pick<FieldConfig, "type"> & Partial<FieldConfig>) {
  const { minLength, maxLength, precision, scale, zone } = fieldLimits(key);
  return { type: key.type, minLength, maxLength, precision, scale, zone, storedAs: key.storedAs };
}

/** The canonical form of the user name, which must be unique. */
export const userNameKeyField = serverField(USERNAME_KEY_FIELD, {
  type: "string",
  maxLength: USERNAME_LENGTH,
  isUnique: true,
  isReadable: false,
  system: USERNAME_KEY_FIELD,
});

/** Changing it revokes the user's tokens. `null` until then for users from before tokens had versions. */
export const tokenVersionField = serverField(TOKEN_VERSION_FIELD, {
  type: "string",
  maxLength: 64,
  isNullable: true,
  isReadable: false,
  system: TOKEN_VERSION_FIELD,
});
