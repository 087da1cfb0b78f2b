import type { Field } from "../../../model/model.js";
import { tableName } from "../../sql/table-name.js";
import { columnAlter } from "./column-alter.js";
import type { SchemaChange } from "../schema-changes.js";
import type { TableDialect } from "../schema-dialect.js";
import type { StoredColumn, StoredTable } from "../stored/stored-schema.js";
import type { SchemaEntity } from "../schema-entity.js";

/** The difference between the values of an enum and those that its column allows. */
export function compareEnum(
  entity: SchemaEntity,
  table: StoredTable,
  field: Field,
  stored: StoredColumn,
  dialect: TableDialect,
): readonly SchemaChange[] {
  const { enums, alter } = dialect.schema;
  if (table.isView || entity.isReadOnly || field.type === "other") return [];
  const allowed = stored.values;
  const change = { type: true, nullability: false } as const;
  const altered = { entity, table, field, stored, change };
  if (field.type !== "enum" || field.values === undefined) {
    // A text field can be stored in an enum of MySQL with the same list of values.
    const isListed =
      stored.type !== "enum" || (field.values !== undefined && takesAll(field.values, allowed ?? [], false));
    if (isListed || alter === undefined) return [];
    const message = `The column "${entity.table}"."${stored.name}" takes only ${listOf(allowed ?? [])}.`;
    const statements = alter.column(tableName(entity), field, stored, change, entity);
    return [columnAlter(altered, { message, isOptional: true }, statements, dialect)];
  }
  if (allowed === undefined ? enums.isType : isSame(field.values, allowed, enums.isType)) return [];
  const place = `The column "${entity.table}"."${stored.name}"`;
  const takes = allowed === undefined ? "any value" : listOf(allowed);
  const difference = {
    message: `${place} takes ${takes}, the field "${field.name}" ${listOf(field.values)}.`,
    // The server checks the values that it writes, so a column may accept more.
    isOptional: allowed === undefined || takesAll(field.values, allowed, enums.isType),
  };
  const statements = enums.change(entity, field, stored);
  return [
    statements === undefined
      ? { kind: "decide", ...difference, statements: [], altered }
      : enums.isOnlyCheck?.(field, stored) === true
        ? { kind: "alter", ...difference, statements, altered }
        : columnAlter(altered, difference, statements, dialect),
  ];
}

function isSame(values: readonly unknown[], allowed: readonly unknown[], isOrdered: boolean): boolean {
  return values.length === allowed.length && takesAll(values, allowed, isOrdered);
}

/** Whether each value is allowed, and in the same order if the column has one. */
export function takesAll(
  values: readonly unknown[],
  allowed: readonly unknown[],
  isOrdered: boolean,
): boolean {
  const places = values.map((value) => allowed.indexOf(value));
  return places.every((place, index) => place !== -1 && (!isOrdered || place > (places[index - 1] ?? -1)));
}

function listOf(values: readonly unknown[]): string {
  return values.map((value) => JSON.stringify(value)).join(", ");
}
