import { nameMistake, quoteName } from "../../model/names.js";
import type { EntityConfig, FieldConfig, ForeignKeyConfig } from "../config.js";
import { fieldLimits } from "../field-limits.js";
import { findName } from "../find-name.js";
import { systemMemberNames } from "../system-fields.js";
import { unknownName, type Mistake, type RuleInput } from "./rule.js";

/** The entity that a foreign key names; `undefined` with a mistake if there is none. */
export function* findTarget(
  { targetEntityName }: Pick<ForeignKeyConfig, "targetEntityName">,
  entities: RuleInput["entities"],
): Generator<Mistake, { readonly name: string; readonly entity: EntityConfig } | undefined> {
  const name = findName(targetEntityName, entities);
  const entity = name === undefined ? undefined : entities[name];
  if (name !== undefined && entity !== undefined) return { name, entity };
  yield unknownName("targetEntityName", "entity", targetEntityName, Object.keys(entities));
  return undefined;
}

/** Why a column cannot refer to a column of a key: it must have its type and limits. */
export function* checkPair(
  field: FieldConfig,
  key: Pick<FieldConfig, "type"> & Partial<FieldConfig>,
  names: { readonly own: string; readonly key: string },
): Iterable<string> {
  if (key.type === "enum") {
    yield `${names.key} is of type "enum", which no foreign key can refer to: use "string" there.`;
    return;
  }
  if (field.type === "enum") {
    yield `${names.own} is of type "enum", and a foreign key cannot be one: use "string".`;
    return;
  }
  // The join table's column must have exactly the key's type.
  const isWider = key.type === "int" && field.type === "bigint" && field.foreignKey?.isManyToMany !== true;
  if (key.type !== field.type && !isWider) {
    yield `${names.own} is of type "${field.type}", but ${names.key} is of type "${key.type}".`;
    return;
  }
  const hasForm = field.type !== "date" && field.type !== "datetime";
  if (hasForm && field.storedAs !== key.storedAs) {
    const [ownForm, form] = [field.storedAs, key.storedAs].map((each) => JSON.stringify(each ?? field.type));
    yield `${names.own} is stored as ${ownForm}, but ${names.key} as ${form}.`;
    return;
  }
  const [own, needed] = [fieldLimits(field), fieldLimits(key)];
  for (const limit of ["maxLength", "precision", "scale", "zone"] as const) {
    if (own[limit] !== needed[limit])
      yield `the ${limit} of ${names.own} is ${own[limit] ?? 0}, but that of ${names.key} is ${needed[limit] ?? 0}.`;
  }
}

/** A foreign key of an entity, of one field or of several. */
type Resolving = Pick<ForeignKeyConfig, "resolvedEntityName">;

/** The name of the member with the record must be valid and unique. */
export function* checkResolvedName(
  foreignKey: Resolving,
  entity: EntityConfig,
  auth: RuleInput["assumedAuth"],
): Iterable<Mistake> {
  const { resolvedEntityName: name } = foreignKey;
  if (name === undefined) return;
  const mistake = nameMistake(name);
  const taken = [...systemMemberNames(entity, auth), ...otherMembers(foreignKey, entity)];
  if (mistake !== undefined) yield ["resolvedEntityName", `the name ${quoteName(name)} ${mistake}.`];
  else if (taken.some((each) => each.toLowerCase() === name.toLowerCase()))
    yield ["resolvedEntityName", `records have another member "${name}" already.`];
}

/** The other member names of an entity: its fields and the resolved names of its other foreign keys. */
function otherMembers(own: Resolving, { fields, foreignKeys = [] }: EntityConfig): readonly string[] {
  const all: readonly Resolving[] = [
    ...Object.values(fields).flatMap(({ foreignKey }) => foreignKey ?? []),
    ...foreignKeys,
  ];
  const others = all.filter((foreignKey) => foreignKey !== own);
  return [...Object.keys(fields), ...others.flatMap(({ resolvedEntityName }) => resolvedEntityName ?? [])];
}
