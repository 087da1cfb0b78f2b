import { expect, it } from "vitest";
import type { FieldConfig } from "../../../runtime/config/config.js";
import { resolveModel } from "../../../runtime/config/resolve-model.js";
import { Database } from "../../../runtime/database/database.js";
import { dialects } from "../../../runtime/database/dialects/dialects.js";
import { columnOf } from "../../../runtime/database/sql/column-of.js";
import { orderBy } from "../../../runtime/database/sql/order.js";
import { EntityStatements } from "../../../runtime/database/sql/statements.js";
import { firstKey } from "../../../runtime/model/fields.js";
import { fieldTypeNames } from "../../../runtime/model/field-type.js";
import type { Entity, Field } from "../../../runtime/model/model.js";
import { field, openEntity } from "../../conformance/fields.js";

/**
 * The column types that each type of a table variable takes unchanged, with the same digits and the same zone
 * (learn.microsoft.com/sql/t-sql/data-types/data-type-conversion-database-engine). A `datetime` becomes no `datetime2`:
 * .003 would become .0033333.
 */
const unchanged: Readonly<Record<string, readonly string[]>> = {
  int: ["int", "smallint", "tinyint"],
  bigint: ["bigint"],
  "float(53)": ["float", "real"],
  bit: ["bit"],
  date: ["date"],
  uniqueidentifier: ["uniqueidentifier"],
  sql_variant: ["datetime2", "datetime", "smalldatetime", "datetimeoffset"],
  "nvarchar(max)": ["nvarchar", "varchar", "nchar", "char", "sysname", "ntext", "text"],
  "varbinary(max)": ["varbinary", "binary", "image", "timestamp", "rowversion"],
};

/** The type of the texts that an expression gives, by its beginning. */
const given: readonly (readonly [RegExp, string])[] = [
  [/^convert\(varchar\((\d+)\), /, "varchar"],
  [/^cast\(\S+ as varchar\((\d+)\)\)$/, "varchar"],
  [/^cast\(\S+ as nvarchar\((\d+|max)\)\)$/, "nvarchar"],
];

const unusual: readonly FieldConfig[] = [
  field("datetime", { zone: "none" }),
  field("datetime", { zone: "offset", precision: 7 }),
  field("time", { precision: 7 }),
  field("text", { storedAs: "ntext" }),
  field("bytes", { storedAs: "image" }),
  field("bytes", { storedAs: "binary", maxLength: 8 }),
  field("decimal", { precision: 12, scale: 2 }),
  field("native", { storedAs: "hierarchyid" }),
];
const usual = fieldTypeNames
  // Nobody reads a secret.
  .filter((type) => type !== "native" && type !== "secret")
  .map((type) =>
    field(type, {
      ...(type === "enum" && { values: ["a"] }),
      ...(type === "list" && { of: "string" }),
      ...(type === "other" && { isEditable: false, isIgnoredOnCreate: true }),
    }),
  );

it.each([...usual, ...unusual].map((config) => [JSON.stringify(config), config] as const))(
  "a write of %s returns what a read of the record returns",
  (_, config) => {
    const model = resolveModel({
      database: { dialect: "mssql", name: "x" },
      entities: {
        thing: openEntity({ it: config }, { systemFields: { createdat: false, updatedat: false } }),
      },
    });
    const entity = model.entitiesByName.get("thing") as Entity;
    const statements = new EntityStatements(entity, new Database(model, dialects.mssql));
    const order = [orderBy(firstKey(entity))];
    const page = statements.page({ order, where: undefined, take: 1, skip: 0 }).statement.sql;
    const [, read = ""] = /^select "id", (.*?) from /.exec(page) ?? [];
    const it = entity.fieldsByName.get("it") as Field;
    const write = statements.writes.insert([], [[]], "record").statement.sql;
    expect(write).toContain(`output inserted."id", ${read.replace('"it"', 'inserted."it"')} into @written`);
    expect(write).toMatch(/; select c0, c1 from @written$/);
    const [, type = ""] = /@written table \(c0 int, c1 (.*?)\); /.exec(write) ?? [];
    if (read === '"it"') {
      const { stored } = columnOf(it, dialects.mssql);
      expect(stored.filter((each) => unchanged[type]?.includes(each) !== true)).toEqual([]);
    } else {
      const [[pattern, base] = []] = [given.find(([each]) => each.test(read))];
      expect(type).toBe(`${base}(${pattern?.exec(read)?.[1]})`);
    }
  },
);
