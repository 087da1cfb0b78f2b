import { expect, test } from "vitest";
import type { Config } from "data-api";
import { addressCode } from "../../../generator/import/from-database.js";
import { entitiesFromTables } from "../../../generator/import/entities-from-tables.js";
import { printConfig } from "../../../generator/import/print-config.js";
import { checkConfig } from "../../../runtime/config/check-config.js";
import { resolveModel } from "../../../runtime/config/resolve-model.js";
import { compareSchema } from "../../../runtime/database/schema/compare/compare-schema.js";
import type { StoredColumn, StoredTable } from "../../../runtime/database/schema/stored/stored-schema.js";
import { dialects } from "../../../runtime/database/dialects/dialects.js";
import { parseTypeScript, syntaxProblem } from "../../../generator/merge/source/source.js";
import { expectLinear } from "../../linear-time.js";

const { postgres } = dialects;
const database = { dialect: "postgres", host: "h", name: "d", password: "s3cr3t" } as const;

function table(name: string, columns: readonly StoredColumn[], rest: Partial<StoredTable> = {}): StoredTable {
  return {
    schema: "public",
    name,
    isView: false,
    columns,
    primaryKey: ["id"],
    indexes: [],
    foreignKeys: [],
    ...rest,
  };
}

function column(name: string, type: string, rest: Partial<StoredColumn> = {}): StoredColumn {
  return { name, type, isNullable: true, ...rest };
}

const id = column("id", "int4", { isNullable: false, generated: "identity" });

/** The imported entities. Also checks that the configuration is valid and fits the tables. */
function entitiesOf(...tables: readonly StoredTable[]): Config["entities"] {
  const imported = entitiesFromTables(tables, "public", postgres);
  const entities = Object.fromEntries(
    imported.entities.map(({ name, options, fields }) => [
      name,
      {
        ...options,
        fields: Object.fromEntries(
          fields.flatMap((field) => (field.options ? [[field.name, field.options]] : [])),
        ),
      },
    ]),
  );
  const config = { database, entities } as Config;
  expect(checkConfig(config)).toEqual([]);
  expect(compareSchema(resolveModel(config), { tables, defaultSchema: "public" }, postgres)).toEqual([]);
  return entities;
}

function textOf(...tables: readonly StoredTable[]): Promise<string> {
  const source = {
    origin: "the database",
    isFile: false,
    hasPermissions: false,
    options: {},
    notes: [],
    ...addressCode(database),
  };
  return printConfig(
    { ...source, imported: entitiesFromTables(tables, "public", postgres) },
    { printWidth: 110 },
  );
}

function readOnly(type: string): object {
  return { type, isEditable: false, isIgnoredOnCreate: true };
}

test.each([
  [column("a", "varchar", { length: 255 }), { type: "string" }],
  [column("a", "varchar", { length: 4000 }), { type: "string", maxLength: 4000 }],
  [column("a", "varchar", { length: 4001 }), { type: "text", maxLength: 4001 }],
  [column("a", "varchar"), { type: "text" }],
  [column("a", "bpchar", { length: 3 }), { type: "string", maxLength: 3 }],
  [column("a", "name"), { type: "string", maxLength: 4000 }],
  [column("a", "int2"), { type: "int" }],
  [column("a", "int8"), { type: "bigint" }],
  [column("a", "float4"), { type: "float" }],
  [column("a", "numeric"), { type: "decimal" }],
  [column("a", "numeric", { precision: 38, scale: 10 }), { type: "decimal" }],
  [column("a", "numeric", { precision: 5, scale: 0 }), { type: "decimal", precision: 5, scale: 0 }],
  [column("a", "numeric", { precision: 60, scale: 20 }), { type: "decimal", precision: 60, scale: 20 }],
  [
    column("a", "numeric", { precision: Infinity, scale: Infinity }),
    { type: "decimal", precision: "unlimited" },
  ],
  [column("a", "numeric", { precision: 3, scale: 5 }), readOnly("other")],
  [column("a", "numeric", { precision: 5, scale: -2 }), readOnly("other")],
  // MySQL has a `char(0)`.
  [column("a", "bpchar", { length: 0 }), readOnly("other")],
  [column("a", "bool"), { type: "boolean" }],
  [column("a", "date"), { type: "date" }],
  [column("a", "timestamp"), { type: "datetime" }],
  [column("a", "timestamp", { fraction: 3 }), { type: "datetime" }],
  [column("a", "timestamp", { fraction: 6 }), { type: "datetime", precision: 6 }],
  [column("a", "timestamp", { fraction: 0 }), { type: "datetime", precision: 0 }],
  [column("a", "timestamp", { fraction: 3, zone: "none" }), { type: "datetime", zone: "none" }],
  [column("a", "int4[]"), { type: "list", of: "int" }],
  [column("a", "uuid"), { type: "uuid" }],
  [column("a", "jsonb"), { type: "json" }],
  [column("a", "point"), readOnly("other")],
  [column("a", "bytea"), { type: "bytes" }],
  [column("a", "xml"), { type: "xml" }],
  [column("a", "inet"), { type: "native", storedAs: "inet" }],
  [column("a", "bit", { length: 8 }), { type: "native", storedAs: "bit(8)" }],
  [column("a", "varbit"), { type: "native", storedAs: "varbit" }],
  [
    column("a", "money", { precision: 19, scale: 2 }),
    { type: "decimal", precision: 19, scale: 2, storedAs: "money" },
  ],
])(
  "a column $0.type of length $0.length, precision $0.precision, scale $0.scale is imported as $1",
  (stored, field) => {
    const { a } = entitiesOf(table("t", [id, stored]))["t"]?.fields ?? {};
    expect(a).toEqual({ isEditable: true, isRequired: false, ...field });
  },
);

test.each([
  ["int4", { defaultText: "5" }, { default: 5, isRequired: true }],
  ["int4", { defaultText: "5", isNullable: true }, { default: 5, isRequired: false }],
  ["int4", { defaultText: "99999999999" }, { isRequired: true, filledBy: "default" }],
  ["int4", { default: "(random() * 5)" }, { isRequired: true, filledBy: "default" }],
  ["varchar", { defaultText: "", length: 5 }, { default: "", isRequired: true }],
  ["varchar", { defaultText: "too long", length: 5 }, { isRequired: true, filledBy: "default" }],
  ["numeric", { defaultText: "1.50" }, { default: "1.5", isRequired: true }],
  ["bool", { defaultText: "true" }, { default: true, isRequired: true }],
  ["date", { defaultText: "2024-02-29" }, { default: "2024-02-29", isRequired: true }],
  ["date", { defaultText: "0000-00-00" }, { isRequired: true, filledBy: "default" }],
  ["timestamptz", { default: "now()" }, { isRequired: true, filledBy: "default" }],
  ["jsonb", { defaultText: "{}" }, { isRequired: true, filledBy: "default" }],
  ["int4", { generated: "identity" }, { isRequired: false, isEditable: false, isIgnoredOnCreate: true }],
  ["text", { generated: "computed" }, { isRequired: false, isEditable: false, isIgnoredOnCreate: true }],
] as const)("a column that is not null, of type %s with %j, is imported as %j", (type, rest, expected) => {
  const filled = "defaultText" in rest ? { default: `'${rest.defaultText}'` } : {};
  const stored = column("a", type, { isNullable: false, ...filled, ...rest });
  const { a } = entitiesOf(table("t", [id, stored]))["t"]?.fields ?? {};
  const { isEditable, isRequired, isIgnoredOnCreate, filledBy, default: value } = a ?? {};
  expect({ isEditable, isRequired, isIgnoredOnCreate, filledBy, default: value }).toEqual({
    isEditable: true,
    isIgnoredOnCreate: undefined,
    filledBy: undefined,
    default: undefined,
    ...expected,
  });
});

const notNull = { isNullable: false } as const;
const distinct = { isDistinct: true } as const;
const unique = (...columns: readonly string[]) => ({ name: "u", columns, isUnique: true, isPartial: false });

test.each<[string, StoredTable, object]>([
  ["an auto-incremented id", table("t", [id]), {}],
  [
    "an auto-incremented key with another name",
    table("t", [{ ...id, name: "TId" }], { primaryKey: ["TId"] }),
    { primaryKey: "TId" },
  ],
  ["an id that is supplied", table("t", [column("id", "int4", notNull)]), { primaryKey: "id" }],
  [
    "an id with a generated default",
    table("t", [column("id", "uuid", { ...notNull, default: "gen_random_uuid()" })]),
    { systemFields: { id: "uuid" } },
  ],
  ["an id of 64 bits", table("t", [{ ...id, type: "int8" }]), { primaryKey: "id" }],
  ["a text", table("t", [column("code", "text", notNull)], { primaryKey: ["code"] }), { primaryKey: "code" }],
  [
    "several columns, in the order of the key",
    table("t", [column("a", "int4", notNull), column("b", "date", notNull)], { primaryKey: ["b", "a"] }),
    { primaryKey: ["b", "a"] },
  ],
  [
    "a unique index instead",
    table("t", [column("a", "int4", notNull), column("b", "int4", notNull)], {
      primaryKey: [],
      indexes: [unique("a", "b")],
    }),
    { primaryKey: ["a", "b"] },
  ],
  [
    "a key of an unsupported type",
    table("t", [column("id", "point", { ...notNull, default: "x()" }), column("a", "int4", notNull)], {
      indexes: [unique("a")],
    }),
    { primaryKey: "a" },
  ],
  [
    "no key",
    table("t", [column("a", "int4", notNull), column("b", "text", notNull), column("c", "int4")], {
      primaryKey: [],
    }),
    { primaryKey: [], isReadOnly: true },
  ],
  [
    "no key, and nullable columns only",
    table("t", [column("a", "int4"), column("b", "float8")], { primaryKey: [], indexes: [unique("a")] }),
    { primaryKey: [], isReadOnly: true },
  ],
  [
    "a computed key",
    table("t", [column("id", "int4", { ...notNull, generated: "computed" })]),
    { primaryKey: "id", isReadOnly: true },
  ],
  [
    "a partial unique index",
    table("t", [column("a", "int4", notNull)], {
      primaryKey: [],
      indexes: [{ ...unique("a"), isPartial: true }],
    }),
    { primaryKey: [], isReadOnly: true },
  ],
  [
    "a view with an id",
    table("v", [column("a", "int4", distinct), column("id", "int4", distinct)], {
      primaryKey: [],
      isView: true,
    }),
    { primaryKey: "id", isReadOnly: true },
  ],
  [
    "a view with an id that is named after it",
    table("v", [column("a", "int4"), column("V_Id", "int4", distinct)], { primaryKey: [], isView: true }),
    { primaryKey: "V_Id", isReadOnly: true },
  ],
  [
    "a view with an id that is not unique",
    table("v", [column("a", "int4", distinct), column("id", "int4")], { primaryKey: [], isView: true }),
    { primaryKey: [], isReadOnly: true },
  ],
])("a table or view is imported with the key that fits it: %s", (_, stored, expected) => {
  const [entity] = Object.values(entitiesOf(stored));
  const { primaryKey, isReadOnly, systemFields } = entity ?? {};
  const { id: idType } = systemFields ?? {};
  expect({
    ...(primaryKey !== undefined && { primaryKey }),
    ...(isReadOnly !== undefined && { isReadOnly }),
    ...(idType !== undefined && { systemFields: { id: idType } }),
  }).toEqual(expected);
});

test("the key of a view is the key of the table that the column comes from", () => {
  const base = table("t", [{ ...id, name: "TKey" }], { primaryKey: ["TKey"] });
  const view = table("v", [column("a", "int4", distinct), column("tkey", "int4", distinct)], {
    primaryKey: [],
    isView: true,
  });
  expect(entitiesOf(base, view)["v"]).toMatchObject({ primaryKey: "tkey", permissions: { read: [] } });
});

test("texts of a key are shortened to the limit of a key", () => {
  const long = (name: string) => column(name, "varchar", { length: 300, isNullable: false });
  const { t } = entitiesOf(table("t", [long("a"), long("b"), long("c")], { primaryKey: ["a", "b"] }));
  expect(t?.fields).toMatchObject({ a: { maxLength: 192 }, b: { maxLength: 192 }, c: { maxLength: 300 } });
});

test.each([
  [column("a", "text"), { type: "string", maxLength: 768, isUnique: true }],
  [column("a", "varchar", { length: 768 }), { type: "string", maxLength: 768, isUnique: true }],
  [column("a", "varchar", { length: 769 }), { type: "string", maxLength: 769 }],
  [column("a", "float8"), { type: "float", isUnique: true }],
  [column("a", "jsonb"), { type: "json" }],
])(
  "a column $0.type of length $0.length with a unique index becomes a unique field, or has a comment",
  async (stored, field) => {
    const found = table("t", [id, stored], { indexes: [unique("a")] });
    expect(entitiesOf(found)["t"]?.fields["a"]).toEqual({ isEditable: true, isRequired: false, ...field });
    expect((await textOf(found)).includes('"a" is unique, which')).toBe(!("isUnique" in field));
  },
);

test.each([
  [column("a", "text"), { type: "text" }],
  [column("a", "varchar", { length: 20 }), { type: "string", maxLength: 20, isIndexed: true }],
  [column("a", "varchar", { length: 900 }), { type: "string", maxLength: 900 }],
])(
  "a column $0.type of length $0.length with an index becomes an indexed field if it can have one",
  (stored, field) => {
    const indexes = [{ ...unique("a"), isUnique: false }];
    expect(entitiesOf(table("t", [id, stored], { indexes }))["t"]?.fields["a"]).toMatchObject(field);
    expect(entitiesOf(table("t", [id, stored], { indexes }))["t"]?.fields["a"]?.isIndexed).toBe(
      "isIndexed" in field ? true : undefined,
    );
  },
);

test("columns that fit the server's timestamps become these, and others become fields", () => {
  const at = (name: string, rest: Partial<StoredColumn> = notNull) => column(name, "timestamptz", rest);
  expect(entitiesOf(table("t", [id, at("createdat"), at("updatedat")]))).toMatchObject({ t: { fields: {} } });
  const { t } = entitiesOf(table("t", [id, at("createdat", {}), at("UpdatedAt")]));
  expect(t?.systemFields).toEqual({ createdat: false, updatedat: false, ownerid: false });
  expect(Object.keys(t?.fields ?? {})).toEqual(["createdat", "UpdatedAt"]);
});

test("a case-sensitive database does not find tables and columns in another letter case", () => {
  const fields = { A: { type: "int", isEditable: true, isRequired: false } } as const;
  const entities = {
    T: { fields, permissions: {}, systemFields: { createdat: false, updatedat: true } },
  } as const;
  const at = column("UpdatedAt", "timestamptz", notNull);
  const stored = table("t", [id, column("a", "int4"), at], { schema: "Public" });
  const messages = (dialect: typeof postgres) =>
    compareSchema(
      resolveModel({ database, entities }),
      { tables: [stored], defaultSchema: "public" },
      dialect,
    ).map(({ message }) => message);
  expect(messages(postgres)).toEqual([
    'The table "T" is called "t" in the database, where case matters: set "table" of the entity "T".',
    'The schema "public" is called "Public" in the database, where case matters: set "schema" of the entity "T".',
    'The column "A" is called "a" in the database, where case matters: set "column" of the field "T"."A".',
    'The column "updatedat" is called "UpdatedAt" in the database, where case matters: configure a field of "T" for it instead of the server\'s own "updatedat".',
  ]);
  expect(messages({ ...postgres, schema: dialects.sqlite.schema }).join()).not.toContain(
    "where case matters",
  );
});

const pointing = (from: string, to: string, targetColumns = ["id"]) => ({
  name: "f",
  columns: [from],
  targetSchema: "public",
  targetTable: to,
  targetColumns,
});

test.each([
  ["ownerid", "owner"],
  ["owner_id", "owner"],
  ["ownerId", "owner"],
  ["boss", "t"],
  ["id2", "t"],
])("the record that the foreign key %s points to is named %s", (name, resolved) => {
  const stored = table("t", [id, column(name, "int4")], { foreignKeys: [pointing(name, "t")] });
  expect(entitiesOf(stored)["t"]?.fields[name]?.foreignKey).toEqual({
    targetEntityName: "t",
    resolvedEntityName: resolved,
    inverseName: "ts",
  });
});

test("names of related records in an import differ from names of fields", () => {
  const stored = table("t", [id, column("a_id", "int4"), column("A", "int4"), column("t", "int4")], {
    foreignKeys: [pointing("a_id", "t")],
  });
  expect(entitiesOf(stored)["t"]?.fields["a_id"]?.foreignKey?.resolvedEntityName).toBe("a_id_record");
});

test.each([
  [
    "more columns than the key",
    { ...pointing("a", "t"), columns: ["a", "b"] },
    "not what identifies a record",
  ],
  ["a table that is not imported", pointing("a", "gone"), "not in this file"],
  ["a column that is not the key", pointing("a", "t", ["b"]), "not what identifies a record"],
  ["another type", pointing("b", "t"), 'of type "bigint", what it points to of type "uuid"'],
])("an imported foreign key to %s becomes a comment", async (_, foreignKey, says) => {
  const uuid = column("id", "uuid", { ...notNull, default: "gen_random_uuid()" });
  const stored = table("t", [uuid, column("a", "int4"), column("b", "int8")], { foreignKeys: [foreignKey] });
  expect(Object.values(entitiesOf(stored)["t"]?.fields ?? {}).some((field) => field.foreignKey)).toBe(false);
  expect((await textOf(stored)).replace(/\n *\/\/ /g, " ")).toContain(says);
});

/** A table whose key is a short text and a number. */
const city = table(
  "city",
  [column("country", "varchar", { ...notNull, length: 20 }), column("nr", "int4", notNull)],
  { primaryKey: ["country", "nr"] },
);
const toCity = (columns: readonly string[], targetColumns = ["country", "nr"]) => ({
  ...pointing("", "city", targetColumns),
  columns,
});

test("an imported foreign key of several columns has its fields in the order of the key", () => {
  const columns = [id, column("land", "varchar", { length: 20 }), column("city_id", "int4")];
  const stored = table("visit", columns, { foreignKeys: [toCity(["city_id", "land"], ["nr", "country"])] });
  expect(entitiesOf(city, stored)["visit"]).toMatchObject({
    foreignKeys: [{ fields: ["land", "city_id"], targetEntityName: "city", resolvedEntityName: "city" }],
    fields: { land: { type: "string", maxLength: 20 }, city_id: { type: "int" } },
  });
});

test("several foreign keys may share columns, and their records have different names", () => {
  const country = table("country", [column("code", "varchar", { ...notNull, length: 20 })], {
    primaryKey: ["code"],
  });
  const columns = [
    id,
    column("land", "varchar", { length: 20 }),
    column("born", "int4"),
    column("home", "int4"),
  ];
  const stored = table("person", columns, {
    foreignKeys: [pointing("land", "country", ["code"]), toCity(["land", "born"]), toCity(["land", "home"])],
  });
  const { person } = entitiesOf(country, city, stored);
  expect(person?.fields["land"]?.foreignKey?.resolvedEntityName).toBe("country");
  expect(person?.foreignKeys?.map(({ resolvedEntityName }) => resolvedEntityName)).toEqual([
    "city",
    "land_home_record",
  ]);
});

test("texts without a length that point to a key of several columns are as long as the key", () => {
  const texts = table("pair", [column("a", "text", notNull), column("b", "text", notNull)], {
    primaryKey: ["a", "b"],
  });
  const stored = table("t", [id, column("a", "text"), column("b", "text")], {
    foreignKeys: [{ ...pointing("", "pair", ["a", "b"]), columns: ["a", "b"] }],
  });
  const { pair, t } = entitiesOf(texts, stored);
  expect(t?.foreignKeys).toHaveLength(1);
  expect(t?.fields["a"]?.maxLength).toBe(pair?.fields["a"]?.maxLength);
});

test.each([
  ["with other types", toCity(["b", "b2"]), 'of type "bigint", what it points to of type "string"'],
  ["to another key", toCity(["a", "b"], ["nr", "b"]), "not what identifies a record"],
  ["to a table that is not imported", { ...toCity(["a", "b"]), targetTable: "gone" }, "not in this file"],
  ["with a timestamp of the server", toCity(["a", "createdat"]), "the server sets that column itself"],
])("an imported foreign key of several columns %s becomes a comment", async (_, foreignKey, says) => {
  const stored = table(
    "t",
    [
      id,
      column("a", "varchar", { length: 20 }),
      column("b", "int8"),
      column("b2", "int8"),
      column("createdat", "timestamptz", { ...notNull, fraction: 3 }),
    ],
    { foreignKeys: [foreignKey] },
  );
  expect(entitiesOf(city, stored)["t"]?.foreignKeys).toBeUndefined();
  expect((await textOf(city, stored)).replace(/\n *\/\/ /g, " ")).toContain(says);
});

test("an imported text that points to a key gets the length of the key", () => {
  const target = table("c", [column("code", "bpchar", { length: 2, isNullable: false })], {
    primaryKey: ["code"],
  });
  const stored = table(
    "t",
    [id, column("a", "varchar", { length: 9 }), column("b", "varchar", { length: 1 })],
    {
      foreignKeys: [pointing("a", "c", ["code"]), pointing("b", "c", ["code"])],
    },
  );
  const { fields = {} } = entitiesOf(target, stored)["t"] ?? {};
  expect(fields["a"]).toMatchObject({ maxLength: 2, foreignKey: { targetEntityName: "c" } });
  expect(fields["b"]).toEqual({ type: "string", maxLength: 1, isEditable: true, isRequired: false });
});

test("a required column that cannot be written prevents creates", async () => {
  const stored = table("t", [id, column("place", "point", notNull)]);
  expect(entitiesOf(stored)["t"]?.permissions).toEqual({ read: [], update: [], delete: [] });
  const text = await textOf(stored);
  expect(text).toContain('// Records cannot be created: "place" must have a value.\n    t: {');
  expect(text).toContain('// "place" is read-only, as its text: the type "point" is not supported.\n');
});

test("columns that differ only by case are imported as two fields", () => {
  const { t } = entitiesOf(table("t", [id, column("name", "int4"), column("NAME", "int4")]));
  expect(t?.fields).toMatchObject({ name: {}, NAME_2: { column: "NAME" } });
});

test("a column of type enum keeps its values, and its default if that is one of them", () => {
  const state = column("state", "enum", {
    isNullable: false,
    values: ["on", "off"],
    default: "x",
    defaultText: "on",
  });
  const other = { ...state, name: "other", defaultText: "" };
  const [entity] = entitiesFromTables(
    [table("t", [{ ...id, type: "int" }, state, other])],
    "public",
    dialects.mysql,
  ).entities;
  const options = { type: "enum", values: ["on", "off"], isEditable: true };
  expect(entity?.fields.map((field) => field.options)).toEqual([
    { ...options, isRequired: true, default: "on" },
    { ...options, isRequired: true, filledBy: "default" },
  ]);
});

test("tables of other schemas have a schema, which is part of the entity's name if that is in use", () => {
  const inOther = (name: string) => table(name, [id], { schema: "a-b" });
  expect(entitiesOf(inOther("t"), inOther("u"), table("T", [id]))).toMatchObject({
    T: { fields: {} },
    a_b_t: { table: "t", schema: "a-b" },
    u: { schema: "a-b" },
  });
});

test("no content of a database can break out of a comment or a text", async () => {
  const evil = "*/ process.exit(); //`${1}\"'\\\u202e\u{e0001}";
  const stored = table(`t ${evil}`, [
    id,
    column(`c ${evil}`, "int4"),
    column(`l \n\u2028${evil}`, "int4"),
    column("bad", `b \n\u2028${evil}`),
    column("said", "text", { default: "x", defaultText: `d \n\u2028${evil}` }),
  ]);
  const text = await textOf(stored, table(`n \n\u2028${evil}`, [id]), table("none", []));
  expect(syntaxProblem(parseTypeScript(text))).toBeUndefined();
  expect(text).not.toMatch(/[^\n\P{C}]|[\u2028\u2029]/u);
  const lines = text.split("\n").filter((line) => line.includes("process.exit"));
  const begins = lines.map((line) => /^ *(\/\/|\w+: "\w)/.exec(line)?.[1]);
  expect(begins).toEqual(['table: "t', 'column: "c', "//", "//", 'default: "d', "//"]);
  expect(text).not.toContain("s3cr3t");
  expect(text).toContain('password: process.env["DB_PASSWORD"],');
});

test("the server's own tables are not imported as entities", () => {
  const own = ["data_api_idempotency", "DATA_API_AUDIT", "data_api_lock"].map((name) => table(name, [id]));
  const { entities, leftOut } = entitiesFromTables([table("note", [id]), ...own], "public", postgres);
  expect(entities.map(({ name }) => name)).toEqual(["note"]);
  expect(leftOut).toEqual(
    own.map(({ name }) => `The table "${name}" is left out: it belongs to the server.`),
  );
});

test.each([
  ["before", "begin new.code := 1; end", true],
  ["before", "begin if new.code = 1 then return new; end if; end", false],
  ["before", "begin select 1 into new.code; end", true],
  ["before", "execute function tsvector_update_trigger('code', 'pg_catalog.english', 'title')", true],
  ["before", "set new.`code` = 5", true],
  ["before", "set new.a = 1, new.code = 5", true],
  ["before", "begin new.codes := 1; end", false],
  ["after", "update t set a = 1, code = 2 where id = new.id", true],
  ["after", "update i set [code] = 1 from [dbo].[t] i join inserted n on n.id = i.id", true],
  ["after", "update i set [code] = 1 from inserted n join t as i on n.id = i.id", true],
  ["after", "update other set code = 1", false],
  ["after", "update other set code = t.a from t", false],
  ["after", "update t set a = 1; update other set code = 1", false],
  ["after", "-- new.code := 1\nupdate t set a = 'code = 1, code = 2' /* , code = 3 */", false],
  ["instead", "insert into t (id, code) select id, 1 from inserted", true],
  ["instead", "insert into t (id, codes) select id, 1 from inserted", false],
] as const)(
  "a trigger that runs %s, with the text %s, fills an imported column: %j",
  (timing, body, isFilled) => {
    const stored = column("code", "int4", { isNullable: false });
    const triggers = [{ name: "g", timing, body }];
    const { code } = entitiesOf(table("t", [id, stored], { triggers }))["t"]?.fields ?? {};
    expect(code?.filledBy).toBe(isFilled ? "trigger" : undefined);
  },
);

test.each(["update t set ", "insert into t (", "new.code := ", "/*", "'", '"', "[", "set a = ", ","])(
  "long texts of triggers are read in linear time: %s",
  (part) => {
    expectLinear(80_000, (size) => {
      const triggers = [{ name: "g", timing: "before", body: part.repeat(size) }] as const;
      entitiesOf(table("t", [id, column("code", "int4")], { triggers }));
    });
  },
);

test("an imported table has one comment about each trigger that fills columns or may do so, and records can be created", async () => {
  const must = column("code", "int4", { isNullable: false });
  const other = column("rest", "tsvector", { isNullable: false });
  const triggers = [
    { name: "first", timing: "before", body: "new.code := 1;" },
    { name: "second", timing: "before", body: "" },
    { name: "third", timing: "after", body: "" },
  ] as const;
  const name = column("name", "text", { isNullable: false });
  const text = await textOf(table("t", [id, must, other, name], { triggers }));
  expect(text).toContain('// The trigger "first" fills "code", by its text.');
  expect(text).toContain('// The trigger "second" runs before a create: if it fills a required field');
  expect(text.match(/The trigger "\w+"/g)).toEqual(['The trigger "first"', 'The trigger "second"']);
  expect(text).not.toMatch(/"third"|Records cannot be created/);
  expect(text).toContain("create: []");
});

test.each([
  ["varbinary", { length: 20 }, { type: "bytes", maxLength: 20 }],
  ["varbinary", {}, { type: "bytes" }],
  ["binary", { length: 16 }, { type: "bytes", maxLength: 16, storedAs: "binary" }],
  ["image", {}, { type: "bytes", storedAs: "image" }],
  ["ntext", {}, { type: "text", storedAs: "ntext" }],
  ["text", {}, { type: "text", storedAs: "text" }],
  ["xml", {}, { type: "xml" }],
  ["hierarchyid", {}, { type: "native", storedAs: "hierarchyid" }],
  ["sql_variant", {}, readOnly("other")],
  ["geography", {}, readOnly("other")],
  ["smallmoney", { precision: 10, scale: 4 }, { type: "decimal", precision: 10, scale: 4 }],
] as const)("a column of type %s of SQL Server with %j becomes %j", (type, size, field) => {
  const stored = table("t", [{ ...id, type: "int" }, column("a", type, size)]);
  const [entity] = entitiesFromTables([stored], "public", dialects.mssql).entities;
  expect(entity?.fields.find(({ name }) => name === "a")?.options).toEqual({
    isEditable: true,
    isRequired: false,
    ...field,
  });
});
