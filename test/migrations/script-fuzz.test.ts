import Sqlite from "better-sqlite3";
import fc from "fast-check";
import { createConnection } from "mysql2/promise";
import pg from "pg";
import { expect, it } from "vitest";
import { parseScript } from "../../runtime/database/migrations/scripts/parse-script.js";
import { describeDialect } from "../conformance/describe-dialects.js";
import type { FreshDatabase } from "../conformance/targets.js";
import { migrationDialects } from "./migration-dialects.js";
import { runs } from "../runs.js";

/** A database that can split a script itself, and that can run a single statement but rejects several. */
interface Splitter {
  readonly whole: (script: string) => Promise<unknown>;
  readonly one: (statement: string) => Promise<unknown>;
  /** The rows that scripts have written, in order. */
  readonly log: () => Promise<unknown>;
  readonly reset: () => Promise<unknown>;
  readonly end: () => Promise<unknown>;
}

/** SQL texts that might be mistaken for the end or the continuation of a statement. */
const hostile = fc
  .array(
    fc.constantFrom(
      ...[";", "'", '"', "`", "\\", "--", "/*", "*/", "#", "$$", "$a$", "[", "]", "\n", " ", "x"],
      ...["end;", "begin", "case", "-- down:", "go", "é", "e'", "?", "$1", ":a"],
    ),
    { maxLength: 6 },
  )
  .map((parts) => parts.join(""));

type Words = fc.Arbitrary<(index: number) => string>;

const doubled = (text: string, quote: string) => `${quote}${text.replaceAll(quote, quote + quote)}${quote}`;
const insert = (text: string) => `insert into log (value) values (${text})`;

/** Statements for all databases. Backslashes are ordinary characters except in MySQL. */
const standard: readonly Words[] = [
  hostile.map((text) => () => insert(doubled(text.replaceAll("\\", ""), "'"))),
  fc.constantFrom(
    () => insert("case when 1 = 1 then 'then;' else 'else' end"),
    () => "insert into log (value)\n-- ; '\nvalues -- ;\n('c')",
    () => "insert /* ; ' \" ` */ into log (value) values ('d')",
    (index: number) => `create table t${index} (id integer); insert into log (value) values ('t')`,
  ),
];

/** Not for MySQL, where double quotes enclose strings. */
const names: Words = fc.tuple(hostile, hostile).map(([name, text]) => {
  const column = doubled(`c${name.replaceAll(/["`[\]\\?$:]/g, "")}`, '"');
  return () =>
    `insert into log (value) select ${column} from (select ${doubled(text, "'")} as ${column}) as t`;
});

const bodies: Readonly<Record<string, readonly Words[]>> = {
  sqlite: [
    names,
    hostile.map(
      (text) => (index) =>
        `
      create trigger g${index} after insert on log when new.value = 'go${index}' begin
        update log set value = case new.value when 'x' then 'end;' else ${doubled(text, "'")} end where id = new.id;
        insert into log (value) values ('end');
      end; ${insert(`'go${index}'`)}`,
    ),
    hostile.map((text) => () => insert(`'${text.replaceAll("'", "")}' /* /* ; */`)),
    fc.constant(() => "insert into [log] ([value]) values ('a'); insert into `log` (`value`) values ('b')"),
  ],
  postgres: [
    names,
    hostile.map(
      (text) => () =>
        insert(`E'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'").replaceAll("?", "")}'`),
    ),
    hostile.map((text) => () => insert(`e'a'\n'\\';${text.replaceAll("\\", "").replaceAll("'", "''")}'`)),
    hostile.map(
      (text) => () => insert(`$q$${text.replaceAll("$", "")}$q$ || $$${text.replaceAll("$", "")}$$`),
    ),
    fc.constant(
      (index: number) => `
      create function f${index}() returns void begin atomic
        insert into log (value) values (case when true then 'a;' else 'b' end);
        insert into log (value) values ('end;');
      end; select f${index}()`,
    ),
    fc.constant(
      (index: number) => `
      do $do$ begin insert into log (value) values ('do;'); perform $$;$$; end $do$; select ${index}`,
    ),
    fc.constant(
      (index: number) => `
      create table r${index} (id int);
      create rule r as on insert to r${index} do (insert into log (value) values ('r1'); insert into log (value) values (')'););
      insert into r${index} values (1)`,
    ),
    fc.constant(() => "insert into log (value) /* /* ; */ ; */ values ('n')"),
  ],
  mysql: [
    hostile.map((text) => () => insert(`'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`)),
    hostile.map((text) => () => insert(`"${text.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`)),
    fc.constant(() => "insert into log (value) # ; '\nvalues ('h') -- ; '\n"),
    fc.constant(() => "/*!50000 insert into log (value) values ('v;') */"),
    fc.constant(() => "insert into `log` (`value`) values ('b'), (5--1)"),
    fc.constant(
      (index: number) => `
      create procedure p${index}(in a int)
      begin
        declare b int default 0;
        declare continue handler for sqlexception begin set b = -1; end;
        l: loop set b = b + 1; if b > 2 then leave l; end if; end loop l;
        while b < 5 do set b = if(b > 3, 5, b + 1); end while;
        repeat set b = b + length(repeat('x', 1)); until b > 6 end repeat;
        case b when 7 then insert into log (value) values (case when b > 1 then 'end case;' else if(b, 'x', 'y') end);
        else begin end; end case;
        insert into log (value) values (b);
      end; call p${index}(1)`,
    ),
    fc.constant(
      (index: number) => `
      create function f${index}(a int) returns varchar(20) deterministic return case when a then if(a > 1, 'x;', 'y') end;
      insert into log (value) values (f${index}(2))`,
    ),
    fc.constant(
      (index: number) => `
      create table s${index} (a int, b int);
      create trigger g${index} before insert on s${index} for each row
        if (new.a > 1) then insert into log (value) values ('if'); set new.b = 2; elseif new.a then set new.b = 3; else set new.b = 4; end if;
      insert into s${index} (a) values (1), (2);
      insert into log (value) select concat(a, b) from s${index} order by a`,
    ),
    fc.constant(
      () =>
        "begin not atomic declare i int; for i in 1..2 do insert into log (value) values (i); end for; end",
    ),
    fc.constant(() => "if 1 then insert into log (value) values ('if'); end if"),
  ],
};

const LOG = {
  sqlite: "create table log (id integer primary key autoincrement, value text)",
  postgres: "create table log (id serial primary key, value text)",
  mysql: "create table log (id int auto_increment primary key, value varchar(255)) character set utf8mb4",
};

async function splitterOf(dialect: string, fresh: FreshDatabase): Promise<Splitter> {
  const { host, port, name, userName, password } = fresh.database;
  const reset = async () => {
    await fresh.run(
      dialect === "postgres"
        ? ["drop schema public cascade", "create schema public", LOG.postgres]
        : dialect === "mysql"
          ? [`drop database ${name ?? ""}`, `create database ${name ?? ""}`, `use ${name ?? ""}`, LOG.mysql]
          : [],
    );
  };
  if (dialect === "postgres") {
    const client = new pg.Client({ host, port, user: userName, password, database: name });
    await client.connect();
    return {
      whole: (script) => client.query(script),
      one: (text) => client.query({ text, queryMode: "extended" } as pg.QueryConfig),
      log: async () => (await client.query<{ value: string }>("select value from log order by id")).rows,
      reset,
      end: () => client.end(),
    };
  }
  if (dialect === "mysql") {
    const options = { host, port, user: userName, password, database: name, charset: "utf8mb4" };
    const [many, single] = [
      await createConnection({ ...options, multipleStatements: true } as never),
      await createConnection(options as never),
    ];
    return {
      whole: (script) => many.query(script),
      one: (text) => single.query(text),
      log: async () => (await single.query("select value from log order by id"))[0],
      reset: async () => {
        await reset();
        for (const connection of [many, single]) await connection.query(`use ${name ?? ""}`);
      },
      end: () => Promise.all([many.end(), single.end()]),
    };
  }
  let file = new Sqlite(":memory:");
  return {
    whole: (script) => Promise.resolve(file.exec(script)),
    one: (text) => {
      const statement = file.prepare(text);
      return Promise.resolve(statement.reader ? statement.all() : statement.run());
    },
    log: () => Promise.resolve(file.prepare("select value from log order by id").all()),
    reset: () => {
      file.close();
      file = new Sqlite(":memory:");
      return Promise.resolve(file.exec(LOG.sqlite));
    },
    end: () => Promise.resolve(file.close()),
  };
}

for (const name of ["sqlite", "postgres", "mysql"] as const) {
  await describeDialect("a random script", name, (target) => {
    it("a random script is split as the database splits it", { timeout: 240_000 }, async () => {
      const fresh = await target.createDatabase();
      const splitter = await splitterOf(name, fresh);
      const between = fc.constantFrom("", "\n", " -- ;\n", "/* ; ' */", "\n-- a remark;\n", ";");
      const pieces = fc.array(fc.tuple(fc.oneof(...standard, ...(bodies[name] ?? [])), between), {
        minLength: 1,
        maxLength: 8,
      });
      const logOf = async (run: () => Promise<void>) => {
        await splitter.reset();
        await run();
        return splitter.log();
      };
      try {
        await fc.assert(
          fc.asyncProperty(pieces, async (chosen) => {
            const script = chosen.map(([piece, gap], index) => `${piece(index)};${gap}`).join("\n");
            const { up } = parseScript(`m/${name}.sql`, script, migrationDialects[name].script);
            const expected = await logOf(async () => {
              await splitter.whole(name === "mysql" ? script.replaceAll(/;\s*;/g, ";") : script);
            });
            const found = await logOf(async () => {
              for (const step of up) if (step.kind === "sql") await splitter.one(step.text);
            });
            expect(found).toEqual(expected);
          }),
          { numRuns: runs(name === "sqlite" ? 200 : 25), seed: 17 },
        );
      } finally {
        await splitter.end();
        await fresh.dispose();
      }
    });
  });
}
