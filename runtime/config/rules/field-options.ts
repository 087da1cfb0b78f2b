import { fieldTypes } from "../../model/field-type.js";
import type { FieldConfig } from "../config.js";
import { fieldLimits } from "../field-limits.js";
import { keyNames } from "../keys.js";
import { fieldRule, type Mistake } from "./rule.js";

/** A MySQL index holds 3072 bytes, 4 per character. The other databases hold more. */
export const MAX_INDEXED_LENGTH = 768;

/** Checks `precision` and `scale`: the digits of a decimal, or of a datetime's seconds. */
function* digitOptions(field: FieldConfig): Iterable<Mistake> {
  const { type, precision, scale } = field;
  if (type !== "decimal") {
    const isOfSecond = type === "datetime" && typeof precision === "number";
    for (const option of ["precision", "scale"] as const) {
      if (field[option] === undefined || (option === "precision" && isOfSecond)) continue;
      yield [option, `only a field of type "decimal" has a ${option}, this one is "${type}".`];
    }
    return;
  }
  if (precision === 0) yield ["precision", "found 0; a decimal has at least one digit."];
  if (precision === "unlimited") {
    if (scale !== undefined)
      yield ["scale", 'leave it out: with the precision "unlimited" any digits are taken.'];
  } else {
    const { precision: digits = 0, scale: decimals = 0 } = fieldLimits(field);
    if (decimals > digits)
      yield ["scale", `found ${decimals}, more than the ${digits} digits of its precision.`];
  }
}

/** Options must fit the field's type and each other. */
export const fieldOptions = fieldRule(function* (field, name, entity) {
  const { type, maxLength = 0 } = field;
  const { isIndexable, holdsText: isText } = fieldTypes[type];
  if (field.maxLength !== undefined && !isText)
    yield ["maxLength", `a field of type "${type}" has no length; only texts do.`];
  if (type === "string" && maxLength > 4000) {
    const message = `found ${maxLength}; a "string" may have at most 4000 characters, use "text" for more.`;
    yield ["maxLength", message];
  }
  const isIndexed = field.isUnique === true || field.isIndexed === true;
  if (type === "string" && isIndexed && maxLength > MAX_INDEXED_LENGTH) {
    const message = `found ${maxLength}; a "string" with an index may have at most ${MAX_INDEXED_LENGTH} characters in every database.`;
    yield ["maxLength", message];
  }
  yield* digitOptions(field);
  const other = isText && type !== "secret" ? ', use "string"' : "";
  for (const option of ["isUnique", "isIndexed"] as const)
    if (field[option] === true && !isIndexable)
      yield [option, `a field of type "${type}" cannot have an index in every database${other}.`];
  const isList = field.foreignKey?.isManyToMany === true;
  const isKey = entity.primaryKey !== undefined && keyNames(entity).includes(name);
  const needsDefault = field.isRequired && field.default === undefined && !isKey && !isList;
  if (field.isIgnoredOnCreate === true && needsDefault)
    yield ["isIgnoredOnCreate", "a required field that a create ignores needs a default."];
});
