import { expect, test } from "vitest";
import { dabEntity } from "../../../generator/import/dab/dab-entity.js";
import { dabTables } from "../../../generator/import/dab/dab-tables.js";
import { importTables } from "../../../generator/import/import-tables.js";
import { dialects } from "../../../runtime/database/dialects/dialects.js";
import type { StoredForeignKey, StoredTable } from "../../../runtime/database/schema/stored-schema.js";

function table(name: string, columns: readonly string[], rest: Partial<StoredTable> = {}): StoredTable {
  return {
    schema: "public",
    name,
    isView: false,
    columns: columns.map((column) => ({ name: column, type: "int4", isNullable: false })),
    primaryKey: columns.slice(0, 1),
    indexes: [],
    foreignKeys: [],
    ...rest,
  };
}

function foreignKey(
  columns: readonly string[],
  targetTable: string,
  targetColumns: readonly string[] = [],
): StoredForeignKey {
  return { name: "", columns, targetSchema: "public", targetTable, targetColumns };
}

type Json = Readonly<Record<string, unknown>>;

/** The entities of a file, over these tables. */
function entitiesOf(file: Readonly<Record<string, Json>>, ...tables: readonly StoredTable[]) {
  const entities = Object.entries(file).map(([name, value]) =>
    dabEntity(name, { path: `entities.${name}`, value }),
  );
  const described = dabTables(entities, tables, "public");
  const imported = importTables(described.tables, "public", dialects.postgres, [], described.hints);
  return Object.fromEntries(
    imported.entities.map(({ name, notes, options, fields }) => [
      name,
      {
        notes,
        foreignKeys: options.foreignKeys,
        own: fields.flatMap((field) => field.options?.foreignKey?.resolvedEntityName ?? []),
      },
    ]),
  );
}

const one = (target: string, rest: Json = {}) => ({ cardinality: "one", "target.entity": target, ...rest });
const line = table("line", ["order_id", "number"], { primaryKey: ["order_id", "number"] });
const order = table("order", ["id"]);
const noteColumns = ["id", "order_id", "number"];

test.each([
  ["that the database has", [foreignKey(["order_id", "number"], "line")], {}],
  [
    "that the database has in another order",
    [foreignKey(["order_id", "number"], "line")],
    { "source.fields": ["number", "order_id"], "target.fields": ["number", "order_id"] },
  ],
  [
    "that only the file has",
    [],
    { "source.fields": ["order_id", "number"], "target.fields": ["order_id", "number"] },
  ],
])("relationships of one field and of several, %s, keep their names", (_, keys, fields) => {
  const note = table("note", noteColumns, { foreignKeys: [foreignKey(["order_id"], "order"), ...keys] });
  const file = {
    Note: { source: "note", relationships: { purchase: one("Order"), place: one("Line", fields) } },
    Line: { source: "line" },
    Order: { source: "order" },
  };
  expect(entitiesOf(file, note, line, order)["Note"]).toEqual({
    notes: [],
    own: ["purchase"],
    foreignKeys: [{ fields: ["order_id", "number"], targetEntityName: "Line", resolvedEntityName: "place" }],
  });
});
