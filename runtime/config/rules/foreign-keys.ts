import type { ConfigProblem } from "../../errors/config-error.js";
import { nearest } from "../../errors/nearest.js";
import { nameMistake, quoteName } from "../../model/names.js";
import { safeKey } from "../check-shape.js";
import type { EntityConfig, FieldConfig, ForeignKeyConfig } from "../config.js";
import { fieldLimits } from "../field-limits.js";
import { keyNames, keyParts } from "../keys.js";
import { systemMemberNames } from "../system-fields.js";
import type { RuleInput } from "./rule.js";

/**
 * A foreign key must point to an existing entity with a key of the same type, under a unique resolved name.
 */
export function foreignKeys(input: RuleInput): readonly ConfigProblem[] {
  return input.fields.flatMap(({ entity, name, field, path }) => {
    if (field.foreignKey === null || field.foreignKey === undefined) return [];
    const place = `${path}.foreignKey`;
    const taken = [...systemMemberNames(entity, input.assumedAuth), ...otherMembers(name, entity)];
    return [
      ...checkTarget(field, field.foreignKey, place, input.entities),
      ...checkResolvedName(field.foreignKey, place, taken),
    ];
  });
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

/** A referencing column must have the type and limits of the key. */
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
    if (field.type === "enum") {
      const message = 'the field is of type "enum", and a foreign key cannot be one: use "string".';
      return [{ path, message }];
    }
    // The join table's column must have exactly the key's type.
    const isWider = key.type === "int" && field.type === "bigint" && field.foreignKey?.isManyToMany !== true;
    if (key.type !== field.type && !isWider) {
      const message = `the field is of type "${field.type}", but the key of "${targetName}" is of type "${key.type}".`;
      return [{ path, message }];
    }
    const own = fieldLimits(field);
    const needed = fieldLimits(key);
    return (["maxLength", "precision", "scale", "zone"] as const)
      .filter((limit) => own[limit] !== needed[limit])
      .map((limit) => ({
        path,
        message: `the ${limit} of the field is ${own[limit] ?? 0}, but that of the key of "${targetName}" is ${needed[limit] ?? 0}.`,
      }));
  });
}

function checkResolvedName(
  { resolvedEntityName }: ForeignKeyConfig,
  path: string,
  taken: readonly string[],
): readonly ConfigProblem[] {
  if (resolvedEntityName === undefined) return [];
  const place = `${path}.resolvedEntityName`;
  const mistake = nameMistake(resolvedEntityName);
  if (mistake !== undefined)
    return [{ path: place, message: `the name ${quoteName(resolvedEntityName)} ${mistake}.` }];
  const isTaken = taken.some((name) => name.toLowerCase() === resolvedEntityName.toLowerCase());
  return isTaken
    ? [{ path: place, message: `records have another member "${resolvedEntityName}" already.` }]
    : [];
}

/** The other member names of an entity: its fields and the resolved names of its other foreign keys. */
function otherMembers(fieldName: string, { fields }: EntityConfig): readonly string[] {
  const others = Object.entries(fields).filter(([name]) => name !== fieldName);
  return [
    ...Object.keys(fields),
    ...others.flatMap(([, field]) => field.foreignKey?.resolvedEntityName ?? []),
  ];
}
