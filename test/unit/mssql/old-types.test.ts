import { expect, test } from "vitest";
import { checkCondition } from "../../../runtime/condition/check-condition.js";
import { parseCondition } from "../../../runtime/condition/parse-condition.js";
import { resolveModel } from "../../../runtime/config/resolve-model.js";
import { Database } from "../../../runtime/database/database.js";
import { mssqlColumns } from "../../../runtime/database/dialects/mssql/mssql-columns.js";
import { dialects } from "../../../runtime/database/dialects/dialects.js";
import { compareSchema } from "../../../runtime/database/schema/compare/compare-schema.js";
import { EntityStatements } from "../../../runtime/database/sql/statements.js";
import { orderBy } from "../../../runtime/database/sql/order.js";
import { firstKey } from "../../../runtime/model/fields.js";
import type { Entity, Field } from "../../../runtime/model/model.js";

// SQL Server refuses to compare and sort columns of these types
// (learn.microsoft.com/sql/t-sql/data-types/ntext-text-and-image-transact-sql).
test("a text of an old type of SQL Server is compared, searched and sorted as nvarchar", () => {
  const field = { type: "text", storedAs: "ntext", isEditable: true, isRequired: false } as const;
  const model = resolveModel({
    database: { dialect: "mssql", name: "x" },
    entities: { category: { fields: { note: field }, permissions: { read: ["guest"] } } },
  });
  const entity = model.entitiesByName.get("category") as Entity;
  const statements = new EntityStatements(entity, new Database(model, dialects.mssql));
  const where = (text: string) => checkCondition(parseCondition(text), entity);
  const order = [orderBy(entity.fieldsByName.get("note") as Field), orderBy(firstKey(entity))];
  const page = { order, take: 1, skip: 0 };
  for (const text of ["note=a", "note<>a", "note<a", "note~a"]) {
    const { sql } = statements.page({ ...page, where: where(text) }).statement;
    const bare = sql.replaceAll(/cast\((?:"category"\.)?"note" as nvarchar\(max\)\)/g, "new");
    expect(bare.replace(/^select .*? from/, "")).not.toContain("note");
    expect(bare).toContain("order by new");
  }
});

// SQL Server does not convert xml to text implicitly (error 257): writes and conditions could not use it.
test.each(["text", "richtext", "string"] as const)(
  "a column of xml in SQL Server stores no field of type %s",
  (type) => {
    const field = { type, isEditable: true, isRequired: false } as const;
    const model = resolveModel({
      database: { dialect: "mssql", name: "x" },
      entities: { category: { fields: { note: field }, permissions: { read: ["guest"] } } },
    });
    const columns = [
      { name: "id", type: "int", isNullable: false, generated: "identity" as const },
      { name: "note", type: "xml", isNullable: true },
    ];
    const table = { schema: "dbo", name: "category", isView: false, columns };
    const stored = [{ ...table, primaryKey: ["id"], indexes: [], foreignKeys: [] }];
    const [mistake] = compareSchema(model, { tables: stored, defaultSchema: "dbo" }, dialects.mssql);
    expect(mistake?.message).toContain("xml");
  },
);

// Another program may store a string that is longer than the field allows, or that is not a value of an enum.
test.each(Object.entries(mssqlColumns).filter(([, { stored }]) => stored.includes("nvarchar")))(
  "a write to SQL Server can return every string in the column of a field of type %s",
  (type, { widest, declaration }) => {
    expect(
      widest?.(undefined) ?? declaration({ type, maxLength: 5, values: ["a"] } as unknown as Field),
    ).toBe("nvarchar(max)");
  },
);
