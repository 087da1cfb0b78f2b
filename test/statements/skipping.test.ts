import { expect, test } from "vitest";
import { resolveModel } from "../../runtime/config/resolve-model.js";
import { Database } from "../../runtime/database/database.js";
import { dialects } from "../../runtime/database/dialects/dialects.js";
import { EntityStatements } from "../../runtime/database/sql/statements.js";
import { isKey } from "../../runtime/condition/key-condition.js";
import { dialectNames, type DialectName } from "../../runtime/model/settings/dialect-facts.js";
import type { Entity } from "../../runtime/model/model.js";
import { field, plain } from "../conformance/fields.js";

const table = `th'in"g]`;
/** How each database is asked whether a table may skip rows. Its name is a text there. */
const asked: Readonly<Record<DialectName, readonly string[] | undefined>> = {
  sqlite: [
    `exists (select 1 from sqlite_master where tbl_name = 'th''in"g]' collate nocase and type = 'view')`,
    "then 'hidden'",
  ],
  postgres: [`to_regclass('"own"."th''in""g]"')`, "then 'ruled'", "then 'shown'"],
  mysql: undefined,
  mssql: [
    `sys.triggers where parent_id = object_id(N'[own].[th''in"g]]]') and is_instead_of_trigger = 1 and is_disabled = 0`,
    "then 'hidden'",
  ],
};

test.each(dialectNames)(
  "the statement that asks whether a table of %s may skip rows quotes its names, or is not needed",
  (name) => {
    const thing = plain({ title: field("string") }, { table });
    const model = resolveModel({ database: { dialect: name, name: "x" }, entities: { thing } });
    const [entity] = model.entities as readonly [Entity];
    const named = name === "sqlite" ? entity : { ...entity, schema: "own" };
    const { writes } = new EntityStatements(named, new Database(model, dialects[name]));
    const text = writes.skipping()?.statement.sql;
    for (const part of asked[name] ?? []) expect(text).toContain(part);
    if (asked[name] === undefined) expect(text).toBeUndefined();
  },
);

test("a write of PostgreSQL that fails if its record is skipped has its values as parameters", () => {
  const thing = plain({ title: field("string") });
  const model = resolveModel({ database: { dialect: "postgres", name: "x" }, entities: { thing } });
  const [entity] = model.entities as readonly [Entity];
  const { writes } = new EntityStatements(entity, new Database(model, dialects.postgres));
  const fields = entity.fields.filter(({ name }) => name === "title");
  const { statement, parameters } = writes.update(fields, ["x"], isKey(entity, [1]), "id", undefined, true);
  expect(statement.sql).toMatch(
    /^with "written" as \(update "thing" set "title" = \$1 where "id" = \$2 returning "id"\) select "written"\.\*, /,
  );
  expect(statement.sql).toContain(
    `when exists (select from "written") then '1' when exists (select 1 from "thing" where "id" = $3) then '' else '0' end)::int = 1`,
  );
  expect(parameters).toEqual(["x", 1, 1]);
});
