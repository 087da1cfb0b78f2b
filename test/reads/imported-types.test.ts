import { describe, expect, it } from "vitest";
import type { Config, EntityConfig } from "data-api";
import { withDatabase } from "../../generator/migrate/with-database.js";
import { entitiesFromTables } from "../../generator/import/entities-from-tables.js";
import { readImported } from "../../generator/import/read-imported.js";
import { quoteValue } from "../../runtime/condition/format-condition.js";
import { resolveDatabase } from "../../runtime/config/resolve/resolve-database.js";
import { describeDialects } from "../conformance/describe-dialects.js";
import { everybody } from "../conformance/fields.js";
import { modes, type FreshDatabase } from "../conformance/targets.js";
import { useFresh } from "../schema/fresh.js";

/** Columns of an existing table: type, a literal, its value in an answer, and the field's type. */
type Column = readonly [type: string, literal: string, value: unknown, field: object];

const readOnly = { isEditable: false, isIgnoredOnCreate: true, isRequired: false };
const native = (storedAs: string) => ({ type: "native", storedAs });
const other = (storedAs?: string) => ({
  type: "other",
  ...readOnly,
  ...(storedAs !== undefined && { storedAs }),
});

const tables: Readonly<Record<string, Readonly<Record<string, Column>>>> = {
  sqlite: {
    photo: ["blob", "x'00ff'", "AP8=", { type: "bytes" }],
    mixed: ["blob", "'text'", "text", other()],
    untyped: ["", "5", 5, { type: "int" }],
    strange: ["geo_point", "'x'", "x", other()],
    document: ["xml", "'<a/>'", "<a/>", { type: "xml" }],
    flag: ["tinyint(1)", "1", true, { type: "boolean" }],
    count: ["tinyint(1)", "5", 5, { type: "int" }],
  },
  postgres: {
    photo: ["bytea", "'\\x00ff'", "AP8=", { type: "bytes" }],
    ip: ["inet", "'10.0.0.1/8'", "10.0.0.1/8", native("inet")],
    net: ["cidr", "'10.0.0.0/8'", "10.0.0.0/8", native("cidr")],
    mac: ["macaddr8", "'08:00:2b:01:02:03:04:05'", "08:00:2b:01:02:03:04:05", native("macaddr8")],
    bits: ["bit(3)", "b'101'", "101", native("bit(3)")],
    flags: ["bit varying", "b'1'", "1", native("varbit")],
    span: ["numrange", "'(1.5,]'", "(1.5,)", native("numrange")],
    words: ["tsvector", "'a b'", "'a' 'b'", native("tsvector")],
    cost: ["money", "12.5", "12.5", { type: "decimal", precision: 19, scale: 2, storedAs: "money" }],
    document: ["xml", "'<a/>'", "<a/>", { type: "xml" }],
    mail: ["mail", "'a@b'", "a@b", { type: "string", maxLength: 40 }],
    host: ["host", "'10.0.0.1'", "10.0.0.1", native("inet")],
    whereabouts: ["point", "'(1,2)'", "(1,2)", other()],
    pair: ["pair", "'(1,\"a b\")'", '(1,"a b")', other()],
    role: ["regrole", "'postgres'", "postgres", other()],
    odd: ["numeric(3,5)", "0.00123", "0.00123", other()],
  },
  mysql: {
    photo: ["mediumblob", "x'00ff'", "AP8=", { type: "bytes", maxLength: 16_777_215 }],
    huge: ["longblob", "x'00ff'", "AP8=", { type: "bytes" }],
    hash: ["binary(4)", "x'00ff'", "AP8AAA==", { type: "bytes", maxLength: 4, storedAs: "binary" }],
    some: [
      "varbinary(9) default x'27ff'",
      "x'00'",
      "AA==",
      { type: "bytes", maxLength: 9, filledBy: "default" },
    ],
    big: [
      "bigint unsigned",
      "18446744073709551615",
      "18446744073709551615",
      { type: "bigint", storedAs: "bigint unsigned" },
    ],
    exact: ["decimal(65,30)", "0.5", "0.5", { type: "decimal", precision: 65, scale: 30 }],
    yes: ["bit(1)", "b'1'", true, { type: "boolean", storedAs: "bit(1)" }],
    bits: ["bit(4)", "b'101'", "0101", other("bit(4)")],
    tags: ["set('a','b')", "'b,a'", "a,b", { type: "string", maxLength: 3, storedAs: "set" }],
    count: ["tinyint(1)", "5", 5, { type: "int" }],
    flag: ["tinyint(1)", "1", true, { type: "boolean" }],
    whereabouts: ["point", "point(1, 2)", "POINT(1 2)", other("point")],
    ip: ["inet6", "'::1'", "::1", native("inet6")],
  },
};

const types: Readonly<Record<string, readonly string[]>> = {
  postgres: [
    "create domain mail as varchar(40) check (value like '%@%')",
    "create domain host as inet",
    "create type pair as (a int, b text)",
  ],
};

/** The entities that an import generates from the tables, with all permissions for all callers. */
async function imported({ database }: FreshDatabase): Promise<Config["entities"]> {
  const found = await withDatabase(resolveDatabase(database), { isReadOnly: true }, async (db, dialect) =>
    entitiesFromTables(
      await readImported(db, dialect),
      await dialect.schema.schemas?.readDefault(db),
      dialect,
    ),
  );
  return Object.fromEntries(
    found.entities.map(({ name, options, fields }) => [
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

await describeDialects("a table with a column of every type", (target) => {
  const columns = Object.entries(tables[target.name] ?? {});
  if (columns.length === 0) {
    it.skip("not run: no such table is defined for this database", () => undefined);
    return;
  }
  describe.each(modes)("%s", (mode) => {
    const fresh = useFresh(target, mode);

    it("a table with many column types is imported completely, and its values are read, found and written back unchanged", async () => {
      const quote = target.name === "mysql" ? "`" : '"';
      const named = columns.map(([name, [type]]) => `${quote}${name}${quote} ${type}`);
      await fresh
        .database()
        .run([
          ...(types[target.name] ?? []),
          `create table old (id int not null primary key, ${named.join(", ")})`,
          `insert into old values (1, ${columns.map(([, [, literal]]) => literal).join(", ")})`,
        ]);
      const entities = await imported(fresh.database());
      for (const [name, [, , , field]] of columns)
        expect(entities["old"]?.fields[name], name).toEqual({
          isEditable: true,
          isRequired: false,
          ...field,
        });
      const api = await fresh.start(entities);
      const old = api.repository("old");
      const record = await old.findById(1);
      const values = Object.fromEntries(columns.map(([name, [, , value]]) => [name, value]));
      expect(record).toMatchObject(values);
      for (const [name, [, , value]] of columns) {
        const field = entities["old"]?.fields[name];
        expect(await old.count(`${name}<>null`), name).toBe(1);
        if (field?.isEditable !== true) continue;
        expect(await old.update(1, { [name]: value }), name).toEqual(record);
        if (field.type === "xml") continue;
        expect(await old.count(`${name}=${quoteValue(String(value))}`), name).toBe(1);
        expect(await old.count(`${name}<>${quoteValue(String(value))}`), name).toBe(0);
        expect((await old.find({ orderBy: name })).items, name).toEqual([record]);
      }
      // A create stores the values that were read unchanged.
      const writable = columns.filter(([name]) => entities["old"]?.fields[name]?.isEditable === true);
      const copy = Object.fromEntries(writable.map(([name, [, , value]]) => [name, value]));
      expect(await old.create({ id: 2, ...copy })).toMatchObject({ id: 2, ...copy });
    });

    it.skipIf(target.name !== "mysql")(
      "a field of type boolean may have a column of type tinyint",
      async () => {
        await fresh
          .database()
          .run([
            "create table old (id int not null primary key, done tinyint not null default 1)",
            "insert into old (id) values (1)",
          ]);
        const { old } = await imported(fresh.database());
        expect(old?.fields["done"]).toMatchObject({ type: "int", default: 1 });
        const done = { type: "boolean", isEditable: true, isRequired: true, default: true } as const;
        const api = await fresh.start({ old: { ...old, fields: { ...old?.fields, done } } as EntityConfig });
        const repository = api.repository("old");
        expect(await repository.update(1, { done: false })).toMatchObject({ done: false });
        expect(await repository.create({ id: 2 })).toMatchObject({ done: true });
        expect(await repository.count("done=false")).toBe(1);
      },
    );
  });
});
