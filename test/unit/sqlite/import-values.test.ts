import Sqlite from "better-sqlite3";
import { describe, expect, it } from "vitest";
import type { Config } from "data-api";
import { withDatabase } from "../../../generator/migrate/with-database.js";
import { entitiesFromTables } from "../../../generator/import/entities-from-tables.js";
import { readImported } from "../../../generator/import/read-imported.js";
import { resolveDatabase } from "../../../runtime/config/resolve/resolve-database.js";
import { everybody } from "../../conformance/fields.js";
import { useDatabaseFile } from "./open-database.js";

const file = useDatabaseFile();

/** The entities that `init` imports, with all permissions for everybody. */
async function importFile(): Promise<Config["entities"]> {
  const settings = resolveDatabase({ dialect: "sqlite", name: file.path() });
  const { entities } = await withDatabase(settings, { isReadOnly: true }, async (db, dialect) =>
    entitiesFromTables(await readImported(db, dialect), undefined, dialect),
  );
  return Object.fromEntries(
    entities.map(({ name, options, fields }) => [
      name,
      {
        ...options,
        permissions: everybody,
        fields: Object.fromEntries(
          fields.flatMap((each) => (each.options ? [[each.name, each.options]] : [])),
        ),
      },
    ]),
  );
}

function execute(...statements: readonly string[]): void {
  const database = new Sqlite(file.path());
  for (const statement of statements) database.exec(statement);
  database.close();
}

/** Creates a table with a key and one other column. */
function columnOf(declared: string, values: readonly string[]): void {
  execute(
    `create table t (id integer primary key, c ${declared})`,
    ...values.map((value) => `insert into t (c) values (${value})`),
  );
}

it.each([
  [[], { type: "time" }],
  [["'08:30:00'", "'23:59:59.999'"], { type: "time" }],
  [["'08:30:00.123456'", "null"], { type: "time", precision: 6 }],
  [["'08:30:00'", "'08:30'"], { type: "text" }],
  [["'08:30:00.500'"], { type: "text" }],
  [["'24:00:00'"], { type: "text" }],
  [["8.5"], { type: "text" }],
])("a column of SQLite of times of day, %j, is imported as %j", async (values, field) => {
  columnOf("time", values);
  const entities = await importFile();
  expect(entities["t"]?.fields["c"]).toEqual({ ...field, isEditable: true, isRequired: false });
  await file.createApi(entities).repository("t").find();
});

describe("a column of booleans is imported as", () => {
  it.each([
    ["boolean", [], { type: "boolean" }],
    ["bool", ["1", "'0'", "null"], { type: "boolean" }],
    ["boolean", ["'true'", "'false'"], { type: "boolean", storedAs: "true/false" }],
    ["boolean", ["'N'"], { type: "boolean", storedAs: "Y/N" }],
    ["boolean", ["-1", "0"], { type: "boolean", storedAs: "-1/0" }],
    ["boolean", ["1", "5"], { type: "int" }],
    ["tinyint(1)", ["1", "0"], { type: "boolean" }],
    ["tinyint(1)", ["2"], { type: "int" }],
    ["boolean", ["'Y'", "'no'"], { type: "text" }],
    ["boolean", ["1", "'true'"], { type: "text" }],
    ["boolean default 'f'", [], { type: "boolean", storedAs: "t/f", filledBy: "default" }],
    ["boolean default 'f'", ["1"], { type: "text", default: "f" }],
    ["numeric", ["9007199254740993", "1"], { type: "bigint" }],
    ["decimal(20, 0)", ["9007199254740993", "1.5"], { type: "float" }],
    ["numeric", ["9007199254740991"], { type: "float" }],
  ])(
    "a column of SQLite for booleans or large numbers is imported by its values, %s of %j: %j",
    async (declared, values, field) => {
      columnOf(declared, values);
      const entities = await importFile();
      expect(entities["t"]?.fields["c"]).toEqual({ ...field, isEditable: true, isRequired: false });
      await file.createApi(entities, { schema: "verify" }).repository("t").find();
    },
  );
});

describe("a column of whole numbers is imported as", () => {
  it.each([
    ["integer", ["1", "-5"], "int"],
    ["integer", ["null"], "bigint"],
    ["integer", [], "bigint"],
    ["int", [], "bigint"],
    ["smallint", [], "int"],
    ["integer", ["1609459200"], "bigint"],
    ["int", ["1609459200123"], "bigint"],
    ["smallint", ["-9223372036854775808"], "bigint"],
    ["integer", ["'text'", "7"], "int"],
  ])(
    "a column of whole numbers in SQLite is imported by its type and values, %s of %j: %s",
    async (declared, values, type) => {
      columnOf(declared, values);
      expect((await importFile())["t"]?.fields["c"]).toMatchObject({ type });
    },
  );

  it("a column of whole numbers with a foreign key is imported as the type of its target", async () => {
    execute(
      "create table wide (id integer primary key)",
      "create table narrow (id integer primary key)",
      "create table t (id integer primary key, w integer references wide (id), n integer references narrow (id))",
      "insert into wide values (1700000000000123456), (1700000000000123457)",
    );
    const entities = await importFile();
    expect(entities["wide"]?.fields["id"]).toMatchObject({ type: "bigint", isIgnoredOnCreate: true });
    expect(entities["narrow"]?.fields).toEqual({});
    expect(entities["t"]?.fields).toMatchObject({
      w: { type: "bigint", foreignKey: { targetEntityName: "wide" } },
      n: { type: "int", foreignKey: { targetEntityName: "narrow" } },
    });
    const api = file.createApi(entities);
    const { items } = await api.repository("wide").find();
    expect(items).toEqual([{ id: "1700000000000123456" }, { id: "1700000000000123457" }]);
    expect(await api.repository("wide").findById("1700000000000123457")).toEqual(items[1]);
  });
});

describe("columns that refer together are imported as", () => {
  it("columns with a foreign key of several columns are imported as the types of their targets", async () => {
    execute(
      "create table pair (a integer not null, b integer not null, primary key (a, b))",
      "create table t (id integer primary key, x integer, y integer, foreign key (x, y) references pair (b, a))",
      "insert into pair values (1, 1700000000000123456)",
    );
    expect(await importFile()).toMatchObject({
      pair: { fields: { a: { type: "int" }, b: { type: "bigint" } } },
      t: {
        fields: { x: { type: "bigint" }, y: { type: "int" } },
        foreignKeys: [{ fields: ["y", "x"], targetEntityName: "pair" }],
      },
    });
  });
});

describe("a computed column of a view is imported by its values", () => {
  it.each<readonly [string, object, string | number | null]>([
    ["sum(n)", { type: "int" }, 3],
    ["sum(n) + 1700000000000123456", { type: "bigint" }, "1700000000000123459"],
    ["sum(n) * 0.5", { type: "float" }, 1.5],
    ["case count(*) when 2 then max(n) + 0.5 else 1 end", { type: "float" }, 2.5],
    ["group_concat(n)", { type: "text" }, "1,2"],
    ["max(null)", { type: "text" }, null],
  ])("a computed column of a view is imported by its values, %s: %j", async (expression, options, value) => {
    execute(
      "create table t (id integer primary key, n integer)",
      "insert into t (n) values (1), (2)",
      `create view v as select min(id) as id, ${expression} as c from t`,
    );
    const entities = await importFile();
    expect(entities["v"]?.fields["c"]).toMatchObject(options);
    const view = file
      .createApi({
        ...entities,
        v: { ...entities["v"], permissions: { read: ["guest"] } } as never,
      })
      .repository("v");
    expect((await view.find()).items).toMatchObject([{ c: value }]);
    if (value === null) return;
    expect((await view.find({ where: `c="${String(value)}"` })).items).toMatchObject([{ c: value }]);
  });
});

describe("a column of UUIDs is imported as", () => {
  const lower = "3f2504e0-4f89-11d3-9a0c-0305e82c3301";
  it.each<readonly [readonly string[], object]>([
    [[], { type: "uuid" }],
    [[lower], { type: "uuid" }],
    [[lower, lower.toUpperCase()], { type: "text" }],
    [["{3F2504E0}"], { type: "text" }],
  ])(
    "a column of UUIDs in SQLite is imported by its values, %j: %j, and each is found by its value",
    async (values, options) => {
      columnOf(
        "uuid",
        values.map((value) => `'${value}'`),
      );
      const entities = await importFile();
      expect(entities["t"]?.fields["c"]).toMatchObject(options);
      const rows = file.createApi(entities).repository("t");
      for (const [index, value] of values.entries()) {
        expect((await rows.find({ where: `c="${value}"` })).items).toEqual([{ id: index + 1, c: value }]);
        expect(await rows.update(index + 1, { c: value })).toMatchObject({ c: value });
      }
    },
  );
});

const layout = "YYYY-MM-DD HH:MM:SS";

describe("a column of days or times is imported as", () => {
  it.each<readonly [string, readonly string[], object]>([
    ["datetime", ["'2021-01-01 00:00:00'", "'2021-06-05 04:03:02'"], { type: "datetime", storedAs: layout }],
    ["timestamp", ["'2021-01-01T00:00:00Z'"], { type: "datetime", storedAs: "YYYY-MM-DDTHH:MM:SSZ" }],
    ["datetime", ["'2021-01-01T00:00:00.000Z'"], { type: "datetime" }],
    [
      "datetime",
      ["'2021-01-01 00:00:00.000 +00:00'"],
      { type: "datetime", storedAs: `${layout}.SSS +00:00` },
    ],
    ["datetime", ["'2021-01-01 00:00:00.123456'"], { type: "datetime", storedAs: `${layout}.SSSSSS` }],
    ["datetime", ["'2021-01-01'"], { type: "date", storedAs: "YYYY-MM-DD" }],
    ["date", ["'2021-01-01'"], { type: "date" }],
    ["date", ["'2021-01-01 00:00:00'"], { type: "date", storedAs: layout }],
    ["date", ["'2021-01-01 12:00:00'"], { type: "datetime", storedAs: layout }],
    ["date", ["'2021-01-01T12:00:00.000Z'"], { type: "datetime", storedAs: "YYYY-MM-DDTHH:MM:SS.SSSZ" }],
    ["datetime", ["1609459200"], { type: "datetime", storedAs: "unix seconds" }],
    ["datetime", ["1609459200123"], { type: "datetime", storedAs: "unix milliseconds" }],
    [
      "datetime",
      ["1609459200123", "10368000000", "0", "-1"],
      { type: "datetime", storedAs: "unix milliseconds" },
    ],
    ["datetime", ["1609459200", "100", "-1"], { type: "datetime", storedAs: "unix seconds" }],
    ["datetime", ["2459215.75", "2459216.0"], { type: "datetime", storedAs: "julian day" }],
    ["datetime", ["2459215.75", "1609459200"], { type: "datetime", storedAs: "any" }],
    ["datetime", ["'2021-01-01 00:00:00'", "2459216"], { type: "datetime", storedAs: "any" }],
    ["datetime", ["julianday('2021-01-01 12:30:00')"], { type: "datetime", storedAs: "julian day" }],
    ["datetime", ["'2021-01-01 00:00:00'", "'2021-01-01T00:00:00Z'"], { type: "datetime", storedAs: "any" }],
    ["datetime", ["'2021-01-01 00:00'"], { type: "datetime", storedAs: "any" }],
    ["datetime", ["'2021-01-01T02:00:00+02:00'"], { type: "datetime", storedAs: "any" }],
    [
      "datetime",
      ["'2021-01-01 00:00:00'", "'2021-01-01 00:00:00.123456'"],
      { type: "datetime", storedAs: "any", precision: 6 },
    ],
    ["datetime", ["'2021-01-01 00:00:00'", "'never'"], { type: "datetime", storedAs: layout }],
    ["datetime", [], { type: "datetime" }],
    ["datetime default current_timestamp", [], { type: "datetime", storedAs: layout }],
    ["datetime default (strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))", [], { type: "datetime" }],
  ])(
    "a column of days or times in SQLite is imported by its stored form, %s of %j",
    async (declared, values, expected) => {
      columnOf(declared, values);
      const entities = await importFile();
      const { type, storedAs, precision } = entities["t"]?.fields["c"] ?? {};
      expect({ type, ...(storedAs && { storedAs }), ...(precision && { precision }) }).toEqual(expected);

      // Values that were read find their records, updates keep the stored form, and the server starts.
      const rows = file.createApi(entities).repository("t");
      const before = await rows.find();
      for (const item of before.items as unknown as readonly { id: number; c: string | null }[]) {
        if (item.c === null || item.c === "never") continue;
        expect((await rows.find({ where: `c=${item.c}` })).items).toContainEqual(item);
        expect((await rows.find({ where: `c<${item.c}` })).items).not.toContainEqual(item);
        expect((await rows.find({ where: `c>=${item.c}` })).items).toContainEqual(item);
        const raw = () =>
          file.connect().prepare("select c, typeof(c) as kind from t where id = ?").get(item.id);
        const stored = raw();
        await rows.update(item.id, { c: item.c });
        if (storedAs !== "any") expect(raw()).toEqual(stored);
        expect((await rows.find({ where: `c=${item.c}` })).items).toContainEqual(item);
      }
    },
  );

  it("a column createdat of another stored form is imported as a field, not as the server's timestamp", async () => {
    execute(
      "create table t (id integer primary key, createdat datetime not null default current_timestamp)",
      "insert into t (id) values (1)",
    );
    const { t } = await importFile();
    expect(t).toMatchObject({
      systemFields: { createdat: false },
      fields: { createdat: { storedAs: layout } },
    });
  });
});
