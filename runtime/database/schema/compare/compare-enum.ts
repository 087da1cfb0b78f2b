import { columnAlter } from "./column-alter.js";
import type { ComparedColumn, SchemaChange } from "../schema-changes.js";
import type { EnumSyntax, TableDialect } from "../schema-dialect.js";
import type { SchemaEntity } from "../schema-entity.js";

/** The difference between the values of an enum and those that its column allows. */
export function compareEnum(
  column: ComparedColumn<SchemaEntity>,
  dialect: TableDialect,
): readonly SchemaChange[] {
  const { entity, table, field, stored } = column;
  const { enums, alter } = dialect.schema;
  if (table.isView || entity.isReadOnly || field.type === "other") return [];
  const allowed = stored.values;
  const altered = { ...column, change: { type: true, nullability: false } };
  const place = `The column "${entity.table}"."${stored.name}"`;
  if (field.type !== "enum" || field.values === undefined) {
    // A text field can be stored in an enum of MySQL with the same list of values.
    const isListed =
      stored.type !== "enum" || (field.values !== undefined && takesAll(field.values, allowed ?? [], false));
    if (isListed || alter === undefined) return [];
    const message = `${place} takes only ${listOf(allowed ?? [])}.`;
    return [columnAlter(altered, { message, isOptional: true }, dialect)];
  }
  if (allowed === undefined ? isOrdered(enums) : sameValues(field.values, allowed, enums)) return [];
  const takes = allowed === undefined ? "any value" : listOf(allowed);
  const difference = {
    message: `${place} takes ${takes}, the field "${field.name}" ${listOf(field.values)}.`,
    // The server checks the values that it writes, so a column may accept more.
    isOptional: allowed === undefined || takesAll(field.values, allowed, isOrdered(enums)),
  };
  const statements = enums.change(entity, field, stored);
  return [
    statements === undefined
      ? { kind: "decide", ...difference, statements: [], altered }
      : enums.isOnlyCheck?.(field, stored) === true
        ? { kind: "alter", ...difference, statements, altered }
        : columnAlter(altered, difference, dialect, statements),
  ];
}

export function sameValues(
  values: readonly unknown[],
  allowed: readonly unknown[],
  enums: EnumSyntax,
): boolean {
  return values.length === allowed.length && takesAll(values, allowed, isOrdered(enums));
}

/** Whether each value is allowed, and in the same order if the column has one. */
export function takesAll(values: readonly unknown[], allowed: readonly unknown[], inOrder: boolean): boolean {
  const places = values.map((value) => allowed.indexOf(value));
  return places.every((place, index) => place !== -1 && (!inOrder || place > (places[index - 1] ?? -1)));
}

/** The values of a type have an order. A check only lists them. */
function isOrdered({ check }: EnumSyntax): boolean {
  return check === undefined;
}

function listOf(values: readonly unknown[]): string {
  return values.map((value) => JSON.stringify(value)).join(", ");
}
