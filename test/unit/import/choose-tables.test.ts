import { expect, test } from "vitest";
import { chooseTables } from "../../../generator/import/choose-tables.js";
import type { StoredTable } from "../../../runtime/database/schema/stored/stored-schema.js";

const table = (schema: string, name: string): StoredTable => ({
  schema,
  name,
  isView: false,
  columns: [],
  primaryKey: [],
  indexes: [],
  foreignKeys: [],
});
const hostile = [table("cr\u001b[2Jm", "it\u202eem\n"), table("sales", "bill")];

test.each([
  [{ schemas: ["crm"] }, '--schema "crm" has no tables.'],
  [{ schemas: ["x\u001b"] }, '--schema "x\\u001b" has no tables.'],
  [{ include: ["item"] }, '--include "item" is the name of no table or view.'],
])("names in errors of the choice of tables are escaped for the terminal: %j", (choice, message) => {
  const choose = () => chooseTables(hostile, { schemas: [], include: [], exclude: [], ...choice });
  expect(choose).toThrow(message);
  // eslint-disable-next-line no-control-regex -- the output must not contain these
  expect(choose).not.toThrow(/[\u0000-\u001f\u202e]/);
});
