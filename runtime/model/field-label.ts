import type { Entity } from "./model.js";

/**
 * The label of the field that a path in a body leads to: `price`, `3.price` in a list of records, `tags.2` in a list,
 * `lines.0.amount` and `lines.create.0.amount` in records of another entity. `undefined` if it leads to no field, or to
 * one without a label.
 */
export function fieldLabel(entity: Entity, path: string): string | undefined {
  const own = path.replace(/^\d+\./, "");
  const [, name, below = ""] = /^([^.]+)((?:\.[^.]+)*)$/.exec(own) ?? [];
  const relation = entity.relations.find((each) => each.isWritable && each.name === name);
  if (relation !== undefined) {
    const [, inRecord] = /^(?:\.[a-z]+)?\.\d+\.(.+)$/.exec(below) ?? [];
    return inRecord === undefined ? undefined : fieldLabel(relation.target, inRecord);
  }
  // What is below a value in JSON is no field.
  if (!/^(?:\.\d+)*$/.test(below)) return undefined;
  return [...entity.fields, ...entity.links].find((member) => member.name === name)?.label;
}
