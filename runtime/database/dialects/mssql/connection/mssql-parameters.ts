import type { Field } from "../../../../model/model.js";
import type { StoredType } from "../../../sql/stored-type.js";
import { MAX_IN_ROW } from "../mssql-collation.js";
import { mssqlColumnOf } from "../mssql-column-of.js";
import { longest, type MssqlModule, type ParameterType } from "../mssql-columns.js";

/**
 * The type of a parameter: the column's own type, so that nothing is converted and an index can be used, and
 * the same type for every value, so that a statement has one plan.
 */
export function parameterType(
  mssql: MssqlModule,
  field: Field | undefined,
  column: StoredType | undefined,
  value: unknown,
): ParameterType {
  if (field === undefined) return mssql.BigInt;
  const { parameter } = mssqlColumnOf(field);
  if (parameter === "bytes") return bytesType(mssql, column?.length ?? field.maxLength, value);
  if (parameter !== "text") return parameter(mssql);
  const length = field.type === "enum" ? longest(field) : field.maxLength;
  return textType(mssql, column?.length ?? length, column, value);
}

/** The maximum number of bytes that are stored in the row. */
const MAX_BYTES = 8_000;

/** Bytes that are too long for the column are sent as they are, and match nothing. */
function bytesType({ VarBinary, MAX }: MssqlModule, length = Infinity, value: unknown): ParameterType {
  const own = value instanceof Uint8Array ? value.length : 0;
  return VarBinary(length <= MAX_BYTES && own <= length ? length : MAX);
}

function textType(
  { VarChar, NVarChar, MAX }: MssqlModule,
  length = Infinity,
  column: StoredType | undefined,
  value: unknown,
): ParameterType {
  const text = typeof value === "string" ? value : "";
  const isShort = length <= MAX_IN_ROW && text.length <= length;
  // A `varchar` column takes only characters of its code page. A value that may contain others is sent as
  // Unicode, to be compared or rejected.
  const isPlain = (column?.type === "varchar" || column?.type === "char") && /^[\x20-\x7e]*$/.test(text);
  const type = isPlain ? VarChar : NVarChar;
  return type(isShort ? length : MAX);
}
