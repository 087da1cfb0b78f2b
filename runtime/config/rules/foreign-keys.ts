import { nearest } from "../../errors/nearest.js";
import { nameMistake, quoteName } from "../../model/names.js";
import { safeKey } from "../check-shape.js";
import type { EntityConfig, FieldConfig, ForeignKeyConfig } from "../config.js";
import { fieldLimits } from "../field-limits.js";
import { keyNames, keyParts } from "../keys.js";
import { systemMemberNames } from "../system-fields.js";
import { mistakesAt, type Mistake, type Rule, type RuleInput } from "./rule.js";

/**
 * A foreign key must point to an existing entity with a key of the same type, under a unique resolved name.
 */
export const foreignKeys: Rule = ({ fields, entities, assumedAuth }) =>
  fields.flatMap(({ entity, name, field, path }) => {
    const { foreignKey } = field;
    if (foreignKey === null || foreignKey === undefined) return [];
    const taken = [...systemMemberNames(entity, assumedAuth), ...otherMembers(name, entity)];
    return [
      ...mistakesAt(`${path}.foreignKey`, checkTarget(field, foreignKey, entities)),
      ...mistakesAt(`${path}.foreignKey`, checkResolvedName(foreignKey, taken)),
    ];
  });

function* checkTarget(
  field: FieldConfig,
  { targetEntityName }: ForeignKeyConfig,
  entities: RuleInput["entities"],
): Iterable<Mistake> {
  const names = Object.keys(entities);
  const name = names.find((each) => each.toLowerCase() === targetEntityName.toLowerCase());
  const target = name === undefined ? undefined : entities[name];
  if (name !== undefined && target !== undefined) {
    yield* checkTypes(field, target, name);
    return;
  }
  const message = `there is no entity ${quoteName(targetEntityName)}; there are: ${names.map(safeKey).join(", ")}.`;
  yield ["targetEntityName", message, nearest(targetEntityName, names)];
}

/** A referencing column must have the type and limits of the key. */
function* checkTypes(field: FieldConfig, target: EntityConfig, targetName: string): Iterable<Mistake> {
  if (keyNames(target).length > 1) {
    yield ["", `the key of "${targetName}" has several fields; a foreign key can only point to one.`];
    return;
  }
  for (const [, key] of keyParts(target)) {
    if (field.type === "enum") {
      yield ["", 'the field is of type "enum", and a foreign key cannot be one: use "string".'];
      continue;
    }
    // The join table's column must have exactly the key's type.
    const isWider = key.type === "int" && field.type === "bigint" && field.foreignKey?.isManyToMany !== true;
    if (key.type !== field.type && !isWider) {
      yield [
        "",
        `the field is of type "${field.type}", but the key of "${targetName}" is of type "${key.type}".`,
      ];
      continue;
    }
    const hasForm = field.type !== "date" && field.type !== "datetime";
    if (hasForm && field.storedAs !== key.storedAs) {
      const [ownForm, form] = [field.storedAs, key.storedAs].map((each) =>
        JSON.stringify(each ?? field.type),
      );
      yield ["", `the field is stored as ${ownForm}, but the key of "${targetName}" as ${form}.`];
      continue;
    }
    const [own, needed] = [fieldLimits(field), fieldLimits(key)];
    for (const limit of ["maxLength", "precision", "scale", "zone"] as const) {
      if (own[limit] === needed[limit]) continue;
      const message = `the ${limit} of the field is ${own[limit] ?? 0}, but that of the key of "${targetName}" is ${needed[limit] ?? 0}.`;
      yield ["", message];
    }
  }
}

function* checkResolvedName(
  { resolvedEntityName: name }: ForeignKeyConfig,
  taken: readonly string[],
): Iterable<Mistake> {
  if (name === undefined) return;
  const mistake = nameMistake(name);
  if (mistake !== undefined) yield ["resolvedEntityName", `the name ${quoteName(name)} ${mistake}.`];
  else if (taken.some((each) => each.toLowerCase() === name.toLowerCase()))
    yield ["resolvedEntityName", `records have another member "${name}" already.`];
}

/** The other member names of an entity: its fields and the resolved names of its other foreign keys. */
function otherMembers(fieldName: string, { fields }: EntityConfig): readonly string[] {
  const others = Object.entries(fields).filter(([name]) => name !== fieldName);
  return [
    ...Object.keys(fields),
    ...others.flatMap(([, field]) => field.foreignKey?.resolvedEntityName ?? []),
  ];
}
