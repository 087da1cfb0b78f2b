import { expect, test } from "vitest";
import { otherChecks, withChecks } from "../../../generator/import/import-checks.js";
import type { StoredColumn } from "../../../runtime/database/schema/stored/stored-schema.js";

const lengths = { characters: ["length"], bytes: [] };

function column(name: string, type: string): StoredColumn {
  return { name, type, isNullable: true, isComputed: false, isIdentity: false } as unknown as StoredColumn;
}

function fieldsOf(
  clause: string,
  ...columns: readonly { column: StoredColumn; field: { type: "int" | "boolean" } }[]
) {
  const table = {
    checks: [{ schema: "public", table: "t", name: undefined, clause }],
    columns: columns.map((each) => each.column),
  };
  const typed = columns.map((each) => withChecks(each, table as never, lengths));
  return { fields: typed.map(({ field }) => field), others: otherChecks(table, typed, lengths).length };
}

test("a check applies to the column with its letter case, also if another column differs only by case", () => {
  const { fields, others } = fieldsOf(
    '"Size" > 0',
    { column: column("Size", "int4"), field: { type: "int" } },
    { column: column("size", "int4"), field: { type: "int" } },
  );
  expect(fields).toEqual([{ type: "int", minimum: 1 }, { type: "int" }]);
  expect(others).toBe(0);
});

test("an imported check that allows both values of a boolean is ignored, any other is reported", () => {
  const flag = { column: column("flag", "boolean"), field: { type: "boolean" } } as const;
  expect(fieldsOf("flag in (0, 1)", flag)).toEqual({ fields: [{ type: "boolean" }], others: 0 });
  expect(fieldsOf("flag in (1)", flag)).toEqual({ fields: [{ type: "boolean" }], others: 1 });
});
