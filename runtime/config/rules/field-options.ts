import { DEFAULT_PRECISION, DEFAULT_SCALE } from "../../model/decimal.js";
import { fieldTypes } from "../../model/field-type.js";
import { keyNames } from "../keys.js";
import { fieldRule } from "./rule.js";

/** An index of MySQL holds 3072 bytes, 4 for each character; the others hold more. */
export const MAX_INDEXED_LENGTH = 768;

/** Options must fit the type, and one another. */
export const fieldOptions = fieldRule(function* (field, name, entity) {
  const { isIndexable, conditions } = fieldTypes[field.type];
  const isText = conditions === "text" || field.type === "secret";
  if (field.maxLength !== undefined && !isText) {
    yield { option: "maxLength", message: `a field of type "${field.type}" has no length; only texts do.` };
  }
  if (field.type === "string" && (field.maxLength ?? 0) > 4000) {
    yield {
      option: "maxLength",
      message: `found ${field.maxLength ?? 0}; a "string" may have at most 4000 characters, use "text" for more.`,
    };
  }
  const isIndexed = field.isUnique === true || field.isIndexed === true;
  if (field.type === "string" && isIndexed && (field.maxLength ?? 0) > MAX_INDEXED_LENGTH) {
    yield {
      option: "maxLength",
      message: `found ${field.maxLength ?? 0}; a "string" with an index may have at most ${MAX_INDEXED_LENGTH} characters in every database.`,
    };
  }
  for (const option of ["precision", "scale"] as const) {
    if (field[option] !== undefined && field.type !== "decimal") {
      yield {
        option,
        message: `only a field of type "decimal" has a ${option}, this one is "${field.type}".`,
      };
    }
  }
  const { precision = DEFAULT_PRECISION, scale = Math.min(DEFAULT_SCALE, precision) } = field;
  if (field.type === "decimal" && scale > precision) {
    yield { option: "scale", message: `found ${scale}, more than the ${precision} digits of its precision.` };
  }
  for (const option of ["isUnique", "isIndexed"] as const) {
    if (field[option] === true && !isIndexable) {
      yield {
        option,
        message: `a field of type "${field.type}" cannot have an index in every database${isText && field.type !== "secret" ? ', use "string"' : ""}.`,
      };
    }
  }
  const isList = field.foreignKey?.isManyToMany === true;
  const isKey = entity.primaryKey !== undefined && keyNames(entity).includes(name);
  if (
    field.isIgnoredOnCreate === true &&
    field.isRequired &&
    field.default === undefined &&
    !isKey &&
    !isList
  ) {
    yield { option: "isIgnoredOnCreate", message: "a required field that a create ignores needs a default." };
  }
});
