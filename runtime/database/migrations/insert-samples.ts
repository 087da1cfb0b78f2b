import type { Field, TableForeignKey, TableEntity } from "../../model/model.js";
import { countsUp } from "../schema/schema-entity.js";
import type { TableDialect } from "../schema/schema-dialect.js";
import { columnOf } from "../sql/column-of.js";
import { sql, type AnyKysely, type Sql } from "../sql/sql.js";
import { tableName } from "../sql/table-name.js";
import { fieldTypes, type FieldValue } from "../../model/field-type.js";
import { itemOf } from "../../model/fields.js";
import { ValueError } from "../../model/values/value-error.js";

/** One row with all values, one without optional ones, and one more. */
const ROWS = 3;

interface ColumnValue {
  readonly column: string;
  readonly value: Sql;
}

/** The values of a row's primary key, in the order of its columns. */
type Key = readonly unknown[];

/**
 * Inserts rows into all tables, so that migrations have something to work on.
 * @returns The tables that got no row because no valid value is known, a sentence each.
 */
export async function insertSamples(
  db: AnyKysely,
  tables: readonly TableEntity[],
  dialect: TableDialect,
): Promise<readonly string[]> {
  const empty: string[] = [];
  const keysOf = new Map<string, readonly Key[]>();
  for (const table of inOrder(tables)) {
    let reason = "a column needs a value that only you know";
    let inserted = 0;
    for (let number = 1; number <= ROWS; number++) {
      const given = rowOf(table, number, keysOf, dialect);
      if (given === undefined) continue;
      try {
        await insert(db, table, given);
        inserted++;
      } catch (error) {
        reason = (error as Error).message;
      }
    }
    if (inserted === 0) empty.push(`"${table.table}" has no row: ${reason.replace(/\.$/, "")}.`);
    keysOf.set(table.name, await readKeys(db, table));
  }
  return empty;
}

/** Sorts tables after those that they refer to. In a circle, one of them comes first. */
function inOrder(tables: readonly TableEntity[]): readonly TableEntity[] {
  const ordered = new Set<TableEntity>();
  const begun = new Set<TableEntity>();
  const add = (table: TableEntity): void => {
    if (begun.has(table)) return;
    begun.add(table);
    for (const { targetEntityName } of table.foreignKeys) {
      const target = tables.find(({ name }) => name === targetEntityName);
      if (target !== undefined) add(target);
    }
    ordered.add(table);
  };
  tables.forEach(add);
  return [...ordered];
}

/** `undefined` if there is no such row. */
function rowOf(
  table: TableEntity,
  number: number,
  keysOf: ReadonlyMap<string, readonly Key[]>,
  dialect: TableDialect,
): readonly ColumnValue[] | undefined {
  const given = new Map<string, ColumnValue>();
  for (const foreignKey of table.foreignKeys) {
    for (const each of referenceOf(foreignKey, number, keysOf)) given.set(each.column, each);
  }
  for (const field of table.fields) {
    if (given.has(field.column) || countsUp(table, field) || field.filledBy !== undefined) continue;
    const isLeftOut = number === 2 && (field.isNullable || (field.default ?? null) !== null);
    const isReference = table.foreignKeys.some(({ fields }) => fields.includes(field));
    const value = isLeftOut || isReference ? undefined : sampleValue(field, number);
    if (value === undefined || value === null) {
      if (field.isNullable || (field.default ?? null) !== null) continue;
      return undefined;
    }
    const { toParameter, cast } = columnOf(field, dialect);
    const parameter = sql`${toParameter(value)}`;
    given.set(field.column, { column: field.column, value: cast?.(parameter, field) ?? parameter });
  }
  return [...given.values()];
}

/** Each row refers to a different one, if there are enough. */
function referenceOf(
  { fields, targetEntityName }: TableForeignKey,
  number: number,
  keysOf: ReadonlyMap<string, readonly Key[]>,
): readonly ColumnValue[] {
  const isOptional = fields.some(({ isNullable }) => isNullable);
  const keys = keysOf.get(targetEntityName) ?? [];
  const key = keys[(number - 1) % Math.max(1, keys.length)];
  if (key === undefined || (isOptional && number === 2)) return [];
  return fields.map(({ column }, index) => ({ column, value: sql`${key[index]}` }));
}

async function insert(db: AnyKysely, table: TableEntity, given: readonly ColumnValue[]): Promise<void> {
  const columns = sql.join(given.map(({ column }) => sql.id(column)));
  const values = sql.join(given.map(({ value }) => value));
  await sql`insert into ${tableName(table)} (${columns}) values (${values})`.execute(db);
}

async function readKeys(db: AnyKysely, table: TableEntity): Promise<readonly Key[]> {
  const columns = sql.join(table.keys.map(({ column }) => sql.id(column)));
  const { rows } = await sql<Record<string, unknown>>`
    select ${columns} from ${tableName(table)} order by ${columns}`.execute(db);
  return rows.map((row) => table.keys.map(({ column }) => row[column]));
}

/** A value for the field, different for each number from 1. `undefined` if only a person knows a valid one. */
export function sampleValue(field: Field, number: number): FieldValue | undefined {
  const { examples, parse } = fieldTypes[field.type];
  const candidates = field.type === "list" ? [[sampleValue(itemOf(field), number)]] : examples(field, number);
  for (const value of candidates) {
    try {
      return parse(value, field);
    } catch (error) {
      if (!(error instanceof ValueError)) throw error;
    }
  }
  return undefined;
}
