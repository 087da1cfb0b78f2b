import { fieldTypes } from "../../../model/field-type.js";
import type { Field } from "../../../model/model.js";
import { columnOf } from "../../sql/column-of.js";
import type { TableDialect } from "../../schema/schema-dialect.js";
import { isAlwaysLossless } from "../../schema/compare/lossless-conversion.js";

/** The maximum length of a value that is not a text. */
const LONGEST_VALUE = 60;

/** The possible loss when a column changes, as a sentence; `undefined` if there is none. Reads no rows. */
export function lossOfChange(former: Field, field: Field, dialect: TableDialect): string | undefined {
  return keepsValues(former, field)
    ? undefined
    : `Shortens or rounds values that do not fit ${columnOf(field, dialect).declaration(field)}, or fails.`;
}

function keepsValues(former: Field, field: Field): boolean {
  const isText = fieldTypes[field.type].holdsText;
  // Values that the enum does not have are rejected.
  if (field.type === "enum") return former.type === "enum" || fieldTypes[former.type].holdsText;
  if (isText && former.type !== "bytes") {
    const longest = fieldTypes[former.type].holdsText ? lengthOf(former) : LONGEST_VALUE;
    return lengthOf(field) >= (former.type === "enum" ? LONGEST_VALUE : longest);
  }
  if (former.type === field.type) return isWider(former, field);
  const { precision, scale } = former;
  return isAlwaysLossless({
    from: former.type,
    stored: { name: former.column, type: "", isNullable: true, precision, scale },
    field,
  });
}

function lengthOf({ type, maxLength = Infinity }: Field): number {
  return type === "string" ? maxLength : Infinity;
}

function isWider(former: Field, field: Field): boolean {
  const digits = ({ precision = 0, scale = 0 }: Field) =>
    precision === Infinity ? Infinity : precision - scale;
  return (
    former.storedAs === field.storedAs &&
    former.zone === field.zone &&
    former.of === field.of &&
    (former.maxLength ?? Infinity) <= (field.maxLength ?? Infinity) &&
    (former.scale ?? 0) <= (field.scale ?? 0) &&
    (field.type === "decimal"
      ? digits(former) <= digits(field)
      : (former.precision ?? 0) <= (field.precision ?? 0))
  );
}
