import type { Field } from "../../../model/model.js";
import { columnOf } from "../../sql/column-of.js";
import type { Sql } from "../../sql/sql.js";
import { sameValues } from "../../schema/compare/compare-enum.js";
import type { ChangedColumn } from "../../schema/migration-syntax.js";
import type { TableDialect } from "../../schema/schema-dialect.js";
import {
  declaredType,
  isNullable,
  storedColumn,
  type ComparedTables,
  type TablePair,
} from "./compared-tables.js";
import { statementText } from "./schema-step.js";
import { fieldTypes } from "../../../model/field-type.js";
import { isAlwaysLossless } from "../../schema/compare/lossless-conversion.js";

/** The change of an existing column; `undefined` if this database sees no difference. */
export function changeOfColumn(
  { was, is }: Pick<TablePair, "was" | "is">,
  former: Field,
  field: Field,
  { dialect }: Pick<ComparedTables, "dialect">,
): ChangedColumn | undefined {
  const { schema } = dialect;
  const change = {
    type: declaredType(was, former, dialect) !== declaredType(is, field, dialect),
    nullability: isNullable(former) !== isNullable(field),
  };
  const stored = storedColumn(was, former, dialect);
  const areValuesChanged =
    !change.type &&
    field.type === "enum" &&
    !sameValues(field.values ?? [], former.values ?? [], schema.enums);
  const [had, has] = [former, field].map((each) => defaultText(each, dialect));
  if (!change.type && !change.nullability && !areValuesChanged && had === has) return undefined;
  // The dialects derive nullability from the field.
  const declared = { ...field, isNullable: isNullable(field) };
  return {
    entity: is,
    field: declared,
    former,
    change,
    alter: (parts) => schema.alter?.column({ entity: is, field: declared, stored, change: parts }) ?? [],
    changeValues: areValuesChanged ? () => schema.enums.change(is, declared, stored) ?? [] : undefined,
    isDefaultChanged: had !== has,
    hadDefault: had !== undefined,
    default: defaultClause(field, dialect),
  };
}

/** `default …` */
export function defaultClause(field: Field, dialect: TableDialect): Sql | undefined {
  const value = field.default ?? null;
  if (value === null) return undefined;
  return dialect.schema.defaultValue(columnOf(field, dialect).toParameter(value), field);
}

/** The default as SQL writes it. */
export function defaultText(field: Field, dialect: TableDialect): string | undefined {
  const clause = defaultClause(field, dialect);
  return clause === undefined ? undefined : statementText(clause, dialect).replace(/^default /, "");
}

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
