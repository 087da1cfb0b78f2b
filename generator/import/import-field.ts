import { uniqueIndexes } from "../../runtime/database/schema/stored/find-stored.js";
import { indexOption, type IndexOptions } from "../../runtime/model/index-options.js";
import type { FieldConfig } from "../../runtime/config/config.js";
import { MAX_INDEXED_BYTES } from "../../runtime/config/rules/field-options.js";
import { fieldLimits } from "../../runtime/config/field-limits.js";
import type { StoredTable } from "../../runtime/database/schema/stored/stored-schema.js";
import { fieldTypes, MAX_INDEXED_LENGTH, type FieldValue } from "../../runtime/model/field-type.js";
import { parsed } from "./import-checks.js";
import type { TypedColumn } from "./imported.js";

/**
 * Where a part of a key comes from: the client, the server's own way to make keys, or the database if the client leaves
 * it out.
 */
export type KeyRole = "supplied" | "made" | "filled";

/**
 * The field of a column, without its foreign key.
 * @param key `undefined` for a column that is not part of the key.
 * @param trigger Whether a trigger seems to fill it in a new record, or to change it after a write, which therefore does
 * not return the stored value.
 */
export function importField(
  name: string,
  { column, field }: TypedColumn,
  { table, isReadOnly }: { readonly table: StoredTable; readonly isReadOnly: boolean },
  key: KeyRole | undefined,
  trigger: "fills" | "changes" | undefined,
): FieldConfig {
  const named = { ...(name !== column.name && { column: column.name }) };
  const isComputed = column.generated !== undefined;
  if (isReadOnly) {
    const isRequired = key !== undefined || !column.isNullable;
    return { ...field, isEditable: false, isRequired, ...named };
  }
  if (field.type === "other")
    return { ...field, isEditable: false, isRequired: false, isIgnoredOnCreate: true, ...named };
  if (key !== undefined) {
    const isIgnored = key === "made" || (key === "filled" && column.takesNoValue === true);
    return {
      ...{ ...field, isEditable: false, isRequired: true },
      ...(isIgnored && { isIgnoredOnCreate: true }),
      ...(key === "filled" && { filledBy: "default" as const }),
      ...named,
    };
  }
  const isChanged = trigger === "changes";
  const value = isComputed || isChanged ? undefined : defaultOf({ column, field });
  const isRejected = column.isDefaultRejected === true;
  const hasExpression =
    !isComputed && !isChanged && !isRejected && column.default !== undefined && value === undefined;
  const isOfTrigger = trigger !== undefined && !isComputed && !hasExpression && value === undefined;
  return {
    ...field,
    isEditable: !isComputed,
    isRequired: !column.isNullable && !isComputed,
    ...(isComputed && { isIgnoredOnCreate: true }),
    ...(hasExpression && { filledBy: "default" as const }),
    ...(isOfTrigger && { filledBy: "trigger" as const }),
    ...(value !== undefined && { default: value }),
    // A create has to give a value, because the database would reject its own.
    ...(isRejected && column.isNullable && { default: null }),
    ...indexOptions({ column, field }, table),
    ...named,
  };
}

/** The default, if it is a valid value of the field and not an expression. */
function defaultOf({ column: { defaultText }, field }: TypedColumn): FieldValue | undefined {
  // The text of a default of bytes is not base64.
  if (defaultText === undefined || field.type === "json" || field.type === "bytes") return undefined;
  const value = parsed(defaultText, field);
  return field.values?.some((listed) => listed === value) === false ? undefined : value;
}

function indexOptions({ column, field }: TypedColumn, { indexes }: StoredTable): IndexOptions {
  const own = indexes.filter((index) => isOnlyOn(index.columns, column.name) && !index.isPartial);
  const { maxLength = Infinity } = fieldLimits(field);
  const isLong =
    (field.type === "string" && maxLength > MAX_INDEXED_LENGTH) ||
    (field.type === "bytes" && maxLength > MAX_INDEXED_BYTES);
  if (own.length === 0 || isLong || !fieldTypes[field.type].isIndexable) return {};
  return indexOption(hasUniqueIndex({ indexes }, column.name) ? "unique" : "ordinary");
}

/** Whether the field must be a `string` instead of a `text`, because it is unique or a foreign key. */
export function isString(table: StoredTable, column: string): boolean {
  return hasUniqueIndex(table, column) || table.foreignKeys.some(({ columns }) => columns.includes(column));
}

/** Whether the values of the column are unique. */
export function hasUniqueIndex(table: Pick<StoredTable, "indexes">, column: string): boolean {
  return uniqueIndexes(table).some(({ columns, isPartial }) => !isPartial && isOnlyOn(columns, column));
}

function isOnlyOn(columns: readonly string[], name: string): boolean {
  return columns.length === 1 && columns[0] === name;
}
