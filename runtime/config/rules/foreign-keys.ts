import type { ConfigProblem } from "../../errors/config-error.js";
import { nearest } from "../../errors/nearest.js";
import { nameMistake, quoteName } from "../../model/names.js";
import { safeKey } from "../check-shape.js";
import type { EntityConfig, FieldConfig, ForeignKeyConfig } from "../config.js";
import { fieldLimits } from "../field-limits.js";
import { keyNames, keyParts } from "../keys.js";
import { systemFieldNames } from "../system-fields.js";
import type { RuleInput } from "./rule.js";

/** A foreign key must point to an entity that is there, with a key of the same type, under a name of its own. */
export function foreignKeys({ entities }: RuleInput): readonly ConfigProblem[] {
  return Object.entries(entities).flatMap(([entityName, entity]) =>
    Object.entries(entity.fields).flatMap(([name, field]) => {
      if (field.foreignKey === null || field.foreignKey === undefined) return [];
      const path = `entities.${safeKey(entityName)}.fields.${safeKey(name)}.foreignKey`;
      return [
        ...checkTarget(field, field.foreignKey, path, entities),
        ...checkResolvedName(name, field.foreignKey, path, entity),
      ];
    }),
  );
}

function checkTarget(
  field: FieldConfig,
  { targetEntityName }: ForeignKeyConfig,
  path: string,
  entities: RuleInput["entities"],
): readonly ConfigProblem[] {
  const name = Object.keys(entities).find(
    (candidate) => candidate.toLowerCase() === targetEntityName.toLowerCase(),
  );
  if (name === undefined) {
    const guess = nearest(targetEntityName, Object.keys(entities));
    const message = `there is no entity ${quoteName(targetEntityName)}; there are: ${Object.keys(entities).map(safeKey).join(", ")}.`;
    return [
      {
        path: `${path}.targetEntityName`,
        message,
        ...(guess !== undefined && { hint: `Did you mean "${guess}"?` }),
      },
    ];
  }
  const target = entities[name];
  return target === undefined ? [] : checkTypes(field, target, name, path);
}

/** A column can only refer to one that is like it. */
function checkTypes(
  field: FieldConfig,
  target: EntityConfig,
  targetName: string,
  path: string,
): readonly ConfigProblem[] {
  if (keyNames(target).length > 1) {
    const message = `the key of "${targetName}" is made of several fields; a foreign key can only point to one.`;
    return [{ path, message }];
  }
  return keyParts(target).flatMap(([, key]): readonly ConfigProblem[] => {
    if (key.type !== field.type && !(key.type === "int" && field.type === "bigint")) {
      const message = `the field is of type "${field.type}", but the key of "${targetName}" is of type "${key.type}".`;
      return [{ path, message }];
    }
    const own = fieldLimits(field);
    const needed = fieldLimits(key);
    return (["maxLength", "precision", "scale"] as const)
      .filter((limit) => own[limit] !== needed[limit])
      .map((limit) => ({
        path,
        message: `the ${limit} of the field is ${own[limit] ?? 0}, but that of the key of "${targetName}" is ${needed[limit] ?? 0}.`,
      }));
  });
}

function checkResolvedName(
  fieldName: string,
  { resolvedEntityName }: ForeignKeyConfig,
  path: string,
  entity: EntityConfig,
): readonly ConfigProblem[] {
  const place = `${path}.resolvedEntityName`;
  const mistake = nameMistake(resolvedEntityName);
  if (mistake !== undefined)
    return [{ path: place, message: `the name ${quoteName(resolvedEntityName)} ${mistake}.` }];
  const taken = [
    ...Object.keys(entity.fields),
    ...systemFieldNames(entity),
    ...otherResolvedNames(fieldName, entity),
  ];
  const isTaken = taken.some((name) => name.toLowerCase() === resolvedEntityName.toLowerCase());
  return isTaken
    ? [{ path: place, message: `records have another member "${resolvedEntityName}" already.` }]
    : [];
}

function otherResolvedNames(fieldName: string, entity: EntityConfig): readonly string[] {
  return Object.entries(entity.fields)
    .filter(([name]) => name !== fieldName)
    .flatMap(([, field]) => field.foreignKey?.resolvedEntityName ?? []);
}
