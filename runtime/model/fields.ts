import type { Entity, Field } from "./model.js";

/** The fields that records carry. */
export const readableFields = onceForEach((entity) => entity.fields.filter((field) => field.isReadable));

/** The fields that a create may set. */
export const creatableFields = onceForEach((entity) => entity.fields.filter((field) => field.isCreatable));

/** The fields that an update may change. */
export const editableFields = onceForEach((entity) => entity.fields.filter((field) => field.isEditable));

/** The fields that a create gives a value where the caller gives none. */
export const defaultedFields = onceForEach((entity) =>
  entity.fields.filter((field) => field.default !== undefined),
);

/** The fields that the server itself sets when it creates a record: the times, and a key that is a random uuid. */
export const stampedOnCreate = onceForEach((entity) =>
  entity.fields.filter((field) => {
    const isKey = entity.keys.includes(field);
    const isTime = field.system === "createdat" || field.system === "updatedat";
    return isTime || (isKey && field.type === "uuid" && !field.isCreatable);
  }),
);

/** The fields that the server itself sets when it changes a record. */
export const stampedOnUpdate = onceForEach((entity) =>
  entity.fields.filter(({ system }) => system === "updatedat"),
);

/** What is known of an entity from the start is found out only once. */
function onceForEach(select: (entity: Entity) => readonly Field[]): (entity: Entity) => readonly Field[] {
  const known = new WeakMap<Entity, readonly Field[]>();
  return (entity) => {
    let fields = known.get(entity);
    if (fields === undefined) known.set(entity, (fields = select(entity)));
    return fields;
  };
}
