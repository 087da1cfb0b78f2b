import { ownKeys } from "../../runtime/write/nested/nested-list.js";
import { writableLists } from "../../runtime/model/fields.js";
import type { Entity, Relation } from "../../runtime/model/model.js";
import type { Tree } from "../artifacts.js";
import type { EntityNames } from "../naming.js";
import { toKey, toUnion } from "./literal.js";
import { docOf } from "./relation-views.js";

/** The writable lists of an entity whose schema files were not deleted. */
export function knownLists(entity: Entity, { isDeleted }: Tree): readonly Relation[] {
  return writableLists(entity).filter(({ target }) => !isDeleted(target.name, "schema"));
}

/**
 * The lists that a write of the entity may write too.
 * @param typesOf The names of another entity's types in the file. `never` if no record can be created or changed.
 */
export function listViews(
  relations: readonly Relation[],
  typesOf: (target: Entity) => Pick<EntityNames, "type" | "newType" | "changesType">,
) {
  return relations.map((relation) => {
    const { name, target, targetFields } = relation;
    const { type, newType, changesType } = typesOf(target);
    const reference = toUnion(targetFields.map((field) => field.name));
    const without = (of: string) => (of === "never" ? of : `Omit<${of}, ${reference}>`);
    const keys = ownKeys(relation).map((key) => key.name);
    const key = `Pick<${type}, ${toUnion(keys)}>`;
    const parts = [without(newType), without(changesType), key, ...(keys.length > 1 ? [key] : [])];
    return {
      name: toKey(name),
      doc: docOf(relation),
      newType: newType === "never" ? "never" : `readonly ${without(newType)}[]`,
      changesType: `ListWrites<${parts.join(", ")}>`,
    };
  });
}
