import type Mssql from "mssql";
import type { FieldTypeName } from "../../model/field-type.js";
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
  { Int, BigInt, Float, Bit, VarChar, NVarChar, UniqueIdentifier, MAX }: MssqlModule,
  field: Field | undefined,
  column: StoredColumn | undefined,
  value: unknown,
): ParameterType {
  if (field === undefined) return BigInt;
  const types: Readonly<Record<FieldTypeName, () => ParameterType>> = {
    string: textType,
    text: textType,
    richtext: textType,
    secret: textType,
    json: () => NVarChar(MAX),
    int: () => Int,
    bigint: () => BigInt,
    float: () => Float,
    decimal: () => VarChar(50),
    boolean: () => Bit,
    date: () => VarChar(10),
    datetime: () => VarChar(30),
    uuid: () => UniqueIdentifier,
  };
  return types[field.type]();

  function textType(): ParameterType {
    const text = typeof value === "string" ? value : "";
    const length = column?.length ?? field?.maxLength ?? Number.POSITIVE_INFINITY;
    const isShort = length <= MAX_CHARACTERS && text.length <= length;
    // A column of a code page takes its own letters only: what may be another is compared, and refused, as Unicode.
    const isPlain = (column?.type === "varchar" || column?.type === "char") && /^[\x20-\x7e]*$/.test(text);
    const type = isPlain ? VarChar : NVarChar;
    return type(isShort ? length : MAX);
  }
}
