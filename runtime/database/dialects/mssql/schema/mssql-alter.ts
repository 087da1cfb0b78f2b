import { sql, type Sql } from "../../../sql/sql.js";
import type { AlterSyntax } from "../../../schema/schema-dialect.js";
import type { StoredColumn } from "../../../schema/stored/stored-schema.js";
import type { Field } from "../../../../model/model.js";
import { tableName } from "../../../sql/table-name.js";
import { mssqlColumnOf } from "../mssql-column-of.js";
import { addEnumCheck, dropEnumCheck } from "./mssql-enums.js";
import { columnType } from "../mssql-column-type.js";
import { dropDefault } from "../migrations/mssql-migrations.js";
import { unicodeText } from "../mssql-names.js";
import { toHex } from "../../bytes-column.js";

/** How SQL Server changes columns (learn.microsoft.com/sql/t-sql/statements/alter-table-transact-sql). */
export const mssqlAlter: AlterSyntax = {
  // One statement sets both type and nullability. Properties that it does not repeat get the session's default.
  column: ({ entity, field, stored, change }) => {
    const table = tableName(entity);
    const type = change.type ? columnType(field) : (stored.declaration ?? columnType(field));
    const isNullable = change.nullability ? field.isNullable : stored.isNullable;
    const isDefaultBound = change.type && stored.default !== undefined;
    return [
      ...(change.type ? dropEnumCheck(entity, stored) : []),
      ...(isDefaultBound ? [dropDefault(entity, field.column).sql] : []),
      sql`alter table ${table} alter column ${sql.id(field.column)} ${sql.raw(type)} ${sql.raw(isNullable ? "null" : "not null")}`,
      ...(change.type && field.type === "enum" ? [addEnumCheck(entity, field)] : []),
      ...(isDefaultBound
        ? [sql`alter table ${table} add ${defaultOf(field, stored)} for ${sql.id(field.column)}`]
        : []),
    ];
  },
  // Only texts and bytes that get longer can stay in an index, but no column that becomes not null.
  isUnderIndex: ({ field, stored, change }) => {
    const [before, after] = [stored.declaration ?? "", columnType(field)];
    const isLonger =
      VARYING.has(stored.type) &&
      unsized(before) === unsized(after) &&
      sizeOf(before) <= sizeOf(after) &&
      // A column that becomes `max` is stored elsewhere.
      (sizeOf(after) !== Infinity || sizeOf(before) === Infinity);
    return (!change.type || isLonger) && !(change.nullability && !field.isNullable);
  },
  exactText,
  losesAsText: (column, stored, maxLength) => {
    const text = sql`cast(${column} as nvarchar(max))`;
    // The default text form of a float has six digits, and that of a datetime no seconds. A value that does
    // not convert back is lost.
    const back = sql`try_cast(${text} as ${sql.raw(stored.declaration ?? stored.type)})`;
    const isChanged = sql`${back} is null or ${back} <> ${column}`;
    return maxLength === undefined
      ? isChanged
      : sql`datalength(${text}) / 2 > ${sql.lit(maxLength)} or ${isChanged}`;
  },
  // The lock lasts until the transaction ends (learn.microsoft.com/sql/t-sql/queries/hints-transact-sql-table).
  locked: async (db, table, work) => {
    await sql`select top (1) 1 as locked from ${table} with (tablockx, holdlock)`.execute(db);
    return work();
  },
};

/** The default of the changed column: that of the field, which fits the new type. */
function defaultOf(field: Field, stored: StoredColumn): Sql {
  const { default: value } = field;
  return value === undefined || value === null
    ? sql`default ${sql.raw(stored.default ?? "null")}`
    : mssqlDefault(mssqlColumnOf(field).toParameter(value));
}

/** The type and its collation, without the length. */
function unsized(declaration: string): string {
  return declaration.replace(/\(\w+\)/, "").toLowerCase();
}

function sizeOf(declaration: string): number {
  const [, size] = /\((\w+)\)/.exec(declaration) ?? [];
  return size === undefined || size.toLowerCase() === "max" ? Infinity : Number(size);
}

const VARYING: ReadonlySet<string> = new Set(["varchar", "nvarchar", "varbinary"]);

/**
 * The value as text, in the style that keeps every digit
 * (learn.microsoft.com/sql/t-sql/functions/cast-and-convert-transact-sql).
 */
function exactText(column: Sql, { type }: StoredColumn): Sql {
  const style = styles[type];
  if (style === undefined) return sql`cast(${column} as nvarchar(max))`;
  return sql`convert(varchar(60), ${column}, ${sql.lit(style)})`;
}

const styles: Readonly<Record<string, number>> = {
  float: 3,
  real: 3,
  money: 2,
  smallmoney: 2,
  date: 23,
  datetime: 121,
  smalldatetime: 121,
  datetime2: 121,
  datetimeoffset: 121,
  time: 121,
};

/** `default …` */
export function mssqlDefault(value: unknown): Sql {
  return sql`default ${literal(value)}`;
}

function literal(value: unknown): Sql {
  if (value instanceof Uint8Array) return sql.raw(`0x${toHex(value)}`);
  if (typeof value === "string") return unicodeText(value);
  if (typeof value === "boolean") return sql.raw(value ? "1" : "0");
  return typeof value === "bigint" ? sql.raw(String(value)) : sql.lit(value);
}
