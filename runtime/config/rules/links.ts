import type { FieldConfig } from "../config.js";
import { keyNames } from "../keys.js";
import { fieldRule } from "./rule.js";

/** A many-to-many list lives in a join table: it has no column options, and its entity needs a single key. */
export const links = fieldRule(function* (field, name, entity) {
  const { foreignKey } = field;
  if (foreignKey?.isManyToMany !== true) {
    if (foreignKey?.joinTable !== undefined)
      yield {
        option: "foreignKey.joinTable",
        message: 'is for a list of ids: set "isManyToMany" too, or remove it.',
      };
    return;
  }
  const option = "foreignKey.isManyToMany";
  const keys = keyNames(entity);
  if (entity.isReadOnly === true)
    yield { option, message: "the entity is read-only: it has no lists of other records." };
  if (keys.length > 1)
    yield { option, message: "the entity's key is made of several fields; a list needs one alone." };
  if (entity.primaryKey !== undefined && keys.includes(name))
    yield { option, message: "a list of ids cannot be a key." };
  for (const each of columnOptions(field))
    yield { option: each, message: "is for a column; a list of ids is in a table of its own." };
  if (field.isRequired && field.isIgnoredOnCreate === true)
    yield { option: "isIgnoredOnCreate", message: "a create must supply a list that is required." };
});

/** The options of the field that only apply to columns. */
function columnOptions(field: FieldConfig): readonly (keyof FieldConfig)[] {
  const { isUnique, isIndexed, values, column, filledBy } = field;
  return [
    ...(isUnique === true ? (["isUnique"] as const) : []),
    ...(isIndexed === true ? (["isIndexed"] as const) : []),
    ...(values === undefined ? [] : (["values"] as const)),
    ...(field.default === undefined ? [] : (["default"] as const)),
    ...(column === undefined ? [] : (["column"] as const)),
    ...(filledBy === undefined ? [] : (["filledBy"] as const)),
  ];
}
