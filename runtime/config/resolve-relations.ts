import { firstKey } from "../model/fields.js";
import type { Entity, Field, ForeignKey, Link, Relation } from "../model/model.js";

/** The entities with their relations, which need all entities: the inverse ones are written at the other end. */
export function resolveRelations(entities: readonly Entity[]): readonly Entity[] {
  const byName = new Map(entities.map((entity) => [entity.name, entity]));
  const found = new Map<string, Relation[]>(entities.map(({ name }) => [name, []]));
  for (const source of entities) {
    for (const foreignKey of source.foreignKeys) {
      const target = byName.get(foreignKey.targetEntityName);
      if (target === undefined) continue;
      found.get(source.name)?.push(...reference(foreignKey, target));
      found.get(target.name)?.push(...inverse(foreignKey, source, target));
    }
    for (const link of source.links) {
      const target = byName.get(link.targetEntityName);
      if (target === undefined) continue;
      found.get(source.name)?.push(...list(link, source, target));
      found.get(target.name)?.push(...inverseList(link, source, target));
    }
  }
  return entities.map((entity) => ({ ...entity, relations: found.get(entity.name) ?? [] }));
}

function reference({ fields, resolvedEntityName }: ForeignKey, target: Entity): readonly Relation[] {
  if (resolvedEntityName === undefined) return [];
  return [
    {
      name: resolvedEntityName,
      isList: false,
      targetEntityName: target.name,
      sourceFields: fields,
      targetFields: target.keys,
      through: undefined,
      isInverse: false,
      memberNames: fields.map(({ name }) => name),
    },
  ];
}

function inverse({ fields, inverseName }: ForeignKey, source: Entity, target: Entity): readonly Relation[] {
  if (inverseName === undefined) return [];
  return [
    {
      name: inverseName,
      isList: !findsOne(fields, source),
      targetEntityName: source.name,
      sourceFields: target.keys,
      targetFields: fields,
      through: undefined,
      isInverse: true,
      memberNames: fields.map(({ name }) => name),
    },
  ];
}

/** Whether no two records have the same values: one field is unique, or the fields are the whole key. */
function findsOne(fields: readonly Field[], { keys }: Entity): boolean {
  return (
    fields.some(({ isUnique }) => isUnique) || (keys.length > 0 && keys.every((key) => fields.includes(key)))
  );
}

function list({ resolvedEntityName, ...link }: Link, source: Entity, target: Entity): readonly Relation[] {
  if (resolvedEntityName === undefined) return [];
  const { table, sourceField, targetField, name } = link;
  return [
    {
      name: resolvedEntityName,
      isList: true,
      targetEntityName: target.name,
      sourceFields: [firstKey(source)],
      targetFields: [firstKey(target)],
      through: { table, sourceField, targetField },
      isInverse: false,
      memberNames: [name],
    },
  ];
}

function inverseList({ inverseName, ...link }: Link, source: Entity, target: Entity): readonly Relation[] {
  if (inverseName === undefined) return [];
  const { table, sourceField, targetField, name } = link;
  return [
    {
      name: inverseName,
      isList: true,
      targetEntityName: source.name,
      sourceFields: [firstKey(target)],
      targetFields: [firstKey(source)],
      through: { table, sourceField: targetField, targetField: sourceField },
      isInverse: true,
      memberNames: [name],
    },
  ];
}
