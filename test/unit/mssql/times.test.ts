import { sql } from "kysely";
import { expect, it } from "vitest";
import type { FieldConfig } from "../../../runtime/config/config.js";
import { resolveModel } from "../../../runtime/config/resolve-model.js";
import { Database } from "../../../runtime/database/database.js";
import { mssql } from "../../../runtime/database/dialects/mssql/mssql-dialect.js";
import { mssqlWrites } from "../../../runtime/database/dialects/mssql/mssql-writes.js";
import { fieldOfColumn } from "../../../runtime/database/schema/stored/field-of-column.js";
import { columnOf } from "../../../runtime/database/sql/column-of.js";
import { field, openEntity } from "../../conformance/fields.js";

/** The column of a field in SQL Server, and the text of its SQL. */
function columnFor(config: FieldConfig) {
  const model = resolveModel({
    database: { dialect: "mssql", name: "x" },
    entities: { thing: openEntity({ it: config }, { systemFields: { createdat: false, updatedat: false } }) },
  });
  const [entity] = model.entities;
  const it = entity?.fieldsByName.get("it");
  if (entity === undefined || it === undefined) throw new Error("There is no field.");
  const column = columnOf(it, mssql);
  const { kysely } = new Database(model, mssql);
  const text = (query: ReturnType<typeof sql>) => query.compile(kysely).sql;
  const deleted = mssqlWrites.delete(
    {
      entity: { schema: undefined, table: "t" },
      table: sql.id("t"),
      where: sql``,
      readable: [it],
      keys: [it],
      select: () => sql.id("v"),
      storedType: () => undefined,
    },
    "record",
  );
  return {
    column,
    declared: mssql.schema.columnType(it),
    cast: text(sql`${column.cast?.(sql.id("v"), it) ?? sql.id("v")}`),
    select: text(sql`${column.select?.(sql.id("v")) ?? sql.id("v")}`),
    written: /@written table \(c0 ([^)]*\)?)\)/.exec(text(sql`${deleted}`))?.[1],
  };
}

const offset = field("datetime", { zone: "offset", precision: 7 });
const time = field("time", { precision: 7 });

it.each<readonly [FieldConfig, string, string, string, string | undefined]>([
  [
    offset,
    "datetimeoffset(7)",
    'cast("v" as datetimeoffset(7))',
    'convert(varchar(40), "v", 121)',
    "datetimeoffset",
  ],
  [field("datetime"), "datetime2(3)", 'cast("v" as datetime2(3))', '"v"', "sql_variant"],
  [
    field("datetime", { zone: "none", precision: 7 }),
    "datetime2(7)",
    'cast("v" as datetime2(7))',
    '"v"',
    "sql_variant",
  ],
  [time, "time(7)", 'cast("v" as time(7))', 'cast("v" as varchar(16))', "time"],
  [field("duration"), "varchar(80) collate Latin1_General_100_BIN2", '"v"', '"v"', "nvarchar(max)"],
  [field("year"), "smallint", '"v"', '"v"', "int"],
])("a field %j is stored in SQL Server as %s", (config, declared, cast, select, written) => {
  expect(columnFor(config)).toMatchObject({ declared, cast, select, written });
});

it.each([
  [offset, "2024-02-29 12:00:00.1234567 +02:00", "2024-02-29T12:00:00.1234567+02:00"],
  [offset, "2024-02-29 12:00:00.5000000 -05:30", "2024-02-29T12:00:00.500-05:30"],
  [offset, "0001-01-01 00:00:00.0000000 +00:00", "0001-01-01T00:00:00.000+00:00"],
  [time, "23:59:59.9999999", "23:59:59.9999999"],
  [time, "12:00:00.0000000", "12:00:00"],
])("a column of %j in SQL Server stores %s, which answers contain as %s", (config, stored, value) => {
  const { column } = columnFor(config);
  expect(column.fromColumn(stored)).toBe(value);
  expect(column.fromColumn(column.toParameter(value))).toBe(value);
});

it.each([
  ["datetimeoffset", { fraction: 7, zone: "offset" }, { type: "datetime", precision: 7, zone: "offset" }],
  ["datetime2", { fraction: 3, zone: "none" }, { type: "datetime", zone: "none" }],
  ["smalldatetime", { fraction: 0, zone: "none" }, { type: "datetime", precision: 0, zone: "none" }],
  ["time", { fraction: 7 }, { type: "time", precision: 7 }],
] as const)("a column of type %s %j of SQL Server is imported as %j", (type, stored, imported) => {
  expect(fieldOfColumn({ name: "c", type, isNullable: true, ...stored }, mssql, undefined)).toEqual(imported);
});
