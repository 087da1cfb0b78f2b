import { ownKeys } from "../../runtime/write/nested/nested-list.js";
import { writableLists } from "../../runtime/model/fields.js";
import type { Entity, Relation } from "../../runtime/model/model.js";
import type { Tree } from "../artifacts.js";
import { toKey, toUnion } from "./literal.js";

/** A list that a write of the entity may write too. */
export interface ListView {
  readonly name: string;
  readonly doc: string;
  /** The type of the new records in a create. */
  readonly newType: string;
  /** The type of an update's changes of the list. */
  readonly changesType: string;
}

/** The names of another entity's types in a file. */
export interface ListTypes {
  readonly type: string;
  /** `never` if no record can be created. */
  readonly newType: string;
  readonly changesType: string;
}

/** The writable lists of an entity whose schema files were not deleted. */
export function knownLists(entity: Entity, { isDeleted }: Tree): readonly Relation[] {
  return writableLists(entity).filter(({ target }) => !isDeleted(target.name, "schema"));
}

export function listViews(
  relations: readonly Relation[],
  typesOf: (target: string) => ListTypes,
): readonly ListView[] {
  return relations.map((relation) => {
    const { name, target, targetFields, memberNames } = relation;
    const { type, newType, changesType } = typesOf(target.name);
    const reference = toUnion(targetFields.map((field) => field.name));
    const without = (of: string) => (of === "never" ? of : `Omit<${of}, ${reference}>`);
    const keys = ownKeys(relation).map((key) => key.name);
    const key = `Pick<${type}, ${toUnion(keys)}>`;
    const parts = [without(newType), without(changesType), key, ...(keys.length > 1 ? [key] : [])];
    const members = memberNames.map((member) => `\`${member}\``).join(" and ");
    return {
      name: toKey(name),
      doc: `The \`${target.name}\` records whose ${members} ${memberNames.length === 1 ? "points" : "point"} here.`,
      newType: newType === "never" ? "never" : `readonly ${without(newType)}[]`,
      changesType: `ListWrites<${parts.join(", ")}>`,
    };
  });
}
