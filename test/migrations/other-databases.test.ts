import { expect, test } from "vitest";
import { findOtherDatabases } from "../../runtime/database/migrations/other-databases.js";
import type { DialectName } from "../../runtime/model/model.js";
import { migrationDialects } from "./migration-dialects.js";
import { migrationOf } from "./rating/rated.js";

function found(name: DialectName, sql: string): readonly string[] {
  const { shadow, ...dialect } = migrationDialects[name];
  if (shadow === undefined) throw new Error(`${name} has no shadow database.`);
  return findOtherDatabases([migrationOf("20260101000000_x", sql, name)], dialect, shadow.databaseNames);
}

test.each([
  "delete from otherdb.keepme",
  "delete from `otherdb`.`keepme` where id = 1",
  "delete from otherdb /* of all */ . keepme",
  "delete from otherdb/*!50000 .keepme */",
  "update item set a = 1 where b in (select b from otherdb.item)",
  "delete a, otherdb.b from a join b",
  "insert into item select * from item, otherdb.b",
  "insert into item.item select * from item",
  "update item set a = otherdb.f(1)",
  "update item set item.a = 1, otherdb.item.a = 2",
  "rename table item to otherdb.item",
  "truncate otherdb.keepme",
  "call otherdb.tidy()",
  "create trigger t after insert on item for each row begin delete from otherdb.keepme; end",
  'set sql_mode = \'ansi_quotes\'; delete from "otherdb"."keepme"',
  "use otherdb",
  "drop database otherdb",
  "create schema otherdb",
  "prepare s from @text",
  "execute immediate @text",
  "grant select on otherdb.* to someone",
])("a script for MySQL that names another database is found: %s", (sql) => {
  expect(found("mysql", `select 1;\n${sql}`)).toEqual([
    expect.stringMatching(/^migrations\/20260101000000_x\/mysql\.sql:2: "/),
  ]);
});

test.each([
  "update item i join other on other.id = i.other set i.a = 1.5, other.b = .5 where i.`c` > 0",
  "update item set item.a = 1 where id in (select o.item from other as o)",
  "insert into item (a) select o.* from other o on duplicate key update o.a = 1",
  "create trigger t before insert on item for each row set new.a = coalesce(new.a, 0)",
  "update item set a = extract(year from item.made)",
  "update item use index (ix) set a = 'otherdb.keepme' -- otherdb.keepme",
  "set @@session.sql_mode = ''",
  "update item set a = (select count(*) from information_schema.tables)",
])("a script for MySQL that uses its own database is accepted: %s", (sql) => {
  expect(found("mysql", sql)).toEqual([]);
});

test.each([
  "delete from otherdb.dbo.keepme",
  "delete from otherdb..keepme",
  "delete from [otherdb].[dbo].[keepme]",
  "exec('delete from otherdb.dbo.keepme')",
  "exec sp_executesql N'use otherdb'",
  "use otherdb",
  "alter database otherdb set offline",
])("a script for SQL Server that names another database is found: %s", (sql) => {
  expect(found("mssql", sql)).toHaveLength(1);
});

test.each([
  "delete from dbo.item where dbo.item.id = 1",
  "update i set a = i.doc.value('(/a)[1]', 'int') from dbo.item i",
  "exec sp_rename 'dbo.item.note', 'text', 'column'",
  "declare @name sysname = (select c.name from sys.default_constraints c); exec('alter table dbo.item drop constraint ' + @name)",
])("a script for SQL Server that uses its own database is accepted: %s", (sql) => {
  expect(found("mssql", sql)).toEqual([]);
});

test("a script for PostgreSQL may name other schemas, and a statement that drops a database is found", () => {
  expect(found("postgres", "delete from other.keepme; update a.b set c = 1")).toEqual([]);
  expect(found("postgres", "drop database otherdb")).toHaveLength(1);
});
