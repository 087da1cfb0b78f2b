import { indexKind, indexOptionNames } from "../../model/index-options.js";
import { fieldTypes, MAX_INDEXED_LENGTH } from "../../model/field-type.js";
import { itemType, listItemTypes } from "../../model/values/list.js";
import { FIXED_BYTES, ROW_VERSION } from "../../model/values/native-types.js";
import type { FieldConfig } from "../config.js";
import { isLess } from "../../model/values/bounds.js";
import { ValueError } from "../../model/values/value-error.js";
import { fieldLimits, parsedBound } from "../field-limits.js";
import { keyNames } from "../keys.js";
import { fieldRule, type Mistake } from "./rule.js";
import { quoteAll } from "../../model/names.js";

/** The most bytes of a `bytes` with an index: SQL Server's holds 900, other fields of a key included. */
export const MAX_INDEXED_BYTES = 768;

/** Checks `precision` and `scale`: the digits of a decimal, or of a datetime's seconds. */
function* digitOptions(field: FieldConfig): Iterable<Mistake> {
  const { type, precision, scale } = field;
  if (type !== "decimal") {
    const isOfSecond = fieldTypes[type].hasSeconds && typeof precision === "number";
    for (const option of ["precision", "scale"] as const) {
      if (field[option] === undefined || (option === "precision" && isOfSecond)) continue;
      yield [option, `only a field of type "decimal" has a ${option}, this one is "${type}".`];
    }
    return;
  }
  if (precision === 0) yield ["precision", "found 0; a decimal has at least one digit."];
  if (precision === "unlimited") {
    if (scale !== undefined)
      yield ["scale", 'leave it out: with the precision "unlimited" any number of digits is accepted.'];
  } else {
    const { precision: digits = 0, scale: decimals = 0 } = fieldLimits(field);
    if (decimals > digits)
      yield ["scale", `found ${decimals}, more than the ${digits} digits of its precision.`];
  }
}

/** Checks `minimum` and `maximum`, which are numbers of the field's type. */
function* boundOptions(field: FieldConfig): Iterable<Mistake> {
  for (const option of ["minimum", "maximum"] as const) {
    const bound = field[option];
    if (bound === undefined) continue;
    if (!("minimum" in fieldTypes[field.type].limits))
      yield [option, `a field of type "${field.type}" has no ${option}; only numbers do.`];
    else {
      const parsed = parsedBound(bound, field);
      if (parsed instanceof ValueError)
        yield [option, `found ${JSON.stringify(bound)}; it ${parsed.message}.`];
    }
  }
  if (field.minimum === undefined || field.maximum === undefined) return;
  const { minimum, maximum } = fieldLimits(field);
  if (minimum !== undefined && maximum !== undefined && isLess(maximum, minimum))
    yield ["minimum", `found ${JSON.stringify(minimum)}, more than the maximum ${JSON.stringify(maximum)}.`];
}

/** Checks `minLength`. */
function* lengthOptions({ type, minLength, maxLength, storedAs }: FieldConfig): Iterable<Mistake> {
  if (minLength === undefined) return;
  const most = maxLength ?? fieldTypes[type].limits.maxLength ?? Infinity;
  if (!("minLength" in fieldTypes[type].limits))
    yield ["minLength", `a field of type "${type}" has no length; only texts and bytes do.`];
  else if (type === "bytes" && storedAs === FIXED_BYTES)
    yield ["minLength", `leave it out: with the storedAs "${FIXED_BYTES}" the length is "maxLength".`];
  else if (minLength > most) yield ["minLength", `found ${minLength}, more than the maximum of ${most}.`];
}

/** An index needs bytes of limited length, and bytes of a fixed length need that length. */
function* bytesOptions({ maxLength, storedAs }: FieldConfig, hasIndex: boolean): Iterable<Mistake> {
  if (hasIndex && (maxLength === undefined || maxLength > MAX_INDEXED_BYTES)) {
    const found = maxLength === undefined ? "it is missing" : `found ${maxLength}`;
    yield [
      "maxLength",
      `${found}; a "bytes" with an index must have a maximum of ${MAX_INDEXED_BYTES} bytes or less.`,
    ];
  }
  if (storedAs === FIXED_BYTES && maxLength === undefined)
    yield ["maxLength", `with the storedAs "${FIXED_BYTES}" it is the length: set it.`];
}

/** Fields of type "other" cannot be written, and the database sets row versions. */
function* readOnlyOptions(field: FieldConfig, isReadOnly: boolean): Iterable<Mistake> {
  const kind = field.type === "other" ? 'of type "other"' : `with the storedAs "${ROW_VERSION}"`;
  if (field.isEditable) yield ["isEditable", `a field ${kind} is read-only: set it to false.`];
  if (field.isIgnoredOnCreate !== true && !isReadOnly)
    yield ["isIgnoredOnCreate", `a field ${kind} is read-only: set it to true.`];
  if (field.isRequired && !isReadOnly)
    yield ["isRequired", `a create cannot supply a field ${kind}: set it to false.`];
  for (const option of ["default", "values"] as const)
    if (field[option] !== undefined) yield [option, `a field ${kind} is read-only and has no ${option}.`];
}

/** Checks the options of a list, whose limits are those of its items. */
function* listOptions(field: FieldConfig): Iterable<Mistake> {
  const { type } = field;
  if (type === "list" && field.of === undefined)
    yield ["of", `is required: the type of the items, one of ${quoteAll(listItemTypes)}.`];
  for (const option of ["of", "maxItems"] as const) {
    if (type !== "list" && field[option] !== undefined)
      yield [option, `is for a "list" only, this field is "${type}".`];
  }
}

/** Options must fit the field's type and each other. */
export const fieldOptions = fieldRule(function* (written, { name, entity }) {
  yield* listOptions(written);
  const { isIndexable } = fieldTypes[written.type];
  const field = written.type === "list" ? { ...written, type: itemType(written) } : written;
  const { type, maxLength = 0 } = field;
  const { holdsText: isText, limits } = fieldTypes[type];
  yield* lengthOptions(field);
  yield* boundOptions(field);
  if (field.maxLength !== undefined && !("maxLength" in limits))
    yield ["maxLength", `a field of type "${type}" has no length; only texts and bytes do.`];
  if (type === "string" && maxLength > 4000) {
    const message = `found ${maxLength}; a "string" may have at most 4000 characters, use "text" for more.`;
    yield ["maxLength", message];
  }
  const hasIndex = indexKind(field) !== undefined;
  if (type === "string" && hasIndex && maxLength > MAX_INDEXED_LENGTH) {
    const message = `found ${maxLength}; a "string" with an index may have at most ${MAX_INDEXED_LENGTH} characters in every database.`;
    yield ["maxLength", message];
  }
  if (field.type === "bytes") yield* bytesOptions(field, hasIndex || keyNames(entity).includes(name));
  yield* digitOptions(field);
  const isOwnText = isText && written.type === type && type !== "secret";
  const other = isOwnText ? ', use "string"' : "";
  for (const option of indexOptionNames)
    if (field[option] === true && !isIndexable)
      yield [option, `a field of type "${written.type}" cannot have an index in every database${other}.`];
  if (type === "other" || field.storedAs === ROW_VERSION)
    yield* readOnlyOptions(field, entity.isReadOnly === true);
  const isList = field.foreignKey?.isManyToMany === true;
  const isKey = entity.primaryKey !== undefined && keyNames(entity).includes(name);
  const isFilled = field.filledBy !== undefined;
  if (isFilled && field.default !== undefined)
    yield ["filledBy", 'the field has a "default" here already: remove one of the two.'];
  if (field.filledBy === "trigger" && isKey)
    yield ["filledBy", "a create must return the key, and a trigger may set it later: remove it."];
  const needsDefault = field.isRequired && field.default === undefined && !isFilled && !isKey && !isList;
  if (field.isIgnoredOnCreate === true && needsDefault)
    yield ["isIgnoredOnCreate", 'a required field that a create ignores needs a default, or "filledBy".'];
});
