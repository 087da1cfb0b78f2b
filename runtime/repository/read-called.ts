import { columnOf } from "../database/sql/column-of.js";
import type { SqlDialect } from "../database/sql/sql-dialect.js";
import { ANY_DIGITS } from "../model/values/decimal.js";
import type { FieldValue } from "../model/field-type.js";
import type { Field } from "../model/model.js";
import { parsedValue } from "../model/values/parsed-value.js";
import { ValueError } from "../model/values/value-error.js";

/**
 * A value of a result in canonical form. A value that its type does not allow stays as it is: one invalid row must
 * not break an answer.
 */
export function readCalled(value: unknown, field: Field, dialect: SqlDialect): FieldValue {
  if (value === null || value === undefined) return null;
  const given = value instanceof Date ? textOf(value, field) : value;
  const read = columnOf(field, dialect).fromColumn(given);
  const parsed = parsedValue(field.type, read, { ...field, ...(field.type === "decimal" && ANY_DIGITS) });
  return parsed instanceof ValueError ? read : parsed;
}

/** The rows of a procedure contain the driver's dates, because no expression selects their columns. */
function textOf(date: Date, { type }: Field): unknown {
  return type === "time" ? date.toISOString().slice(11, -1) : date;
}
