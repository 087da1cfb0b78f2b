import { canonicalBound, fieldLimits } from "../../runtime/config/field-limits.js";
import { rulesOfCheck, type CheckRule } from "../../runtime/database/schema/checks/check-rules.js";
import type { ColumnField } from "../../runtime/database/schema/stored/field-of-column.js";
import { findColumn } from "../../runtime/database/schema/stored/find-stored.js";
import type { LengthFunctions } from "../../runtime/database/schema/schema-dialect.js";
import type {
  StoredCheck,
  StoredColumn,
  StoredTable,
} from "../../runtime/database/schema/stored/stored-schema.js";
import { isLess, type NumberValue } from "../../runtime/model/values/bounds.js";
import type { FieldTypeName, FieldValue } from "../../runtime/model/field-type.js";
import { parsedValue } from "../../runtime/model/values/parsed-value.js";
import { ValueError } from "../../runtime/model/values/value-error.js";
import type { TypedColumn } from "./imported.js";

/** The field of a column, including the rules of the table's checks that a field can express. */
export function withChecks(
  { column, field }: TypedColumn,
  { checks = [], columns }: StoredTable,
  lengths: LengthFunctions,
): TypedColumn {
  const checked = checks
    .flatMap(({ clause }) => rulesOfCheck(clause) ?? [])
    .filter((rule) => findColumn(rule, { columns }) === column)
    .reduce((known, rule) => withRule(known, rule, column, lengths) ?? known, field);
  return { column, field: checked };
}

/** The checks that fields cannot express, or not completely. */
export function otherChecks(
  { checks = [], columns }: Pick<StoredTable, "checks" | "columns">,
  typed: readonly TypedColumn[],
  lengths: LengthFunctions,
): readonly StoredCheck[] {
  return checks.filter(({ clause }) => {
    const rules = rulesOfCheck(clause);
    const isSaid = rules?.every((rule) => {
      const column = findColumn(rule, { columns });
      const found = typed.find((each) => each.column === column);
      if (found === undefined) return false;
      const said = withRule(found.field, rule, found.column, lengths);
      return said !== undefined && JSON.stringify(said) === JSON.stringify(found.field);
    });
    return isSaid !== true;
  });
}

/**
 * The field with an additional rule; `undefined` if it cannot express exactly the same values. The reverse is never
 * done: fields do not create checks.
 */
function withRule(
  field: ColumnField,
  rule: CheckRule,
  column: StoredColumn,
  lengths: LengthFunctions,
): ColumnField | undefined {
  const { lengthBy } = rule;
  const changed =
    lengthBy !== undefined
      ? withLength(field, { ...rule, lengthBy }, column, lengths)
      : rule.operator === "in"
        ? withValues(field, rule, column)
        : withBound(field, rule);
  return changed !== undefined && isPossible(changed) ? changed : undefined;
}

function withBound(
  field: ColumnField,
  { operator, values: [text = ""] }: CheckRule,
): ColumnField | undefined {
  if (operator === "=") return undefined;
  const isLeast = operator.startsWith(">");
  const given = canonicalBound(text, field);
  const bound =
    given === undefined || operator.endsWith("=") ? given : nextTo(given, field, isLeast ? 1n : -1n);
  if (bound === undefined) return undefined;
  const { minimum, maximum } = field;
  if (isLeast) return minimum !== undefined && isLess(bound, minimum) ? field : { ...field, minimum: bound };
  return maximum !== undefined && isLess(maximum, bound) ? field : { ...field, maximum: bound };
}

/** The next value of the type; `undefined` for a type that has none. */
function nextTo(value: NumberValue, field: ColumnField, step: 1n | -1n): NumberValue | undefined {
  if (field.type === "float") return undefined;
  const { scale = 0 } = fieldLimits(field);
  if (scale === Infinity) return undefined;
  const [, sign = "", whole = "", fraction = ""] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(String(value)) ?? [];
  const scaled = BigInt(`${sign}${whole}${fraction.padEnd(scale, "0")}`) + step;
  const digits = String(scaled < 0n ? -scaled : scaled).padStart(scale + 1, "0");
  const point = digits.length - scale;
  const text = `${scaled < 0n ? "-" : ""}${digits.slice(0, point)}${scale === 0 ? "" : `.${digits.slice(point)}`}`;
  return canonicalBound(text, field);
}

const texts: readonly FieldTypeName[] = ["string", "text"];

function withLength(
  field: ColumnField,
  { lengthBy, operator, values: [text = ""] }: CheckRule & { readonly lengthBy: string },
  { type }: StoredColumn,
  { characters, bytes }: LengthFunctions,
): ColumnField | undefined {
  // A text of a fixed length is padded, and functions count its blanks in different ways.
  const isText = texts.includes(field.type) && !/^(?:n?char|bpchar|character)$/.test(type);
  const isCounted =
    (isText && characters.includes(lengthBy)) || (field.type === "bytes" && bytes.includes(lengthBy));
  if (!isCounted || !/^\d{1,9}$/.test(text) || field.storedAs !== undefined) return undefined;
  const length = Number(text);
  const least = operator === ">" ? length + 1 : operator === ">=" || operator === "=" ? length : 0;
  const most = operator === "<" ? length - 1 : operator === "<=" || operator === "=" ? length : Infinity;
  const { minLength = 0, maxLength = Infinity } = fieldLimits(field);
  if (operator === "in" || most < 1) return undefined;
  return {
    ...field,
    ...(least > minLength && { minLength: least }),
    ...(most < maxLength && { maxLength: most }),
  };
}

const listed: readonly FieldTypeName[] = ["string", "text", "int", "bigint", "decimal"];

function withValues(
  field: ColumnField,
  { values: written }: CheckRule,
  { declaration = "" }: StoredColumn,
): ColumnField | undefined {
  // A check allows the same values in another case if the column's collation ignores it.
  const ignoresCase = texts.includes(field.type) && /_ci(?:_|\b)/i.test(declaration);
  if (field.type === "boolean") return isSameList([0, 1], written) ? field : undefined;
  const values = written.map((text) => parsed(text, field));
  if (field.values !== undefined) return isSameList(field.values, written) ? field : undefined;
  if (ignoresCase || !listed.includes(field.type) || values.includes(undefined)) return undefined;
  return { ...field, values: values as readonly (string | number)[] };
}

function isSameList(values: readonly (string | number)[], written: readonly string[]): boolean {
  return values.length === written.length && values.every((value) => written.includes(String(value)));
}

/** The value of a text; `undefined` if it is not one of the field. */
export function parsed(text: string, field: ColumnField): FieldValue | undefined {
  const value = parsedValue(field.type, text, fieldLimits(field));
  return value instanceof ValueError ? undefined : value;
}

/** Whether some value can meet all rules of the field, because the configuration must be valid. */
function isPossible(field: ColumnField): boolean {
  const { minimum, maximum, minLength = 0, maxLength = Infinity } = fieldLimits(field);
  if (minimum !== undefined && maximum !== undefined && isLess(maximum, minimum)) return false;
  if (minLength > maxLength) return false;
  return (
    field.type === "enum" || (field.values ?? []).every((value) => parsed(String(value), field) !== undefined)
  );
}
