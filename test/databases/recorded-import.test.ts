import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { DatabaseConnection, QueryResult } from "kysely";
import { expect, test } from "vitest";
import { checkConfig } from "../../runtime/config/check-config.js";
import { resolveModel } from "../../runtime/config/resolve-model.js";
import { createKysely } from "../../runtime/database/database.js";
import { dialects } from "../../runtime/database/dialects/dialects.js";
import { compareSchema } from "../../runtime/database/schema/compare/compare-schema.js";
import { driverOf } from "../driver-of.js";
import { importWith } from "./import-database.js";
import { mssqlCatalog } from "./mssql-catalog.js";

const { mssql } = dialects;
const golden = path.join(import.meta.dirname, "mssql-catalog.config.ts");

/** The recorded rows for a statement, which must select the recorded columns. */
function answer(statement: string): Record<string, unknown>[] {
  // With a case-sensitive collation, the database accepts these names only in capitals.
  if (statement.includes("INFORMATION_SCHEMA."))
    expect(statement).not.toMatch(
      /\b(?:table|column|data|character|numeric|datetime|collation|is|ordinal)_\w+/,
    );
  const flat = statement.replaceAll(/\s+/g, " ");
  if (flat.includes('"old" as')) throw new Error("The image data type cannot be selected as DISTINCT.");
  const found = Object.entries(mssqlCatalog).find(([part]) => flat.includes(part));
  if (found === undefined) throw new Error(`Not recorded: ${flat}`);
  const [, { columns, rows }] = found;
  const [outer = ""] = flat.split(/ from /);
  const asked = Array.from(outer.matchAll(/ as "?(\w+)"?(?=,|$)/g), ([, name]) => name);
  expect(asked, flat).toEqual(columns);
  return rows.map((row) => Object.fromEntries(columns.map((name, index) => [name, row[index]])));
}

const connection: DatabaseConnection = {
  executeQuery: <R>({ sql }: { readonly sql: string }) =>
    Promise.resolve().then(() => ({ rows: answer(sql) }) as unknown as QueryResult<R>),
  streamQuery: () => expect.fail("The import streams nothing."),
};
const driver = driverOf(connection);

test("SQL Server's catalog is imported as its documentation describes it", async () => {
  const database = { dialect: "mssql", host: "db.example.com", name: "corpus" } as const;
  const db = createKysely(mssql, () => driver);
  const { text, config } = await importWith(db, mssql, database);
  if (process.env["UPDATE_GOLDEN"] === "1") writeFileSync(golden, text);
  expect(text).toBe(readFileSync(golden, "utf8"));
  expect(checkConfig(config)).toEqual([]);
  const tables = await mssql.schema.readTables(db, undefined, []);
  expect(compareSchema(resolveModel(config), { tables, defaultSchema: "dbo" }, mssql)).toEqual([]);
});

test("a start refuses a table that cannot do what its entity needs, and says what to change", async () => {
  const db = createKysely(mssql, () => driver);
  const tables = await mssql.schema.readTables(db, undefined, []);
  const id = { type: "int", isEditable: false, isRequired: true } as const;
  const hits = { hits: { type: "int", isEditable: true, isRequired: true } } as const;
  const born = { born: { type: "date", isEditable: true, isRequired: false } } as const;
  const systemFields = { createdat: false, updatedat: false } as const;
  const model = resolveModel({
    database: { dialect: "mssql", host: "db.example.com", name: "corpus" },
    entities: {
      client: { fields: {}, primaryKey: "code", systemFields, permissions: {} },
      elsewhere: { fields: hits, isReadOnly: true, primaryKey: [], permissions: {} },
      session: { fields: { id, ...hits }, primaryKey: "id", systemFields, permissions: {} },
      patient: { fields: born, systemFields, permissions: {} },
    },
  });
  expect(compareSchema(model, { tables, defaultSchema: "dbo" }, mssql).map(({ message }) => message)).toEqual(
    [
      `"client" is a synonym of [dbo].[parents]: name that in "table" and "schema" of the entity "client", or a view of it if it is in another database.`,
      `"elsewhere" is a synonym of [archive].[dbo].[parents]: name that in "table" and "schema" of the entity "elsewhere", or a view of it if it is in another database.`,
      `The table "session" is memory-optimized and takes no locks, which writes need: set "isReadOnly" of the entity "session".`,
      `The column "patient"."born" is encrypted by Always Encrypted, and data-api has no key for it: remove the field "born".`,
    ],
  );
});
