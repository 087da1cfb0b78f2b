import { describe, expect, test } from "vitest";
import type { Risk } from "../../../runtime/database/migrations/migration.js";
import type { DialectName } from "../../../runtime/model/model.js";
import { ratedSteps, risksOf } from "./rated.js";

const BEFORE = `
  create table item (id int primary key, a int, title varchar(20), note varchar(20) not null);
  create table other (id int primary key, item int);`;

const every: readonly DialectName[] = ["postgres", "mysql", "sqlite", "mssql"];

test.each([
  ["sqlite", "insert or ignore into"],
  ["sqlite", "insert or replace into"],
  ["mysql", "insert ignore into"],
  ["mysql", "insert low_priority ignore into"],
] as const)("a copy that may skip rows is rated as a loss of data: %s, %s", (dialect, insert) => {
  const rate = (verb: string) =>
    risksOf(dialect, `create table copy1 (id int); ${verb} copy1 select * from item; drop table item`, {
      before: BEFORE,
    });
  expect(rate("insert into")).not.toContain("loses data");
  expect(rate(insert)).toContain("loses data");
});

test("a copy in a temporary table is rated as a loss of data", () => {
  const sql = "create table #copy (id int); insert into #copy select * from item; drop table item";
  expect(risksOf("mssql", sql, { before: BEFORE })).toContain("loses data");
});

describe.each(every)("in all databases: %s", (dialect) => {
  const rate = (sql: string) => risksOf(dialect, sql, { before: BEFORE });
  const loses: readonly (readonly [string, readonly Risk[]])[] = [
    ["drop table item", ["breaks running version", "loses data"]],
    ["drop table if exists item", ["breaks running version", "loses data"]],
    ["DROP\n/* all of it */\nTABLE -- really\n item", ["breaks running version", "loses data"]],
    ["delete from item", ["locks writes", "loses data"]],
    ["delete from item where 1 = 1", ["locks writes", "loses data"]],
    ["delete from item where id = 5", ["loses data"]],
    ["update item set note = ''", ["locks writes", "loses data"]],
    ["update item set note = '' where id = 5", []],
    ["update item set note = '' where id = 5 or 1 = 1", ["locks writes"]],
    ["update item set note = 'x' where note = ''", ["locks writes"]],
    ["update item set note = (select 'a' from other where other.id = 5)", ["locks writes", "loses data"]],
  ];
  test.each(loses)("a statement that changes or removes rows has its risks: %s", (sql, risks) => {
    expect(rate(sql)).toEqual(risks);
  });

  const copy = "create table copy1 (id int, a int, title varchar(20), note varchar(20));";
  const full = `${copy} insert into copy1 select * from item;`;
  test.each([
    `${full} drop table copy1; drop table item`,
    `${full} drop table item; drop table copy1`,
    `${full} delete from copy1; drop table item`,
    `${full} drop table item; delete from copy1`,
    `${full} delete from copy1 where id = 1`,
    `${full} drop table item; alter table copy1 drop column note`,
    `${full} alter table copy1 drop column note; drop table item`,
    `${full} drop table item; alter table copy1 rename to item; drop table item`,
    `${copy} insert into copy1 select * from item order by id limit 1; drop table item`,
    `${copy} insert into copy1 select distinct * from item; drop table item`,
    `${copy} insert into copy1 (id) select count(*) from item; drop table item`,
    `${copy} insert into copy1 (id) select id * 2 from item; drop table item`,
  ])("a copy that is lost or incomplete is rated as a loss of data: %s", (sql) => {
    expect(rate(sql)).toContain("loses data");
  });

  test.each([
    `${full} drop table item`,
    `${full} drop table copy1`,
    `${full} drop table item; alter table copy1 rename to kept`,
    `${copy} insert into copy1 select * from item order by id; drop table item`,
    `${copy} insert into copy1 select item.* from item; drop table item`,
  ])("a copy that is kept is no loss of data: %s", (sql) => {
    expect(rate(sql)).not.toContain("loses data");
  });

  const harmless: readonly string[] = [
    "create table more (id int primary key)",
    "create table more (id int, note varchar(20) default 'drop table item')",
    "insert into item (id, note) values (1, 'a; drop table item; delete from item')",
    "insert into item (id, note) values (1, '''; drop table item; --')",
    "-- drop table item\ninsert into item (id) values (1)",
    "/* truncate table item; */ insert into item (id) values (1)",
    "create -- drop\n table more (id int)",
    "create view seen as select id from item",
  ];
  test.each(harmless)("a harmless statement has no risk: %s", (sql) => {
    expect(rate(sql)).toEqual([]);
  });

  test.each([
    "frobnicate item",
    "call tidy()",
    "merge into item using other on (1 = 1) when matched then delete",
    "explode",
  ])("an unknown statement is not judged: %s", (sql) => {
    expect(rate(sql)).toContain("not judged");
  });

  test("a table of the same migration has no data to lose and no readers that wait", () => {
    expect(rate("create table made (id int); drop table made")).toEqual([]);
    expect(rate("create table made (id int); create index ix on made (id)")).toEqual([]);
    expect(rate("create table made (id int); delete from made")).toEqual([]);
    expect(rate("create table made (id int); alter table made drop column id")).toEqual([]);
  });

  test("a column of the same migration has no values to replace", () => {
    const add = dialect === "mssql" ? "add x int" : "add column x int";
    expect(rate(`alter table item ${add}; update item set x = 5`)).not.toContain("loses data");
    expect(rate(`alter table item ${add}; update item set x = 5, note = ''`)).toContain("loses data");
  });

  test("each risk of a statement has a reason", () => {
    for (const { risks } of ratedSteps(dialect, "drop table item; create index ix on item (a)", {
      before: BEFORE,
    }))
      for (const { why } of risks) expect(why).toMatch(/^[A-Z].*\.$/);
  });
});

interface Case {
  readonly sql: string;
  readonly risks: readonly Risk[];
}

describe("PostgreSQL", () => {
  const cases: readonly Case[] = [
    { sql: `drop table "item"`, risks: ["breaks running version", "loses data"] },
    { sql: `drop table public."item"`, risks: ["breaks running version", "loses data"] },
    { sql: `insert into item (note) values (e'\\'; drop table item; --')`, risks: [] },
    { sql: `insert into item (note) values ($$ drop table item; $$)`, risks: [] },
    { sql: `/* /* nested */ drop table item; */ select 1`, risks: [] },
    { sql: `create function f() returns void language sql as $$ delete from item $$`, risks: [] },
    { sql: `do $$ begin delete from item; end $$`, risks: ["not judged"] },
    { sql: `with x as (select 1) delete from item`, risks: ["locks writes", "loses data"] },
    {
      sql: `with x as (delete from item returning id) insert into other select * from x`,
      risks: ["locks writes", "loses data"],
    },
    { sql: `alter table item add column "drop" int`, risks: [] },
    { sql: `alter table item add column x text default 'check (a) unique references p'`, risks: [] },
    {
      sql: `alter table item add column x int, drop column a`,
      risks: ["breaks running version", "loses data"],
    },
    {
      sql: `alter table item add column x int default nextval('s'), add column y int`,
      risks: ["locks reads", "rewrites table"],
    },
    { sql: `alter table if exists only item alter a set not null`, risks: ["locks reads", "may fail"] },
    { sql: `alter type mood add value 'drop table item'`, risks: [] },
    { sql: `alter type mood rename value 'a' to 'b'`, risks: ["breaks running version"] },
    { sql: `drop type mood cascade`, risks: ["loses data"] },
    { sql: `drop schema app cascade`, risks: ["breaks running version", "loses data"] },
    { sql: `create index concurrently ix on item (a)`, risks: ["may fail"] },
    { sql: `-- outside transaction\ncreate index concurrently ix on item (a)`, risks: [] },
    { sql: `-- outside transaction\ncreate unique index concurrently ix on item (a)`, risks: ["may fail"] },
    { sql: `lock table item`, risks: ["locks reads"] },
    { sql: `lock table item in share mode`, risks: ["locks writes"] },
    { sql: `lock table item in row exclusive mode`, risks: [] },
    { sql: `vacuum full item`, risks: ["locks reads", "rewrites table"] },
    { sql: `-- outside transaction\nvacuum item`, risks: [] },
    { sql: `truncate item, other`, risks: ["loses data"] },
    { sql: `alter table item attach partition p1 for values in (1)`, risks: ["not judged"] },
    // The type of a column that no script has created is unknown.
    {
      sql: `alter table unknown_one alter column a type bigint`,
      risks: ["locks reads", "loses data", "may fail", "rewrites table"],
    },
    // Earlier changes of the column are taken into account.
    {
      sql: `alter table item alter column title type varchar(50); alter table item alter column title type varchar(60)`,
      risks: [],
    },
    {
      sql: `alter table item rename column title to name; alter table item alter column name type varchar(60)`,
      risks: [],
    },
    {
      sql: `alter table item rename to thing; alter table thing alter column title type varchar(60)`,
      risks: [],
    },
  ];
  test.each(cases)("a statement for PostgreSQL has its risks: $sql", ({ sql, risks }) => {
    expect(risksOf("postgres", sql, { before: BEFORE })).toEqual(risks);
  });

  test("a validated check proves that a column is not null", () => {
    const prove = `alter table item add constraint ck check ("a" is not null) not valid;
      -- outside transaction
      alter table item validate constraint ck;`;
    expect(
      risksOf("postgres", `${prove} alter table item alter column a set not null`, { before: BEFORE }),
    ).toEqual([]);
    const unchecked = prove.replace(/-- outside[^]*/, "");
    expect(
      risksOf("postgres", `${unchecked} alter table item alter column a set not null`, { before: BEFORE }),
    ).toEqual(["locks reads", "may fail"]);
    const unproven = prove.replace("is not null", "> 0");
    expect(
      risksOf("postgres", `${unproven} alter table item alter column a set not null`, { before: BEFORE }),
    ).toEqual(["locks reads", "may fail"]);
  });

  test("a lock of PostgreSQL lasts until the transaction ends, and is a risk of later statements", () => {
    const add = "alter table item add column x int;";
    const [, update] = ratedSteps("postgres", `${add} update item set x = 1 where x is null`, {
      before: BEFORE,
    });
    expect(update?.risks.map(({ risk, why }) => [risk, why])).toContainEqual([
      "locks reads",
      'Line 1 has locked "item" against reads, and the transaction keeps the lock while this statement runs.',
    ]);
    const outside = `${add}\n-- outside transaction\nupdate item set x = 1 where x is null`;
    expect(risksOf("postgres", outside, { before: BEFORE })).toEqual(["locks writes"]);
    const check =
      "alter table item add constraint ck check (a > 0) not valid; alter table item validate constraint ck";
    expect(risksOf("postgres", check, { before: BEFORE })).toEqual(["locks reads", "may fail"]);
  });

  test("the safer way of a statement uses its names", () => {
    const [step] = ratedSteps("postgres", 'alter table "Item" alter column "theA" set not null');
    expect(step?.risks[0]?.safer).toContain(
      'alter table "Item" add constraint … check ("theA" is not null) not valid',
    );
  });

  test("an accept comment without an effect is found", () => {
    const [step] = ratedSteps(
      "postgres",
      "-- accept: loses data, locks writes\ncreate index ix on item (a)",
      { before: BEFORE },
    );
    expect(step?.unusedAccepts).toEqual(["loses data"]);
  });
});

describe("MySQL and MariaDB", () => {
  const mysql = (...version: readonly number[]) => ({ product: "MySQL", version });
  const cases: readonly (Case & { readonly version?: readonly number[] })[] = [
    { sql: "alter table item add column x int", risks: [], version: [8, 0, 29] },
    { sql: "alter table item add column x int", risks: ["rewrites table"], version: [8, 0, 11] },
    {
      sql: "alter table item drop column a",
      risks: ["breaks running version", "loses data", "rewrites table"],
      version: [8, 0, 28],
    },
    {
      sql: "alter table item add column x int check (x > 0)",
      risks: ["locks writes", "rewrites table"],
      version: [8, 4, 0],
    },
    // Without a known server, the worse of MySQL and MariaDB counts.
    { sql: "alter table item add column x int check (x > 0)", risks: ["locks writes", "rewrites table"] },
    { sql: "alter table item add column (x int, y int)", risks: [] },
    { sql: "alter table item modify title varchar(40)", risks: [] },
    {
      sql: "alter table item modify a bigint, algorithm=inplace, lock=none",
      risks: ["may fail", "rewrites table"],
    },
    { sql: "alter table item modify a bigint, algorithm=instant", risks: ["may fail"] },
    { sql: "alter table item add index ix (a), algorithm=inplace, lock=none", risks: [] },
    { sql: "/*!50000 drop table item */", risks: ["breaks running version", "loses data"] },
    { sql: "insert into item (note) values ('\\'; drop table item; --')", risks: [] },
    { sql: 'insert into item (note) values ("drop table item")', risks: [] },
    { sql: "# drop table item\nselect 1", risks: [] },
    { sql: "rename table item to thing, other to another", risks: ["breaks running version"] },
    { sql: "lock tables item write", risks: ["locks reads"] },
    { sql: "lock tables item read", risks: ["locks writes"] },
    { sql: "optimize table item", risks: ["rewrites table"] },
    {
      sql: "alter table item convert to character set utf8mb4",
      risks: ["locks writes", "may fail", "rewrites table"],
    },
    {
      sql: "delete item from item join other on other.item = item.id",
      risks: ["locks writes", "loses data"],
    },
    { sql: "alter table item add column `drop table` int", risks: [] },
  ];
  test.each(cases)(
    "a statement for MySQL and MariaDB has its risks: $sql $version",
    ({ sql, risks, version }) => {
      const server = version === undefined ? {} : { server: mysql(...version) };
      expect(risksOf("mysql", sql, { before: BEFORE, ...server })).toEqual(risks);
    },
  );
});

/** According to learn.microsoft.com/sql/t-sql/statements/alter-table-transact-sql and create-index-transact-sql. */
describe("SQL Server", () => {
  const cases: readonly (Case & { readonly isEnterprise?: true })[] = [
    { sql: "alter table item add x int", risks: [] },
    { sql: "alter table item add x int null default 5", risks: [] },
    { sql: "alter table item add x int not null", risks: ["may fail"] },
    { sql: "alter table item add x int not null default 5", risks: ["locks reads", "rewrites table"] },
    { sql: "alter table item add x int not null default 5", risks: [], isEnterprise: true },
    {
      sql: "alter table item add x uniqueidentifier not null default newid()",
      risks: ["locks reads", "rewrites table"],
      isEnterprise: true,
    },
    {
      sql: "alter table item add x int not null constraint df default 5 with values, y int",
      risks: ["locks reads", "rewrites table"],
    },
    { sql: "alter table item add x int identity", risks: ["locks reads", "rewrites table"] },
    { sql: "alter table item alter column title varchar(40) null", risks: [] },
    {
      sql: "alter table item alter column title varchar(10) null",
      risks: ["locks reads", "may fail", "rewrites table"],
    },
    { sql: "alter table item alter column title varchar(20) not null", risks: ["locks reads", "may fail"] },
    {
      sql: "alter table item alter column title varchar(20) not null with (online = on)",
      risks: ["may fail"],
    },
    { sql: "alter table item alter column a bigint null", risks: ["locks reads", "rewrites table"] },
    { sql: "alter table item drop column a, title", risks: ["breaks running version", "loses data"] },
    {
      sql: "alter table item drop constraint pk_item, column a",
      risks: ["breaks running version", "loses data"],
    },
    {
      sql: "alter table item add constraint fk foreign key (a) references other(id)",
      risks: ["locks reads", "may fail"],
    },
    {
      sql: "alter table item with nocheck add constraint fk foreign key (a) references other(id)",
      risks: [],
    },
    { sql: "alter table item with check check constraint fk", risks: ["locks reads", "may fail"] },
    { sql: "alter table item add constraint ck check (a > 0)", risks: ["locks reads", "may fail"] },
    { sql: "alter table item add constraint uq unique (a)", risks: ["locks reads", "may fail"] },
    { sql: "alter table item add constraint uq unique (a) with (online = on)", risks: ["may fail"] },
    { sql: "create index ix on item (a)", risks: ["locks writes"] },
    { sql: "create index ix on item (a) with (online = on)", risks: [] },
    { sql: "create clustered index ix on item (a)", risks: ["locks reads", "rewrites table"] },
    { sql: "alter index ix on item rebuild", risks: ["locks reads", "rewrites table"] },
    { sql: "alter index ix on item reorganize", risks: [] },
    { sql: "exec sp_rename 'item.title', 'name', 'column'", risks: ["breaks running version"] },
    { sql: "exec sp_rename 'ix', 'ix2', 'index'", risks: [] },
    { sql: "exec sys.sp_rename N'dbo.item', N'thing'", risks: ["breaks running version"] },
    // Statements may follow each other without semicolons.
    { sql: "select 1 drop table item", risks: ["breaks running version", "loses data"] },
    { sql: "alter table item add x int drop table other", risks: ["breaks running version", "loses data"] },
    {
      sql: "if 1 = 1 begin drop table item end",
      risks: ["breaks running version", "loses data", "not judged"],
    },
    {
      sql: "alter table item add constraint fk foreign key (a) references other(id) on delete cascade on update cascade",
      risks: ["locks reads", "may fail"],
    },
    { sql: "declare @sql nvarchar(max) = N'drop table item'; exec(@sql)", risks: ["not judged"] },
    {
      sql: "declare @drop nvarchar(max) = (select N'alter table [item] drop constraint ' + quotename(name) from sys.default_constraints where parent_column_id = 1) exec (@drop)",
      risks: [],
    },
    {
      sql: "declare @drop nvarchar(max) = (select N'alter table [item] drop column a alter table [item] drop constraint ' + quotename(name) from sys.default_constraints where parent_column_id = 1) exec (@drop)",
      risks: ["not judged"],
    },
    {
      sql: "declare @drop nvarchar(max) = (select N'alter table [item] drop constraint ' + quotename(name) from sys.default_constraints where 1 = 1) + N' drop table other' exec (@drop)",
      risks: ["not judged"],
    },
    { sql: "alter table [item] add [drop table other] int", risks: [] },
    { sql: "create procedure p as begin delete from item end", risks: [] },
  ];
  test.each(cases)("a statement for SQL Server has its risks: $sql", ({ sql, risks, isEnterprise }) => {
    const server = { product: "SQL Server", version: [16], ...(isEnterprise && { isEnterprise }) };
    expect(risksOf("mssql", sql, { before: BEFORE, server })).toEqual(risks);
  });
});

test("the type of a column is known, although PostgreSQL writes its default with a cast", () => {
  const before = "create table item (note varchar(20) default 'x'::character varying);";
  expect(risksOf("postgres", "alter table item alter column note type varchar(30);", { before })).toEqual([]);
});

test.each(
  (["postgres", "mysql", "mssql"] as const).flatMap((dialect) =>
    [
      ["char", "character"],
      ["nchar", "national character"],
      ["nvarchar", "national character varying"],
    ].map(([short = "", long = ""]) => ({ dialect, short, long })),
  ),
)("a type is rated alike by its short and its long name: $dialect, $long", ({ dialect, short, long }) => {
  const change = { postgres: "alter column code type", mysql: "modify code", mssql: "alter column code" }[
    dialect
  ];
  const shortened = (type: string) =>
    risksOf(dialect, `alter table item ${change} ${type}(3);`, {
      before: `create table item (code ${type}(5));`,
    });
  expect(shortened(short)).toContain("may fail");
  expect(shortened(long)).toEqual(shortened(short));
});
