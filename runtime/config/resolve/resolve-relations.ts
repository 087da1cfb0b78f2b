import { firstKey } from "../../model/fields.js";
import type { Entity, Field, ForeignKey, Link, Relation } from "../../model/model.js";

/**
 * Adds relations to the entities. This needs all entities, because inverse relations are declared at the other end.
 */
export function resolveRelations(entities: readonly Entity[]): readonly Entity[] {
  const related = entities.map((entity) => ({ ...entity, relations: [] as Relation[] }));
  const byName = new Map(related.map((entity) => [entity.name, entity]));
  for (const source of related) {
    for (const foreignKey of source.foreignKeys) {
      const target = byName.get(foreignKey.targetEntityName);
      if (target === undefined) continue;
      source.relations.push(...reference(foreignKey, target));
      target.relations.push(...inverse(foreignKey, source, target));
    }
    for (const link of source.links) {
      const target = byName.get(link.targetEntityName);
      if (target === undefined) continue;
      source.relations.push(...list(link.resolvedEntityName, link, source, target, false));
      target.relations.push(...list(link.inverseName, link, target, source, true));
    }
  }
  return related;
}

function reference({ fields, resolvedEntityName }: ForeignKey, target: Entity): readonly Relation[] {
  if (resolvedEntityName === undefined) return [];
  return [
    {
      name: resolvedEntityName,
      isList: false,
      target,
      sourceFields: fields,
      targetFields: target.keys,
      through: undefined,
      isInverse: false,
      isWritable: false,
      memberNames: fields.map(({ name }) => name),
    },
  ];
}

function inverse(
  { fields, inverseName, isWritable }: ForeignKey,
  source: Entity,
  target: Entity,
): readonly Relation[] {
  if (inverseName === undefined) return [];
  return [
    {
      name: inverseName,
      isList: !findsOne(fields, source),
      target: source,
      sourceFields: target.keys,
      targetFields: fields,
      through: undefined,
      isInverse: true,
      isWritable,
      memberNames: fields.map(({ name }) => name),
    },
  ];
}

/** Whether the values of these fields are unique: one field is unique, or the fields are the whole key. */
function findsOne(fields: readonly Field[], { keys }: Entity): boolean {
  return (
    fields.some(({ isUnique }) => isUnique) || (keys.length > 0 && keys.every((key) => fields.includes(key)))
  );
}

/** The relation of a link at one of its ends. Without a name, there is none. */
function list(
  relationName: string | undefined,
  { table, sourceField, targetField, name }: Link,
  source: Entity,
  target: Entity,
  isInverse: boolean,
): readonly Relation[] {
  if (relationName === undefined) return [];
  return [
    {
      name: relationName,
      isList: true,
      target,
      sourceFields: [firstKey(source)],
      targetFields: [firstKey(target)],
      through: isInverse
        ? { table, sourceField: targetField, targetField: sourceField }
        : { table, sourceField, targetField },
      isInverse,
      isWritable: false,
      memberNames: [name],
    },
  ];
}
