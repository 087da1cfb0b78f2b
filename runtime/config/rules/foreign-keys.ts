import type { ConfigProblem } from "../../errors/config-error.js";
import { nearest } from "../../errors/nearest.js";
import { nameMistake, quoteName } from "../../model/names.js";
import { safeKey } from "../check-shape.js";
import type { EntityConfig, FieldConfig, ForeignKeyConfig } from "../config.js";
import { fieldLimits } from "../field-limits.js";
import { keyNames, keyParts } from "../keys.js";
import { systemMemberNames } from "../system-fields.js";
import { writtenFields, type RuleInput } from "./rule.js";

/** A foreign key must point to an entity that is there, with a key of the same type, under a name of its own. */
export function foreignKeys(input: RuleInput): readonly ConfigProblem[] {
  return writtenFields(input).flatMap(({ entity, name, field, path }) => {
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
    // A list's own table has a column like the key.
    const isWider = key.type === "int" && field.type === "bigint" && field.foreignKey?.isManyToMany !== true;
    if (key.type !== field.type && !isWider) {
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
  { resolvedEntityName }: ForeignKeyConfig,
  path: string,
  taken: readonly string[],
): readonly ConfigProblem[] {
  const place = `${path}.resolvedEntityName`;
  const mistake = nameMistake(resolvedEntityName);
  if (mistake !== undefined)
    return [{ path: place, message: `the name ${quoteName(resolvedEntityName)} ${mistake}.` }];
  const isTaken = taken.some((name) => name.toLowerCase() === resolvedEntityName.toLowerCase());
  return isTaken
    ? [{ path: place, message: `records have another member "${resolvedEntityName}" already.` }]
    : [];
}

/** The fields of an entity, and what the others among them are resolved under. */
function otherMembers(fieldName: string, { fields }: EntityConfig): readonly string[] {
  const others = Object.entries(fields).filter(([name]) => name !== fieldName);
  return [
    ...Object.keys(fields),
    ...others.flatMap(([, field]) => field.foreignKey?.resolvedEntityName ?? []),
  ];
}
