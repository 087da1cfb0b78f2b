import type { Field } from "../../../model/model.js";
import { isCollated } from "./mssql-collation.js";
import { mssqlColumnOf } from "./mssql-column-of.js";

/** Texts are compared and sorted by code point, because other collations differ between databases. */
const BY_CODE_POINT = "collate Latin1_General_100_BIN2";

/** The type of a field's column, with its collation. */
export function columnType(field: Field): string {
  const declared = mssqlColumnOf(field).declaration(field);
  return isCollated(field) ? `${declared} ${BY_CODE_POINT}` : declared;
}

/** A column's type, as described by INFORMATION_SCHEMA.COLUMNS. */
export interface DescribedType {
  readonly type: string;
  readonly length: number | null;
  readonly precision: number | null;
  readonly scale: number | null;
  readonly fraction: number | null;
  readonly collation: string | null;
}

/** The type of an existing column, as a statement declares it. */
export function storedDeclaration(described: DescribedType): string {
  const { type, length, precision, scale, fraction, collation } = described;
  const collated = collation === null ? "" : ` collate ${collation}`;
  if (/^(?:n?(?:var)?char|(?:var)?binary)$/i.test(type))
    return `${type}(${length === null || length < 0 ? "max" : length})${collated}`;
  if (/^(?:decimal|numeric)$/i.test(type)) return `${type}(${precision ?? 18},${scale ?? 0})`;
  if (/^float$/i.test(type)) return `${type}(${precision ?? 53})`;
  if (/^(?:time|datetime2|datetimeoffset)$/i.test(type)) return `${type}(${fraction ?? 7})`;
  return `${type}${collated}`;
}
