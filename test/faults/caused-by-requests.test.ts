import http from "node:http";
import type { AddressInfo } from "node:net";
import type { Config, EntityConfig } from "data-api";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { describeDialect } from "../conformance/describe-dialects.js";
import { expectProblem } from "../conformance/expectations.js";
import { field, openEntity } from "../conformance/fields.js";
import { sendRequest } from "../conformance/http-client.js";
import { takeLog } from "../conformance/reports.js";
import { createTestApi } from "../conformance/start-server.js";
import { modes, type FreshDatabase } from "../conformance/targets.js";

type Code =
  | "unique-conflict"
  | "invalid-value"
  | "refused-by-database"
  | "database-incomplete"
  | "database-unavailable";

interface Cause {
  readonly title: string;
  /** The statements before the server starts, in which `it` is the entity's table and `its` another name. */
  readonly make: readonly string[];
  readonly method?: "POST" | "PATCH" | "DELETE" | "GET";
  /** For `POST`, the record. For `PATCH`, the changes of the record 1. For `GET`, what the field must equal. */
  readonly body?: Readonly<Record<string, unknown>>;
  readonly code: Code;
  /** The fields that are at fault, if the database tells. */
  readonly paths?: readonly string[];
}

const keyed = (columns: string) => `create table it (id integer primary key, ${columns})`;
const trigger = (body: string) => `create trigger its before insert on it for each row ${body}`;

const ofSqlite: readonly Cause[] = [
  {
    title: "a computed column that reads a text as JSON",
    make: [keyed("n text, g as (json_extract(n, '$.a')) stored")],
    body: { n: "no JSON" },
    code: "invalid-value",
  },
  {
    title: "a check that reads a text as JSON",
    make: [keyed("n text check (json_extract(n, '$.a') is null)")],
    body: { n: "no JSON" },
    code: "invalid-value",
  },
  {
    title: "a computed column with a path from a text",
    make: [keyed("n text, g as (json_extract('{}', n)) stored")],
    body: { n: "no path" },
    code: "invalid-value",
  },
  ...["check (date(n) is not null)", ", g as (date(n)) stored"].map((date): Cause => ({
    title: `a text that means another time each time, in ${date}`,
    make: [keyed(`n text ${date}`)],
    body: { n: "now" },
    code: "invalid-value",
  })),
  {
    title: "an index of an expression",
    make: [keyed("n text"), "create index its on it (date(n))"],
    body: { n: "now" },
    code: "invalid-value",
  },
  {
    title: "a computed column that overflows",
    make: [keyed("big integer, g as (abs(big)) stored")],
    body: { big: "-9223372036854775808" },
    code: "invalid-value",
  },
  {
    title: "a computed column that is too long",
    make: [keyed("m integer, g as (zeroblob(m)) stored")],
    body: { m: 2_000_000_000 },
    code: "invalid-value",
  },
  {
    title: "a rule of an R*Tree",
    make: ["create virtual table it using rtree_i32 (id, m, o)"],
    body: { id: 1, m: 5, o: 2 },
    code: "invalid-value",
  },
  {
    title: "a view",
    make: ["create table its (id integer primary key, n text)", "create view it as select * from its"],
    body: { n: "a" },
    code: "refused-by-database",
  },
  {
    title: "a computed column",
    make: [keyed("m integer, n text as ('a')")],
    body: { n: "b" },
    code: "refused-by-database",
  },
  {
    title: "a trigger whose value overflows",
    make: [
      keyed("m integer"),
      "create trigger its after insert on it begin update it set m = abs(-9223372036854775808); end",
    ],
    body: { m: 1 },
    code: "invalid-value",
  },
  {
    title: "a trigger that names a function that does not exist",
    make: [keyed("n text"), "create trigger its after insert on it begin select no_function(new.n); end"],
    body: { n: "a" },
    code: "database-incomplete",
  },
  {
    title: "a foreign key to a column that is not unique",
    make: ["create table its (m integer)", keyed("m integer references its (m)")],
    body: { m: 1 },
    code: "database-incomplete",
  },
  {
    title: "the last number of generated keys",
    make: [
      "create table it (id integer primary key autoincrement, m integer)",
      "insert into it values (9223372036854775807, 1)",
    ],
    body: { m: 1 },
    code: "database-unavailable",
  },
];

const counted = (columns: string) => `create table it (id int primary key auto_increment, ${columns})`;

const ofMysql: readonly Cause[] = [
  ...["date", "datetime", "timestamp"].map((type): Cause => ({
    title: `a column with a default that it may not have: ${type}`,
    make: ["set sql_mode = ''", counted(`n varchar(20), day ${type} not null default '0000-00-00'`)],
    body: { n: "a" },
    code: "invalid-value",
    paths: ["day"],
  })),
  ...["latin1", "utf8mb3", "ucs2"].map((set): Cause => ({
    title: `a condition with a character that a column in ${set} lacks`,
    make: [counted(`n varchar(20) character set ${set}`), "insert into it (n) values ('a')"],
    method: "GET",
    body: { n: "😀" },
    code: "invalid-value",
  })),
  {
    title: "a view with check option",
    make: [
      "create table its (id int primary key auto_increment, m int)",
      "create view it as select * from its where m < 10 with check option",
    ],
    body: { m: 50 },
    code: "invalid-value",
  },
  {
    title: "a view that cannot be written",
    make: [
      "create table its (id int primary key, m int)",
      "create view it as select id, m, count(*) as o from its group by id, m",
    ],
    body: { m: 1 },
    code: "refused-by-database",
  },
  {
    title: "a column of a view that cannot be written",
    make: [
      "create table its (id int primary key, o int)",
      "insert into its values (1, 1)",
      "create view it as select id, o + 1 as m from its",
    ],
    method: "PATCH",
    body: { m: 1 },
    code: "refused-by-database",
  },
  {
    title: "a view whose table has a column without a default",
    make: [
      "create table its (id int primary key, m int, o int not null)",
      "create view it as select id, m from its",
    ],
    body: { id: 1, m: 1 },
    code: "invalid-value",
  },
  {
    title: "a value that no partition takes",
    make: [
      "create table it (id int primary key auto_increment) partition by range (id) (partition a values less than (10))",
    ],
    body: { id: 50 },
    code: "invalid-value",
  },
  {
    title: "a computed column that divides by zero",
    make: [counted("m int, g int as (100 div m) stored")],
    body: { m: 0 },
    code: "invalid-value",
  },
  {
    title: "a computed column that is given",
    make: [counted("o int, m int as (1) stored")],
    body: { m: 2 },
    code: "refused-by-database",
  },
  {
    title: "a cascade that makes duplicates",
    make: [
      "create table it (id int primary key auto_increment, m int not null unique)",
      "create table its (m int primary key, foreign key (m) references it (m) on update cascade)",
      "insert into it values (1, 1)",
      "insert into its values (1)",
      "set foreign_key_checks = 0",
      "insert into its values (2)",
    ],
    method: "PATCH",
    body: { m: 2 },
    code: "unique-conflict",
  },
  {
    title: "a cascade that is too deep",
    make: [
      "create table it (id int primary key, m int, foreign key (m) references it (id) on delete cascade)",
      ...Array.from({ length: 20 }, (_, n) => `insert into it values (${n + 1}, ${n === 0 ? "null" : n})`),
    ],
    method: "DELETE",
    code: "refused-by-database",
  },
  {
    title: "a trigger that changes its own table",
    make: [counted("m int"), trigger("update it set m = 1")],
    body: { m: 1 },
    code: "refused-by-database",
  },
  {
    title: "a trigger without a case for the value",
    make: [counted("m int"), trigger("begin case new.m when 1 then set new.m = 2; end case; end")],
    body: { m: 5 },
    code: "refused-by-database",
  },
  {
    title: "a trigger that finds two rows",
    make: [
      counted("m int"),
      "insert into it (m) values (1), (2)",
      trigger("begin declare found int; select m into found from it; end"),
    ],
    body: { m: 5 },
    code: "refused-by-database",
  },
  {
    title: "a trigger that finds no row",
    make: [
      counted("m int"),
      trigger(
        "begin declare found int; declare c cursor for select m from it; open c; fetch c into found; end",
      ),
    ],
    body: { m: 5 },
    code: "refused-by-database",
  },
  {
    title: "a trigger that signals another state",
    make: [counted("m int"), trigger("signal sqlstate '02000'")],
    body: { m: 5 },
    code: "refused-by-database",
  },
  {
    title: "a trigger that commits",
    make: [counted("m int"), "create procedure its_end() commit", trigger("call its_end()")],
    body: { m: 5 },
    code: "refused-by-database",
  },
  {
    title: "a trigger whose function calls itself",
    make: [
      counted("m int"),
      "create function its_self() returns int begin return its_self(); end",
      trigger("set new.m = its_self()"),
    ],
    body: { m: 5 },
    code: "refused-by-database",
  },
  {
    title: "a trigger whose definer is gone",
    make: [
      counted("m int"),
      "create definer = nobody@localhost trigger its before insert on it for each row set new.m = 1",
    ],
    body: { m: 5 },
    code: "database-incomplete",
  },
  {
    title: "a row that is too long for its page",
    make: [
      "set innodb_strict_mode = 0",
      `create table it (id int primary key auto_increment, m int, ${Array.from({ length: 40 }, (_, n) => `c${n} varchar(250) character set latin1 default '${"x".repeat(250)}'`).join(", ")}) row_format = compact`,
    ],
    body: { m: 5 },
    code: "invalid-value",
  },
];

/** Those of a column that the statements name. */
const fields: EntityConfig["fields"] = {
  n: field("string"),
  m: field("int"),
  o: field("int"),
  big: field("bigint"),
  day: field("datetime"),
};

function entityOf({ make, body }: Cause, table: string): EntityConfig {
  const text = make.join(" ");
  const used = Object.entries(fields).filter(([name]) => new RegExp(`\\b${name}\\b`).test(text));
  const isKeyGiven = body?.["id"] !== undefined;
  const id = { id: field("int", { isEditable: false, isRequired: true }) };
  return openEntity(
    { ...(isKeyGiven && id), ...Object.fromEntries(used) },
    {
      table,
      systemFields: { createdat: false, updatedat: false },
      ...(isKeyGiven && { primaryKey: "id" }),
    },
  );
}

for (const [name, all] of [
  ["sqlite", ofSqlite],
  ["mysql", ofMysql],
] as const)
  await describeDialect("an error that a request causes", name, (dialect) => {
    describe.each(modes)("by %s code", (mode) => {
      let fresh: FreshDatabase;
      let port: number;
      let stop: () => Promise<unknown>;

      beforeAll(async () => {
        fresh = await dialect.createDatabase();
        const entities: Record<string, EntityConfig> = {};
        for (const [index, cause] of all.entries()) {
          const renamed = cause.make.map((text) =>
            text.replace(/\b(it|its)\b/g, `$1${index}`).replaceAll("its_", `its${index}_`),
          );
          await fresh.run(renamed);
          entities[`e${index}`] = entityOf(cause, `it${index}`);
        }
        const database = { ...fresh.database, schema: "off" } as Config["database"];
        const api = await createTestApi(
          mode,
          { ...fresh, database },
          { entities, server: { idempotency: false } },
        );
        api.setupApiEndpoints();
        ({ port } = (await api.startAsync(0)).address() as AddressInfo);
        stop = () => api.stopAsync();
      });
      afterAll(async () => {
        await stop();
      });

      it.each(all.map((cause, index) => ({ ...cause, index })))(
        "an error of the database that a request causes is no internal error: $title",
        async ({ index, method = "POST", body, code, paths }) => {
          const where = `?where=${encodeURIComponent(JSON.stringify(body ?? {}))}`;
          const path = `/api/data/e${index}${{ POST: "", GET: where, PATCH: "/1", DELETE: "/1" }[method]}`;
          const sent = method === "GET" ? {} : { body };
          const answer = await sendRequest(port, new http.Agent(), method, path, sent);
          const { errors = [] } = expectProblem(answer, code);
          if (paths !== undefined) expect(errors.map((mistake) => mistake.path)).toEqual(paths);
          if (code.startsWith("database-")) takeLog();
        },
      );
    });
  });
