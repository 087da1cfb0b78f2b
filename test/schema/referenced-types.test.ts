import { expect, it } from "vitest";
import { describeDialect } from "../conformance/describe-dialects.js";
import { field, plain, to } from "../conformance/fields.js";
import { useFresh } from "./fresh.js";

/** Tables whose keys have other types, lengths and collations than a start creates. */
const tables: Readonly<Record<string, readonly string[]>> = {
  sqlite: [
    "create table city (code varchar(20) collate nocase primary key, name varchar(20))",
    "create table shelf (id smallint primary key, name varchar(20))",
  ],
  postgres: [
    'create table city (code varchar(20) collate "und-x-icu" primary key, name varchar(20))',
    "create table shelf (id smallint primary key, name varchar(20))",
  ],
  mysql: [
    "create table city (code varchar(20) character set latin1 collate latin1_general_ci primary key, name varchar(20))",
    "create table shelf (id smallint primary key, name varchar(20))",
  ],
  mssql: [
    "create table city (code varchar(20) collate Latin1_General_CI_AS primary key, name nvarchar(20))",
    "create table shelf (id smallint primary key, name nvarchar(20))",
  ],
};

/** The type, length and collation of each column. */
const columnsOf: Readonly<Record<string, string>> = {
  postgres:
    "select table_name, column_name, udt_name, character_maximum_length, collation_name from information_schema.columns where table_schema = 'public'",
  mysql:
    "select table_name, column_name, column_type, null, collation_name from information_schema.columns where table_schema = database()",
  mssql:
    "select table_name, column_name, data_type, character_maximum_length, collation_name from information_schema.columns",
};

const given = { isEditable: false, isRequired: true } as const;

for (const [name, statements] of Object.entries(tables)) {
  await describeDialect("a created column that refers to an existing key", name, (dialect) => {
    const { start, database } = useFresh(dialect);

    it("a created column has the type, length and collation of the key that it refers to, also through another table", async () => {
      await database().run(statements);
      const api = await start({
        city: plain(
          { code: field("string", { ...given, maxLength: 10 }), name: field("string", { maxLength: 20 }) },
          { primaryKey: ["code"] },
        ),
        shelf: plain(
          { id: field("int", given), name: field("string", { maxLength: 20 }) },
          { primaryKey: ["id"] },
        ),
        // Its key refers to the key of another table, and is referred to.
        mayor: plain(
          { city: to("city", "theCity", "string", { ...given, maxLength: 10 }), name: field("string") },
          { primaryKey: ["city"] },
        ),
        house: plain({
          place: to("city", "thePlace", "string", { maxLength: 10 }),
          ruler: to("mayor", "theRuler", "string", { maxLength: 10 }),
          shelf: to("shelf", "theShelf"),
        }),
      });
      await api.repository("city").create({ code: "ab", name: "A" });
      await api.repository("shelf").create({ id: 7, name: "S" });
      await api.repository("mayor").create({ city: "ab", name: "M" });
      await api.repository("house").create({ place: "ab", ruler: "ab", shelf: 7 });
      const select = {
        place: true,
        thePlace: { name: true },
        theRuler: { name: true },
        theShelf: { name: true },
      };
      const { items } = await api.repository("house").find({ select });
      expect(items).toMatchObject([
        { place: "ab", thePlace: { name: "A" }, theRuler: { name: "M" }, theShelf: { name: "S" } },
      ]);
      const query = columnsOf[name];
      if (query === undefined) return;
      const rows = (await database().run([query])).map((row) => Object.values(row));
      const typeOf = (table: string, column: string) =>
        rows.find(([inTable, its]) => inTable === table && its === column)?.slice(2);
      for (const [table, column] of [
        ["mayor", "city"],
        ["house", "place"],
        ["house", "ruler"],
      ] as const)
        expect(typeOf(table, column)).toEqual(typeOf("city", "code"));
      expect(typeOf("house", "shelf")).toEqual(typeOf("shelf", "id"));
      // Another start finds nothing to change.
      await start({
        city: plain({ code: field("string", { ...given, maxLength: 10 }) }, { primaryKey: ["code"] }),
      });
    });
  });
}
