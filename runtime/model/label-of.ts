import type { LabelOf } from "../errors/with-labels.js";
import type { Entity, Field } from "./model.js";

/** What a list of a write does, between the list and the index of its record: `lines.create.0.amount`. */
const LIST_WORDS = new Set(["create", "update", "set", "delete"]);

/** Finds the labels of the fields of an entity and of the records in its lists. */
export function labelsOf(entity: Entity): LabelOf {
  return (path) => {
    let current = entity;
    let isAfterList = false;
    for (const part of path.split(".")) {
      if (/^\d+$/.test(part) || (isAfterList && LIST_WORDS.has(part))) {
        isAfterList = false;
        continue;
      }
      const member = memberOf(current, part);
      if (member !== undefined) return member.label;
      const relation = current.relations.find(({ name }) => name === part);
      if (relation === undefined) return undefined;
      current = relation.target;
      isAfterList = true;
    }
    return undefined;
  };
}

/** Finds the labels of values, such as the parameters of an operation. */
export function labelsOfValues(fields: readonly Field[]): LabelOf {
  return (path) => fields.find(({ name }) => name === path.split(".")[0])?.label;
}

function memberOf({ fieldsByName, links }: Entity, name: string) {
  return fieldsByName.get(name.toLowerCase()) ?? links.find((link) => link.name === name);
}
