import { onceForEach } from "./once-for-each.js";
import { itemType } from "./values/list.js";
import type { Entity, Field } from "./model.js";

/** The fields that records include. */
export const readableFields = onceForEach((entity: Entity) =>
  entity.fields.filter((field) => field.isReadable),
);

/** The fields that a create may set. */
export const creatableFields = onceForEach((entity: Entity) =>
  entity.fields.filter((field) => field.isCreatable),
);

/** The fields that an update may change. */
export const editableFields = onceForEach((entity: Entity) =>
  entity.fields.filter((field) => field.isEditable),
);

/** The lists of records that refer to a record, which its writes may write too. */
export const writableLists = onceForEach((entity: Entity) =>
  entity.relations.filter(({ isWritable }) => isWritable),
);

/** The fields that a create sets to a default if the caller leaves them out. */
export const defaultedFields = onceForEach((entity: Entity) =>
  entity.fields.filter((field) => field.default !== undefined),
);

/** The fields that a trigger may change in a write. */
export const triggeredFields = onceForEach((entity: Entity) =>
  entity.fields.filter(({ filledBy }) => filledBy === "trigger"),
);

/** The fields that the server sets on create: times, the owner, a random key, the token version. */
export const stampedOnCreate = onceForEach(({ fields, keys, ownerField, users }: Entity) =>
  fields.filter((field) => {
    const { system, type, isCreatable, filledBy } = field;
    if (system === "ownerid") return field === ownerField;
    if (system === "tokenversion") return users !== undefined;
    return (
      system === "createdat" ||
      system === "updatedat" ||
      (keys.includes(field) && type === "uuid" && !isCreatable && filledBy === undefined)
    );
  }),
);

/** The fields that the server sets on update. */
export const stampedOnUpdate = onceForEach((entity: Entity) =>
  entity.fields.filter(({ system }) => system === "updatedat"),
);

/** The fields that the server sets when a password changes. The new token version revokes the old tokens. */
export const stampedWithPassword = onceForEach(({ fields, users }: Entity) =>
  fields.filter(({ system }) => system === "updatedat" || (system === "tokenversion" && users !== undefined)),
);

/** The field that says whether a user's e-mail address is verified. `undefined` for other entities and without it. */
export function verifiedFieldOf({ users, fieldsByName }: Entity): Field | undefined {
  const field = users === undefined ? undefined : fieldsByName.get("emailverified");
  return field?.system === "emailverified" ? field : undefined;
}

/** The first key field of an entity that has a key. */
export function firstKey({ keys: [key], name }: Pick<Entity, "keys" | "name">): Field {
  if (key === undefined) throw new Error(`The entity "${name}" has no key.`);
  return key;
}

/** The items of a list as a field. What describes the list does not describe them. */
export function itemOf<F extends Pick<Field, "type" | "isNullable" | "of" | "maxItems" | "label">>(
  list: F,
): F {
  return {
    ...list,
    type: itemType(list),
    isNullable: false,
    of: undefined,
    maxItems: undefined,
    default: undefined,
    label: undefined,
  };
}
