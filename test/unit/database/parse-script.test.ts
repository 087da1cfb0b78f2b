import { describe, expect, it } from "vitest";
import { MigrationError, type MigrationScript } from "../../../runtime/database/migrations/migration.js";
import { mistakesIn, parseScript } from "../../../runtime/database/migrations/scripts/parse-script.js";
import type { DialectName } from "../../../runtime/model/model.js";
import { migrationDialects } from "../../migrations/migration-dialects.js";

function parse(dialect: DialectName, text: string): MigrationScript {
  return parseScript(`m/${dialect}.sql`, text, migrationDialects[dialect].script);
}

function texts(dialect: DialectName, script: string): readonly string[] {
  return parse(dialect, script).up.map((step) => (step.kind === "sql" ? step.text : step.path));
}

function mistakes(dialect: DialectName, script: string): readonly string[] {
  try {
    return mistakesIn(parse(dialect, script));
  } catch (error) {
    if (error instanceof MigrationError) return error.problems;
    throw error;
  }
}

const every = ["sqlite", "postgres", "mysql", "mssql"] as const;

/** Each is one statement. */
const whole: Readonly<Record<DialectName, readonly string[]>> = {
  sqlite: [
    `insert into a values ('x;y', 'it''s; new', "q;""q", [n;n], \`b;\`\`b\`)`,
    `select 'back\\'`,
    "select 1 /* ; /* not nested */ + 1",
    "select 1 -- ; none\n+ 1",
    "create trigger t after insert on a begin update a set b = case when c then 1 else 2 end; select 1; end",
    "create temp trigger t after insert on a begin delete from a where x = 'end;'; /* ; */ END",
    `create trigger if not exists "end" after insert on a begin select end; end`,
    "create table begin (case_ int)",
  ],
  postgres: [
    `insert into a values ('x;y', 'it''s; new', "q;""q")`,
    `select 'back\\'`,
    `select e'it\\'s; new', E'\\\\'`,
    "select e'a'\n  '\\';' from b",
    "select 1 /* ; /* nested; */ ; */ + 1",
    "create function f() returns int language plpgsql as $$ begin return 1; end $$",
    "do $body$ begin perform 1; perform $$ a; $$; end $body$",
    "select a$b$, c$b$ from t where x = $1",
    "select $é$;$é$",
    "create function f(a int) returns int begin atomic select 1; select case when a > 1 then 2 end; end",
    "create or replace procedure p() language sql begin atomic insert into a values (1); end",
    "create rule r as on insert to a do (insert into b values (1); insert into c values (2))",
    "create or replace rule r as on insert to a do also (select ')'; select 1;)",
    `create table "begin" (begin int, "case" int)`,
  ],
  mysql: [
    "insert into a values ('x;y', 'it''s; new', 'back\\'; still', \"q;\\\"; q\", `b;``b`)",
    "select 1 # ; none\n+ 1",
    "select 1 -- ; none\n+ 1",
    "select 1 --1",
    "select 1 /* ; */ + 1",
    "/*!50003 create trigger t before insert on a for each row begin set new.b = ';'; end */",
    "/*M! select 1; */",
    "create trigger t before insert on a for each row set new.b = if(new.c, 1, 2)",
    "create definer = `root`@`localhost` trigger t before insert on a for each row begin if new.b is null then set new.b = 1; end if; end",
    "create trigger t before insert on a for each row if (new.b) then set new.b = 1; else set new.b = 2; end if",
    "create procedure p() begin declare exit handler for sqlexception begin rollback; end; case x when 1 then select 1; else begin end; end case; end",
    "create procedure p(in a int) l: loop set a = a + 1; if a > 3 then leave l; end if; end loop l",
    "create or replace procedure p() begin repeat set @a = repeat('x', 2); until @a end repeat; while @b do set @b = 0; end while; end",
    "create function f() returns int deterministic return case when 1 then if(2, 3, 4) else 5 end",
    "create procedure p() begin select case when begin then 1 else if(end, 1, 2) end from t; drop table if exists t; end",
    "create event e on schedule every 1 day do begin delete from a; end",
    "create procedure if not exists p() drop table if exists a",
    "begin not atomic declare a int; for i in 1..3 do set a = i; end for; end",
    "if (select 1) then select 2; end if",
    "create table `begin` (a int)",
  ],
  mssql: [
    `insert into a values (N'x;y', 'it''s; new', "q;""q")`,
    "select [a;]];b] from [x;y]",
    "select 1 /* ; /* nested; */ ; */ + 1",
    "if exists (select 1) begin select 1; begin try select case when 1 = 1 then 2 end; end try begin catch throw; end catch; end",
    "create procedure p as select 1; select 2;",
    "create or alter trigger t on a after insert as begin set nocount on; end; select 1",
    "declare @a int = 1; select @a; select @a + 1",
    "select #tmp.a, @@rowcount from #tmp",
  ],
};

describe("a script", () => {
  for (const dialect of every) {
    it.each(whole[dialect])(`a script of ${dialect} has one statement: %s`, (statement) => {
      const end = dialect === "mssql" ? "\ngo\n" : ";\n";
      const script = `select 0;\n${statement}${end}select 9;`;
      expect(texts(dialect, script)).toEqual(["select 0", statement.replace(/;$/, ""), "select 9"]);
      expect(texts(dialect, statement)).toEqual([statement.replace(/;$/, "")]);
    });
  }

  it("a script has lines, sections, steps in TypeScript, directives and statements to undo it", () => {
    const script = parse(
      "postgres",
      `-- 20260101000000_a for PostgreSQL.
-- accept this: or not

-- Adds.
alter table a
  add b int;
-- outside transaction
-- A remark in between.
create index concurrently i on a (b); -- at the end
-- accept: loses data, locks writes
alter table a drop column c;

-- data:
update a set b = 1; update a set b = 2;
-- data: ./fill.ts
-- schema:
alter table a alter b set not null
;
-- down:
alter table a drop column b;
-- data:
-- data: ./back.mjs
update a set c = 1`,
    );
    const none = { isData: false, isOutsideTransaction: false, accepts: new Set() };
    expect(script).toEqual({
      path: "m/postgres.sql",
      up: [
        { kind: "sql", text: "alter table a\n  add b int", line: 5, ...none },
        {
          kind: "sql",
          text: "create index concurrently i on a (b)",
          line: 9,
          ...none,
          isOutsideTransaction: true,
        },
        {
          kind: "sql",
          text: "alter table a drop column c",
          line: 11,
          ...none,
          accepts: new Set(["loses data", "locks writes"]),
        },
        { kind: "sql", text: "update a set b = 1", line: 14, ...none, isData: true },
        { kind: "sql", text: "update a set b = 2", line: 14, ...none, isData: true },
        { kind: "file", path: "m/fill.ts", line: 15, isData: true },
        { kind: "sql", text: "alter table a alter b set not null", line: 17, ...none },
      ],
      down: [
        { kind: "sql", text: "alter table a drop column b", line: 20, ...none },
        { kind: "file", path: "m/back.mjs", line: 22, isData: true },
        { kind: "sql", text: "update a set c = 1", line: 23, ...none, isData: true },
      ],
    });
  });

  it("a script may have a byte order mark and other line ends, with the same result", () => {
    const script = "-- data:\n-- data: ./a.ts\nupdate a set b = 'x\ny';\n-- outside transaction\nselect 1";
    expect(parse("sqlite", `\uFEFF${script.replaceAll("\n", "\r\n")}`)).toEqual(parse("sqlite", script));
    expect(parse("sqlite", script.replaceAll("\n", "\r"))).toEqual(parse("sqlite", script));
  });

  it("a script may be empty, or contain only comments and semicolons", () => {
    for (const text of ["", " \n", "-- nothing", ";;\n;", "/* a */;"])
      expect(parse("postgres", text)).toMatchObject({ up: [], down: [] });
  });

  it("a script of SQL Server is split at lines with `go`, and nowhere else", () => {
    expect(texts("mssql", "select 1\nGO\nselect go from a\n  go -- next\nselect 'a\ngo\nb'\ngo")).toEqual([
      "select 1",
      "select go from a",
      "select 'a\ngo\nb'",
    ]);
  });
});

describe("a mistake in a script", () => {
  it.each([
    [
      "postgres",
      "select 1;\nselect 'a;\nselect 2;",
      "m/postgres.sql:2: A text that begins here does not end.",
    ],
    [
      "postgres",
      "select 1;\n\nselect $x$ a $y$;",
      "m/postgres.sql:3: A text in $x$ that begins here does not end.",
    ],
    ["postgres", 'select "a', "m/postgres.sql:1: A quoted name that begins here does not end."],
    ["mssql", "select [a\n", "m/mssql.sql:1: A quoted name that begins here does not end."],
    ["mysql", "select 1\n/* a", "m/mysql.sql:2: A comment that begins here does not end."],
    ["postgres", "/* /* a */", "m/postgres.sql:1: A comment that begins here does not end."],
    [
      "sqlite",
      "select 1;\ncreate trigger t after insert on a begin select 1;",
      "m/sqlite.sql:2: The statement that begins here does not end",
    ],
    ["mysql", "delimiter //\nselect 1", 'm/mysql.sql:1: "delimiter" is a command of the mysql client'],
    ["mssql", "select 1\ngo 5", 'm/mssql.sql:2: "go 5" runs statements repeatedly'],
    [
      "postgres",
      "-- data:\nalter table a add b int;",
      'm/postgres.sql:2: "alter table a add" changes tables',
    ],
    ["postgres", "-- down:\n-- down:\n", 'm/postgres.sql:2: "-- down:" stands twice'],
    ["postgres", "-- outside transaction\n", '"-- outside transaction" is for the next statement'],
    [
      "postgres",
      "-- accept: loses data\n-- data: ./a.ts\n",
      '"-- accept: loses data" is for the next statement',
    ],
    ["postgres", "drop table a; -- accept: loses data", "must be a line of its own, before the statement"],
    ["postgres", "drop\n-- accept: loses data\ntable a", "must be a line of its own, before the statement"],
    ["postgres", "-- data: fill.ts", "does not name a file of this folder"],
    ["postgres", "-- data: ./../fill.ts", "does not name a file of this folder"],
    [
      "postgres",
      "-- accept: looses data\nselect 1",
      'has an unknown risk "looses data". Did you mean "loses data"?',
    ],
    ["postgres", "-- accept:\nselect 1", '"-- accept:" names no risk'],
  ] as const)("a mistake in a script is reported with its place: %s: %s", (dialect, script, message) => {
    const [found, ...others] = mistakes(dialect, script);
    expect(found).toContain(message);
    expect(others).toEqual([]);
  });

  it.each([
    ["-- accept loses data", "-- accept: loses data"],
    ["-- Accept: loses data", "-- accept: loses data"],
    ["-- acept: loses data", "-- accept: loses data"],
    ["-- accepts: may fail", "-- accept: may fail"],
    ["-- outside a transaction", "-- outside transaction"],
    ["-- Outside Transaction", "-- outside transaction"],
    ["-- outside transaction:", "-- outside transaction"],
    ["-- down", "-- down:"],
    ["-- Down:", "-- down:"],
    ["-- rollback:", "-- down:"],
    ["-- undo:", "-- down:"],
    ["-- up:", "-- schema:"],
    ["-- data :", "-- data:"],
    ["-- dta:", "-- data:"],
    ["-- Data: ./fill.ts", "-- data: ./fill.ts"],
    ["-- schema", "-- schema:"],
  ])("a comment of a script that only resembles a directive is a mistake: %s", (comment, meant) => {
    expect(mistakes("mysql", `${comment}\nselect 1;`)).toEqual([
      `m/mysql.sql:1: "${comment}" is not a directive. Did you mean "${meant}"?`,
    ]);
  });

  it.each([
    "-- Data: what the column holds.",
    "-- Accepts nulls from now on.",
    "-- todo: later",
    "-- Schema of the shop",
    "--data",
  ])("a comment of a script is a mistake only if it resembles a directive: %s", (comment) => {
    expect(mistakes("postgres", `${comment}\nselect 1;`)).toEqual(
      comment === "--data" ? [expect.stringContaining('Did you mean "-- data:"?')] : [],
    );
  });

  it.each([
    "begin",
    "BEGIN transaction",
    "begin isolation level serializable",
    "begin immediate",
    "start transaction",
    "commit",
    "commit work",
    "rollback",
    "abort",
    "end",
    "end transaction",
  ])("a statement of transactions in a script is a mistake: %s", (statement) => {
    const [found] = mistakes("postgres", `select 1;\n${statement};`);
    expect(found).toMatch(/^m\/postgres\.sql:2: .*Leave it out, and write "-- outside transaction"/);
  });

  it.each([
    ["mysql", "xa start 'a'"],
    ["mysql", "xa commit 'a' one phase"],
    ["mysql", "set autocommit = 0"],
    ["mysql", "SET @@session.autocommit=off"],
    ["mysql", "set session autocommit := @old"],
    ["mysql", "set `autocommit`=0"],
    ["mysql", "set @@session.`AutoCommit` = 0"],
    ["mysql", "set sql_mode='', autocommit=0"],
    ["mysql", "set autocommit=1, autocommit=0"],
    ["mysql", "/*!50000 set autocommit=0 */"],
    ["mysql", "/*!50003 xa start 'a' */"],
    ["mysql", "/*! commit */"],
    ["mysql", "set statement max_statement_time=1 for set autocommit=0"],
    ["mysql", "set statement max_statement_time=1 for commit"],
    ["mssql", "set implicit_transactions on"],
    ["mssql", "SET ANSI_NULLS, IMPLICIT_TRANSACTIONS ON"],
    ["mssql", "set ansi_defaults on"],
    ["mssql", "select 1\nset implicit_transactions on"],
    ["mssql", "if @@trancount = 0 begin set implicit_transactions on end"],
  ] as const)(
    "a statement in a script that changes transactions is a mistake on %s: %s",
    (dialect, statement) => {
      const found = mistakes(dialect, `select 1;\n${statement};`);
      expect(found).toEqual([expect.stringContaining(`m/${dialect}.sql:2: "`)]);
      expect(found).toEqual([expect.stringContaining("is not for scripts")]);
    },
  );

  it("a statement in a script that only begins like one of transactions is not a mistake", () => {
    expect(mistakes("postgres", "savepoint a; rollback to a; rollback to savepoint a;")).toEqual([]);
    for (const statement of [
      "set autocommit = 1",
      "set @@session.autocommit = on",
      "set autocommit = 1, unique_checks = 0",
      "set autocommit = (1)",
      "set autocommit = default",
      "set @`autocommit` = 0, @autocommit = 0",
      "set sql_mode = ', autocommit = 0'",
      "set wsrep_on = 0",
      "/*!40101 SET @OLD_AUTOCOMMIT=@@AUTOCOMMIT, AUTOCOMMIT=1 */",
      "xa recover",
      "update t set xa = 'xa start', autocommit = 0",
      "create procedure p() begin set autocommit = 0; commit; end",
    ])
      expect({ statement, found: mistakes("mysql", statement) }).toEqual({ statement, found: [] });
    for (const statement of [
      "set implicit_transactions off",
      "set ansi_nulls, ansi_padding on",
      "update t set implicit_transactions = 1",
      "select 'set ansi_defaults on' -- set ansi_defaults on",
      "create procedure p as set implicit_transactions on",
    ])
      expect({ statement, found: mistakes("mssql", statement) }).toEqual({ statement, found: [] });
    expect(mistakes("mssql", "begin try select 1; end try begin catch select 2; end catch")).toEqual([]);
    expect(mistakes("mssql", "begin tran; select 1;")).toHaveLength(1);
  });

  it("a mistake in a script is reported together with all others", () => {
    expect(
      mistakes("postgres", "-- acept: loses data\ncommit;\n-- down:\n-- down:\n-- outside transaction"),
    ).toHaveLength(4);
  });
});
