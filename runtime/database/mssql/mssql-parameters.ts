import type Mssql from "mssql";
import type { Field } from "../../model/model.js";
import type { StoredColumn } from "../schema/stored-schema.js";

type MssqlModule = typeof Mssql;
type ParameterType = Mssql.ISqlType | (() => Mssql.ISqlType);

/** The most characters of a text that is not stored apart from its row. */
const MAX_CHARACTERS = 4_000;

/**
 * The type of a parameter: the column's own, so that nothing is converted and an index serves, and the same for every
 * value, so that a statement has one plan.
 */
export function parameterType(
  mssql: MssqlModule,
  field: Field | undefined,
  column: StoredColumn | undefined,
  value: unknown,
): ParameterType {
  switch (field?.type) {
    case undefined:
    case "bigint":
      return mssql.BigInt;
    case "int":
      return mssql.Int;
    case "float":
      return mssql.Float;
    case "boolean":
      return mssql.Bit;
    case "decimal":
      return mssql.VarChar(50);
    case "date":
      return mssql.VarChar(10);
    case "datetime":
      return mssql.VarChar(30);
    case "uuid":
      return mssql.UniqueIdentifier;
    case "json":
      return mssql.NVarChar(mssql.MAX);
    case "string":
    case "text":
    case "richtext":
    case "secret":
      return textType(mssql, column?.length ?? field.maxLength, column, value);
  }
}

function textType(
  { VarChar, NVarChar, MAX }: MssqlModule,
  length = Number.POSITIVE_INFINITY,
  column: StoredColumn | undefined,
  value: unknown,
): ParameterType {
  const text = typeof value === "string" ? value : "";
  const isShort = length <= MAX_CHARACTERS && text.length <= length;
  // A column of a code page takes its own letters only: what may be another is compared, and refused, as Unicode.
  const isPlain = (column?.type === "varchar" || column?.type === "char") && /^[\x20-\x7e]*$/.test(text);
  const type = isPlain ? VarChar : NVarChar;
  return type(isShort ? length : MAX);
}
