import type { FieldConfig, ForeignKeyConfig } from "../config.js";
import { keyNames, keyParts } from "../keys.js";
import { checkPair, checkResolvedName, findTarget } from "./foreign-key-target.js";
import { mistakesAt, type Mistake, type Rule, type RuleInput } from "./rule.js";

/** A foreign key must point to an existing entity with a key of the same type, under a unique resolved name. */
export const foreignKeys: Rule = ({ fields, entities, assumedAuth }) =>
  fields.flatMap(({ entity, field, path }) => {
    const { foreignKey } = field;
    if (foreignKey === null || foreignKey === undefined) return [];
    const ofName = checkResolvedName(foreignKey, entity, assumedAuth);
    return mistakesAt(`${path}.foreignKey`, [...checkTarget(field, foreignKey, entities), ...ofName]);
  });

function* checkTarget(
  field: FieldConfig,
  foreignKey: ForeignKeyConfig,
  entities: RuleInput["entities"],
): Iterable<Mistake> {
  const target = yield* findTarget(foreignKey, entities);
  if (target === undefined) return;
  if (keyNames(target.entity).length === 0) {
    yield ["", `the entity "${target.name}" has no key that a field could point to.`];
    return;
  }
  if (keyNames(target.entity).length > 1) {
    const remedy =
      foreignKey.isManyToMany === true
        ? "a list can only point to a key of one field"
        : 'list the fields that point to it in "foreignKeys" of the entity';
    yield ["", `the key of "${target.name}" has several fields: ${remedy}.`];
    return;
  }
  const names = { own: "the field", key: `the key of "${target.name}"` };
  for (const [, key] of keyParts(target.entity))
    for (const message of checkPair(field, key, names)) yield ["", message];
}
