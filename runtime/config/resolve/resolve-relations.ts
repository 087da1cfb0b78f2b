import { indexKind } from "../../model/index-options.js";
import type { Entity, Field, ForeignKey, Link, Relation } from "../../model/model.js";

/**
 * Adds relations to the entities. This needs all entities, because inverse relations are declared at the other end.
 */
export function resolveRelations(entities: readonly RelatedEntity[]): readonly Entity[] {
  const byName = new Map(entities.map((entity) => [entity.name, entity]));
  for (const source of entities)
    for (const reference of [...source.foreignKeys, ...source.links]) {
      const target = byName.get(reference.targetEntityName);
      if (target !== undefined) relate(source, target, reference);
    }
  return entities;
}

export type RelatedEntity = Entity & { readonly relations: Relation[] };

/** Adds the relation along a foreign key or a list, and its inverse, as far as they have names. */
function relate(source: RelatedEntity, target: RelatedEntity, reference: ForeignKey | Link): void {
  const { resolvedEntityName, inverseName } = reference;
  const link = "table" in reference ? reference : undefined;
  const key = "fields" in reference ? reference : undefined;
  const fields = key?.fields ?? source.keys;
  const memberNames = link === undefined ? fields.map(({ name }) => name) : [link.name];
  if (resolvedEntityName !== undefined)
    source.relations.push({
      name: resolvedEntityName,
      isList: link !== undefined,
      target,
      sourceFields: fields,
      targetFields: target.keys,
      through: link && through(link.table, link.sourceField, link.targetField),
      isInverse: false,
      isWritable: false,
      memberNames,
    });
  if (inverseName !== undefined)
    target.relations.push({
      name: inverseName,
      isList: link !== undefined || !findsOne(fields, source),
      target: source,
      sourceFields: target.keys,
      targetFields: fields,
      through: link && through(link.table, link.targetField, link.sourceField),
      isInverse: true,
      isWritable: key?.isWritable ?? false,
      memberNames,
    });
}

function through(table: Entity, sourceField: Field, targetField: Field): Relation["through"] {
  return { table, sourceField, targetField };
}

/** Whether the values of these fields are unique: one field is unique, or the fields are the whole key. */
function findsOne(fields: readonly Field[], { keys }: Entity): boolean {
  return (
    fields.some((field) => indexKind(field) === "unique") ||
    (keys.length > 0 && keys.every((key) => fields.includes(key)))
  );
}
