import { expect, test } from "vitest";
import { resolveModel } from "../../../runtime/config/resolve-model.js";
import { dialects } from "../../../runtime/database/dialects/dialects.js";
import { compareSchema } from "../../../runtime/database/schema/compare/compare-schema.js";
import type { StoredColumn, StoredTable } from "../../../runtime/database/schema/stored/stored-schema.js";
import { field, openEntity } from "../../conformance/fields.js";

const model = resolveModel({
  database: { dialect: "postgres", host: "h", name: "d", password: "x" },
  server: { idempotency: false },
  entities: {
    thing: openEntity(
      {
        id: field("int", { isRequired: true, isEditable: false }),
        price: field("decimal", { precision: 8, scale: 2 }),
        title: field("string", { maxLength: 10 }),
      },
      { primaryKey: ["id"], systemFields: { createdat: false, updatedat: false, ownerid: false } },
    ),
  },
});

const columns: readonly StoredColumn[] = [
  { name: "id", type: "int4", isNullable: false },
  { name: "price", type: "numeric", precision: 8, scale: 2, isNullable: true },
  { name: "title", type: "varchar", length: 10, isNullable: true },
];

/** The differences that are found if a column of the table, or the table itself, is as given. */
function differences(column: Partial<StoredColumn>, table: Partial<StoredTable> = {}): readonly string[] {
  const stored: StoredTable = {
    ...{ schema: "public", name: "thing", isView: false, primaryKey: ["id"], indexes: [], foreignKeys: [] },
    columns: columns.map((each) => (each.name === column.name ? { ...each, ...column } : each)),
    ...table,
  };
  return compareSchema(model, { tables: [stored], defaultSchema: "public" }, dialects.postgres).map(
    ({ message }) => message,
  );
}

test.each([
  { name: "price", precision: 8, scale: 2 },
  { name: "price", precision: 9, scale: 3 },
  { name: "price", precision: undefined, scale: undefined },
  { name: "title", length: 10 },
  { name: "title", length: 11 },
  { name: "title", length: undefined },
])("a column that holds every value of its field is accepted: %j", (column) => {
  expect(differences(column)).toEqual([]);
});

test.each([
  [{ name: "price", precision: 8, scale: 1 }, "numeric(8,1)", "numeric(8,2)"],
  [{ name: "price", precision: 8, scale: 3 }, "numeric(8,3)", "numeric(8,2)"],
  [{ name: "price", precision: 7, scale: 2 }, "numeric(7,2)", "numeric(8,2)"],
  [{ name: "price", precision: 8, scale: undefined }, "numeric(8,0)", "numeric(8,2)"],
  [{ name: "title", length: 9 }, "varchar(9)", "varchar(10)"],
])("a column that is too narrow for values of its field is reported: %j", (column, is, needed) => {
  const message = `The column "thing"."${column.name}" is of type "${is}", the field "${column.name}" needs "${needed}".`;
  expect(differences(column)).toEqual([message]);
});

test("a required column without a field is reported of a table, and not of a view", () => {
  const more = [...columns, { name: "other", type: "int4", isNullable: false }];
  expect(differences({}, { columns: more })).toEqual([
    'The column "thing"."other" is not null and has no default, but the entity "thing" has no field for it.',
  ]);
  expect(differences({}, { columns: more, isView: true, primaryKey: [] })).toEqual([]);
});
