import { expect, test } from "vitest";
import { checksOf } from "../../../runtime/database/dialects/sqlite/schema/sqlite-checks.js";

// SQLite keeps the comments of a statement (sqlite.org/schematab.html).
test.each([
  ["of a line", "size int -- was check (size < 10)\n"],
  ["of a block", "size int /* was check (size < 10) */"],
  ["with a quote", "size int, -- don't\n name text -- it's\n"],
])("a comment %s in the statement of a table is not read as a check, and hides no check", (_, columns) => {
  const statement = `create table t (${columns}, other int check (other > 1))`;
  expect(checksOf(statement).map(({ clause }) => clause)).toEqual(["other > 1"]);
});
