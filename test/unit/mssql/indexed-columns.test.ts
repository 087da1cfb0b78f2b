import { expect, test } from "vitest";
import type { Config, FieldConfig } from "data-api";
import { resolveModel } from "../../../runtime/config/resolve-model.js";
import { dialects } from "../../../runtime/database/dialects/dialects.js";
import { statementText } from "../../../runtime/database/migrations/compare/schema-step.js";
import { tableRenames } from "../../../runtime/database/migrations/compare/match-tables.js";
import { planMigration } from "../../../runtime/database/migrations/compare/plan-migration.js";
import { takeSnapshot } from "../../../runtime/database/migrations/snapshots/take-snapshot.js";
import { compareSchema } from "../../../runtime/database/schema/compare/compare-schema.js";
import type { StoredColumn, StoredIndex } from "../../../runtime/database/schema/stored/stored-schema.js";
import { field, plain } from "../../conformance/fields.js";

const { mssql } = dialects;
const collate = "collate Latin1_General_100_BIN2";

function modelOf(fields: Readonly<Record<string, FieldConfig>>, dialect: "mssql" | "postgres" = "mssql") {
  const entities: Config["entities"] = {
    post: plain(fields, { systemFields: { createdat: false, updatedat: false } }),
  };
  return resolveModel({ database: { dialect, name: "x" }, entities, server: { idempotency: false } });
}

const text = (length: number, more: Partial<StoredColumn> = {}): StoredColumn => ({
  ...{ name: "state", type: "nvarchar", length, isNullable: true },
  ...{ declaration: `nvarchar(${length}) ${collate}`, ...more },
});
const index = (more: Partial<StoredIndex> = {}): StoredIndex => ({
  ...{ name: "ix_post.state", columns: ["state"], isUnique: false, isPartial: false, ...more },
});

/** The changes that `db push` would make to the one existing column. */
function changesOf(
  fields: Readonly<Record<string, FieldConfig>>,
  column: StoredColumn,
  indexes: StoredIndex[],
) {
  const id = { name: "id", type: "int", isNullable: false, generated: "identity" as const };
  const table = { schema: "dbo", name: "post", isView: false, columns: [id, column], primaryKey: ["id"] };
  const stored = [{ ...table, indexes, foreignKeys: [] }];
  return compareSchema(modelOf(fields), { tables: stored, defaultSchema: "dbo" }, mssql).map(
    ({ kind, message, statements }) => ({
      kind,
      message,
      sql: statements.map((each) => statementText(each, mssql)),
    }),
  );
}

const states = (values: string[], more: Partial<FieldConfig> = {}) => ({
  state: field("enum", { values, ...more }),
});
const isIndexed = { isIndexed: true } as const;
const limited = { values: ["a", "b"], valuesIn: { schema: "dbo", name: "ck_post.state" } };

test("a new value of an enum changes its check only, for any indexes and types", () => {
  const column = text(20, {
    ...limited,
    type: "varchar",
    declaration: "varchar(20) collate Latin1_General_CI_AS",
  });
  const [change, ...others] = changesOf(states(["a", "b", "c"], isIndexed), column, [
    index(),
    index({ name: "by_date", columns: ["state", "date"] }),
  ]);
  expect(others).toEqual([]);
  expect(change?.kind).toBe("alter");
  expect(change?.sql).toEqual([
    'alter table "post" drop constraint "ck_post.state"',
    `alter table "post" add constraint "ck_post.state" check ("state" in (N'a', N'b', N'c'))`,
  ]);
});

const longer = { state: field("string", { maxLength: 100, ...isIndexed }) };
const altered = `alter table "post" alter column "state" nvarchar(100) ${collate} null`;
const rebuilt = [
  'drop index "ix_post.state" on "post"',
  'alter table "post" alter column "state" nvarchar(100) COLLATION null',
  'create index "ix_post.state" on "post" ("state")',
].map((each) => each.replace("COLLATION", collate));

test("a longer text in SQL Server does not change its index, and another type rebuilds it", () => {
  expect(changesOf(longer, text(50), [index()]).map(({ sql }) => sql)).toEqual([[altered]]);
  const number = text(50, { type: "int", declaration: "int" });
  expect(changesOf(longer, number, [index()]).map(({ sql }) => sql)).toEqual([rebuilt]);
});

test.each<[string, Partial<StoredIndex>]>([
  ["with included columns", { included: ["date"] }],
  ["with a descending key or of another form", { isSpecial: true }],
  ["that is unique", { isUnique: true }],
  ["with a condition", { isPartial: true, conditionOn: ["date"] }],
  ["that only includes the column", { columns: ["date"], included: ["state"] }],
  ["whose condition names the column", { columns: ["date"], isPartial: true, conditionOn: ["state"] }],
])("an index %s is not treated as the field's own", (_, more) => {
  const number = text(50, { type: "int", declaration: "int" });
  const [change] = changesOf(longer, number, [index(more)]);
  expect(change).toMatchObject({ kind: "decide", sql: [] });
  expect(change?.message).toContain('"ix_post.state" must be dropped');
});

test.each([
  ["shorter", { maxLength: 20 }, text(50, { isNullable: true, type: "int", declaration: "int" })],
  ["without a limit", { maxLength: undefined }, text(50)],
])("a text with an index that becomes %s is not changed automatically", (_, { maxLength }, column) => {
  const by = index({ name: "by_date", columns: ["date"], included: ["state"] });
  const type = maxLength === undefined ? field("text") : field("string", { maxLength });
  expect(changesOf({ state: type }, column, [by])).toMatchObject([{ kind: "decide" }]);
});

const mail = { mail: field("string", { maxLength: 50, isUnique: true, renamedFrom: "state" }) };
const unique = { name: "ux_theirs", isUnique: true, conditionOn: ["state"] };

test("a column in the condition of a plain unique index is renamed with it", () => {
  const [change] = changesOf(mail, text(50), [index(unique)]);
  expect(change?.sql).toEqual([
    'drop index "ux_theirs" on "post"',
    "exec sp_rename N'[post].[state]', N'mail', N'COLUMN'",
    'create unique index "ux_theirs" on "post" ("mail") where "mail" is not null',
  ]);
});

test.each<[string, Partial<StoredIndex>]>([
  ["of several columns", { columns: ["state", "tenant"] }],
  ["with included columns", { included: ["tenant"] }],
  ["of another column", { columns: ["tenant"] }],
])("a column in the condition of an index %s must be renamed by the user", (_, more) => {
  const [change] = changesOf(mail, text(50), [index({ ...unique, ...more })]);
  expect(change).toMatchObject({ kind: "decide", sql: [] });
  expect(change?.message).toContain('"ux_theirs"');
});

/** The statements of a migration that swaps two columns. */
function swapped(
  name: "mssql" | "postgres",
  [one, two]: readonly [FieldConfig, FieldConfig],
): readonly string[] {
  const { tables } = modelOf({ a: one, b: two }, name);
  const after = modelOf({ a: two, b: one }, name).tables;
  const columns = [
    { column: "a", formerColumn: "b" },
    { column: "b", formerColumn: "a" },
  ];
  const renames = tableRenames(after).map((each) => ({ ...each, columns }));
  const [was, is] = [takeSnapshot(tables, null), takeSnapshot(after, null)];
  const { up } = planMigration(was, is, renames, dialects[name]);
  return up.flatMap(({ statements }) => statements.map((each) => each.text));
}

test("checks of enums are recreated when the enums swap names", () => {
  const all = swapped("mssql", [field("enum", { values: ["x"] }), field("enum", { values: ["y"] })]);
  const renames = all.flatMap((each, place) => (each.includes("COLUMN") ? [place] : []));
  expect(renames).toHaveLength(3);
  for (const place of renames) {
    expect(all[place - 1]).toContain("drop constraint");
    expect(all[place + 1]).toContain("add constraint");
  }
});

test("indexes that swap names get a temporary name in between", () => {
  const all = swapped("postgres", [field("int", isIndexed), field("bigint", isIndexed)]);
  expect(all.filter((each) => each.includes("index"))).toEqual([
    expect.stringMatching(/"ix_post\.(a|b)" rename to "renamed_ix_post\.(a|b)"/),
    expect.stringMatching(/"ix_post\.(a|b)" rename to "ix_post\.(a|b)"/),
    expect.stringMatching(/"renamed_ix_post\.(a|b)" rename to "ix_post\.(a|b)"/),
  ]);
});

test("an index that a change of its column drops is not renamed with the column", () => {
  const [before, after] = [
    modelOf({ a: field("string", { ...isIndexed, maxLength: 20 }) }),
    modelOf({ b: field("int", { ...isIndexed, renamedFrom: "a" }) }),
  ];
  const { up } = planMigration(
    takeSnapshot(before.tables, null),
    takeSnapshot(after.tables, null),
    tableRenames(after.tables),
    mssql,
  );
  const all = up.flatMap(({ statements }) => statements.map(({ text }) => text));
  expect(all.filter((each) => each.includes("ix_post"))).toEqual([
    'drop index "ix_post.a" on "post"',
    'create index "ix_post.b" on "post" ("b")',
  ]);
});
