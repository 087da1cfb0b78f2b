import { indexOptionNames } from "../../model/index-options.js";
import { keyNames, keyParts } from "../keys.js";
import { fieldRule } from "./rule.js";

/** The options that only apply to columns. */
const columnOptions = ["values", "default", "column", "filledBy"] as const;

/** A many-to-many list lives in a join table: it has no column options, and its entity needs a single key. */
export const links = fieldRule(function* (field, { name, entity }) {
  const { foreignKey } = field;
  if (foreignKey?.isManyToMany !== true) {
    if (foreignKey?.joinTable !== undefined)
      yield ["foreignKey.joinTable", 'is for a list of ids: set "isManyToMany" too, or remove it.'];
    return;
  }
  const option = "foreignKey.isManyToMany";
  const keys = keyNames(entity);
  if (entity.isReadOnly === true)
    yield [option, "the entity is read-only: it has no lists of other records."];
  if (keys.length > 1)
    yield [option, "the entity's key has several fields; a list needs a key of one field."];
  if (keyParts(entity).some(([, { type }]) => type === "enum"))
    yield [option, 'the entity\'s key is an "enum", and the table of the list cannot refer to one.'];
  if (entity.primaryKey !== undefined && keys.includes(name))
    yield [option, "a list of ids cannot be a key."];
  const given = [
    ...indexOptionNames.filter((each) => field[each] === true),
    ...columnOptions.filter((each) => field[each] !== undefined),
  ];
  for (const each of given) yield [each, "is for a column; a list of ids is in a table of its own."];
  if (field.isRequired && field.isIgnoredOnCreate === true)
    yield ["isIgnoredOnCreate", "a create must supply a list that is required."];
});
