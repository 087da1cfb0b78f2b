import { indexKind } from "./index-options.js";
import type { Entity, Field } from "./model.js";

/**
 * The fields by which a new record can match an existing one: the key, and each unique field, if a create sets them.
 * Empty if there are none.
 */
export function conflictTargets({
  keys,
  fields,
}: Pick<Entity, "keys" | "fields">): readonly (readonly Field[])[] {
  const unique = fields.filter(
    (field) => indexKind(field) === "unique" && field.isCreatable && field.isReadable,
  );
  const isSettable = keys.length > 0 && keys.every(({ isCreatable }) => isCreatable);
  const others = unique.filter((field) => !(keys.length === 1 && keys[0] === field));
  return [...(isSettable ? [keys] : []), ...others.map((field) => [field])];
}
