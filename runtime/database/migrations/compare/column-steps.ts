import { sql } from "../../sql/sql.js";
import type { Field } from "../../../model/model.js";
import { onlyYouKnow } from "../../schema/create-tables.js";
import { hasInlineForeignKeys, neededTypes, newColumn } from "../../schema/definitions.js";
import type { ChangedColumn } from "../../schema/migration-syntax.js";
import { tableName } from "../../sql/table-name.js";
import { changeOfColumn, defaultText, lossOfChange } from "./change-of-column.js";
import { isNullable, type ComparedTables, type TablePair } from "./compared-tables.js";
import { makeStep, PLACEHOLDER, type SchemaStep } from "./schema-step.js";

/** The steps for the columns of a table, in order. A rebuild changes all columns at once. */
export interface ColumnSteps {
  readonly added: SchemaStep[];
  readonly filled: SchemaStep[];
  readonly changed: { readonly step: SchemaStep; readonly change: ChangedColumn }[];
}

export function columnSteps(pair: TablePair, tables: ComparedTables): ColumnSteps {
  const steps: ColumnSteps = { added: [], filled: [], changed: [] };
  for (const field of pair.is.fields) {
    const column = pair.columns.find(({ is }) => is === field);
    if (column === undefined) addColumn(pair, field, tables, steps);
    else changeColumn(pair, column.was, field, tables, steps);
  }
  return steps;
}

export function placeOfColumn({ table }: { readonly table: string }, column: string): string {
  return `"${table}"."${column}"`;
}

function addColumn({ is }: TablePair, field: Field, tables: ComparedTables, steps: ColumnSteps): void {
  const { dialect } = tables;
  // The step of the primary key describes what to do.
  if (is.keys.includes(field)) return;
  const place = placeOfColumn(is, field.column);
  const known = onlyYouKnow(field);
  if (known !== undefined) {
    steps.added.push(undecided(`Adds the column ${place}, which has ${known}: write the statement.`, tables));
    return;
  }
  const hasDefault = (field.default ?? null) !== null;
  const isFilledLater = !isNullable(field) && !hasDefault;
  const added = isFilledLater ? { ...field, isNullable: true } : field;
  const isWithoutKey = hasDefault && hasInlineForeignKeys(dialect);
  const foreignKeys = is.foreignKeys.filter(({ fields }) => !isWithoutKey || fields[0] !== field);
  const { addColumn: claim } = dialect.schema.migrations;
  const [first, ...others] = newColumn({ ...is, foreignKeys }, field, tables, added.isNullable);
  const statements = [
    ...neededTypes(is, [field], dialect),
    ...(first === undefined ? [] : [claim?.(first, added) ?? first]),
    ...others,
  ];
  steps.added.push(makeStep("add", `Adds the column ${place}.`, statements, dialect));
  if (!isFilledLater) return;
  const message = `Gives ${place} a value in the rows that are there, because it is required and has no default: write it in place of ${PLACEHOLDER}.`;
  steps.filled.push(fill(is, field, PLACEHOLDER, message, tables));
  const change = changeOfColumn({ was: is, is }, added, field, tables);
  if (change !== undefined) steps.changed.push(changedStep(`Makes ${place} not null.`, change, tables));
}

function changeColumn(
  pair: TablePair,
  former: Field,
  field: Field,
  tables: ComparedTables,
  steps: ColumnSteps,
): void {
  const { was, is } = pair;
  // The step of the primary key describes what to do.
  if (was.keys.includes(former) || is.keys.includes(field)) return;
  const change = changeOfColumn(pair, former, field, tables);
  if (change === undefined) return;
  const place = placeOfColumn(is, field.column);
  const value = defaultText(field, tables.dialect);
  const isMadeNotNull = change.change.nullability && !isNullable(field);
  const known = field.type === "other" && change.change.type ? onlyYouKnow(field) : undefined;
  if (known !== undefined) {
    const message = `Changes the column ${place}, which gets ${known}: write the statement.`;
    steps.added.push(undecided(message, tables));
    return;
  }
  const effect = `Changes the column ${place}: ${describeChange(change, tables).join(", ")}.`;
  const failure =
    isMadeNotNull && value === undefined ? " Fails if a row has no value: give it one first." : "";
  if (isMadeNotNull && value !== undefined)
    steps.filled.push(fill(is, field, value, `Gives ${place} its default where a row has no value.`, tables));
  steps.changed.push(changedStep(`${effect}${failure}`, change, tables));
}

function changedStep(message: string, change: ChangedColumn, { dialect }: ComparedTables) {
  const statements = dialect.schema.migrations.changeColumn?.(change) ?? [];
  const loss = change.change.type ? lossOfChange(change.former, change.field, dialect) : undefined;
  return { step: makeStep("change", message, statements, dialect, loss), change };
}

function describeChange(
  { change, changeValues, isDefaultChanged, former, field }: ChangedColumn,
  { dialect }: ComparedTables,
): readonly string[] {
  const typeOf = (each: Field) => (each.type === "enum" ? "enum" : dialect.schema.columnType(each));
  const value = defaultText(field, dialect);
  return [
    ...(change.type ? [`${typeOf(former)} becomes ${typeOf(field)}`] : []),
    ...(changeValues === undefined
      ? []
      : [`its values become ${(field.values ?? []).map((each) => JSON.stringify(each)).join(", ")}`]),
    ...(change.nullability ? [isNullable(field) ? "nullable" : "not null"] : []),
    ...(isDefaultChanged ? [value === undefined ? "no default" : "another default"] : []),
  ];
}

function fill(
  entity: TablePair["is"],
  { column }: Field,
  value: string,
  message: string,
  { dialect }: ComparedTables,
): SchemaStep {
  const name = sql.id(column);
  const statement = sql`update ${tableName(entity)} set ${name} = ${sql.raw(value)} where ${name} is null`;
  return makeStep("fill", message, [statement], dialect);
}

export function undecided(message: string, { dialect }: Pick<ComparedTables, "dialect">): SchemaStep {
  return makeStep("decide", message, [sql.raw(PLACEHOLDER)], dialect);
}
