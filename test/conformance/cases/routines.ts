import { ConfigError, type Config, type DatabaseConfig } from "data-api";
import { beforeAll, describe, expect, it } from "vitest";
import { expectJson, expectProblem } from "../expectations.js";
import { field, openEntity } from "../fields.js";
import type { Harness } from "../harness.js";
import { expectReports, takeLog } from "../reports.js";
import type { TestConfig, TestServer } from "../start-server.js";
import type { FreshDatabase } from "../targets.js";

type Dialect = DatabaseConfig["dialect"];
type Operations = NonNullable<Config["operations"]>;

const everyone = ["guest"];
const id = { type: "int" } as const;
const entities: Config["entities"] = {
  ord: openEntity(
    { customer: field("string"), total: field("decimal", { precision: 10, scale: 2 }) },
    { systemFields: { ownerid: false, createdat: false, updatedat: false } },
  ),
};

/** Operations for all databases with procedures. */
const shared: Operations = {
  place: {
    procedure: "place_order",
    parameters: {
      customer: { type: "string", maxLength: 30 },
      total: { type: "decimal", precision: 10, scale: 2, isRequired: false },
      note: { type: "string", direction: "inout", name: "p_note" },
      orderid: { type: "int", direction: "out", name: "p_id" },
      at: { type: "datetime", direction: "out" },
    },
    permissions: everyone,
  },
  addUp: {
    function: "add_up",
    parameters: { a: id, b: { type: "bigint" } },
    returns: { value: { type: "bigint" } },
    isRead: true,
    permissions: everyone,
  },
  refuse: { procedure: "refuse", permissions: everyone },
  odd: {
    procedure: 'we"ird` name];--',
    parameters: { it: { type: "string", direction: "inout", name: "o'd\"d" } },
    permissions: everyone,
  },
  writing: { procedure: "just_write", isRead: true, permissions: everyone },
  twin: { procedure: "twin", parameters: { number: id }, permissions: everyone },
  missing: { procedure: "not_there", permissions: everyone },
  waits: { procedure: "waits", timeout: 100, permissions: everyone },
};

/** Procedures that are the same on MySQL and SQL Server. */
const procedures: Operations = {
  find: {
    procedure: "find_orders",
    parameters: {
      who: { type: "string" },
      tags: { type: "json", isRequired: false },
      amount: { type: "int", direction: "out" },
    },
    returns: {
      results: [
        {
          fields: {
            id,
            customer: { type: "string" },
            total: { type: "decimal" },
            placed: { type: "datetime" },
            day: { type: "date" },
            doc: { type: "json" },
            bytes: { type: "bytes" },
          },
        },
        { fields: { n: { type: "int" } } },
      ],
    },
    permissions: everyone,
  },
  many: {
    procedure: "many",
    parameters: { number: id },
    returns: { fields: { id } },
    maxRows: 5,
    permissions: everyone,
  },
  lacks: {
    procedure: "many",
    parameters: { number: id },
    returns: { fields: { nr: id } },
    permissions: everyone,
  },
};

/** The columns of `find_orders` on MySQL and SQL Server, as a query of PostgreSQL. */
const found = `select o.id, o.customer as "Customer", o.total, '2026-01-02 03:04:05+02'::timestamptz as placed, '2026-01-02'::date as day, tags as doc, '\\x00ff'::bytea as bytes from ord o where o.customer = who order by o.id`;
const { find: finding } = procedures;
const { parameters: findParameters = {}, returns: findResults } = finding ?? {};
const { who, tags, amount } = findParameters;
const cursor = { type: "string", direction: "cursor" } as const;
/** Parameters and answer of `find_orders` if it returns results in cursors. */
const withCursors = {
  parameters: { who, tags, rows: cursor, count: cursor, amount },
  returns: findResults,
  permissions: everyone,
} as Operations[string];
const twoResults = { results: [{ fields: { n: id } }, { fields: { n: id } }] };
const everyType = `select 1::int2 as small, 9007199254740993::int8 as large, 0.1::float4 as single, 1e300::float8 as double, 12345678901234567890.5::numeric as exact,
  true as yes, 'é"'::varchar(9) as words, '12:34:56.789'::time as clock, 'P1DT2H'::interval as span, '00000000-0000-0000-0000-00000000000a'::uuid as key,
  array[1, null, 3] as numbers, array['a,b', '"', null] as texts, '2026-01-02 03:04:05.678901'::timestamp as plain, '[1,{"a":12345678901234567890}]'::json as doc, null::date as never`;
const everyField = {
  fields: {
    small: id,
    large: { type: "bigint" },
    single: { type: "float" },
    double: { type: "float" },
    exact: { type: "decimal", precision: "unlimited" },
    yes: { type: "boolean" },
    words: { type: "string" },
    clock: { type: "time" },
    span: { type: "duration" },
    key: { type: "uuid" },
    numbers: { type: "list", of: "int" },
    texts: { type: "list", of: "text" },
    plain: { type: "datetime", zone: "none", precision: 6 },
    doc: { type: "json" },
    never: { type: "date" },
  },
} as const;

/** The parameter of each overloaded routine, and a value as the routine writes it. */
const overloads = [
  ["int4", { type: "int" }, 7, "7"],
  ["int8", { type: "bigint" }, 7, "7"],
  ["numeric", { type: "decimal", precision: "unlimited" }, "7.5", "7.5"],
  ["text", { type: "string" }, "2026-01-02", "2026-01-02"],
  ["date", { type: "date" }, "2026-01-02", "2026-01-02"],
  ["timestamp", { type: "datetime", zone: "none" }, "2026-01-02T03:04:05", "2026-01-02 03:04:05"],
  ["timestamptz", { type: "datetime" }, "2026-01-02T03:04:05Z", "2026-01-02 03:04:05+00"],
  ["_int4", { type: "list", of: "int" }, [1, 2], "{1,2}"],
  ["jsonb", { type: "json" }, { a: 1 }, '{"a": 1}'],
  ["mood", { type: "enum", values: ["good", "bad"] }, "bad", "bad"],
] as const;
/** Names of operations that differ by `_` only are one name in generated code. */
const nameOf = (type: string) => type.replace(/^_/, "list_");
const overloaded: Operations = Object.fromEntries(
  overloads.flatMap(([type, it]): [string, Operations[string]][] => [
    [
      `who_${nameOf(type)}`,
      {
        function: "who",
        parameters: { it },
        returns: { value: { type: "text" } },
        permissions: everyone,
      },
    ],
    [
      `whom_${nameOf(type)}`,
      {
        procedure: "whom",
        parameters: { it: { ...it, isRequired: false }, answer: { type: "text", direction: "inout" } },
        permissions: everyone,
      },
    ],
  ]),
);

const own: Readonly<
  Partial<Record<Dialect, { readonly statements: readonly string[]; readonly operations: Operations }>>
> = {
  postgres: {
    statements: [
      "create table ord (id int generated by default as identity primary key, customer varchar(255), total numeric(10, 2))",
      "create unique index twins on ord (total) where customer = 'twin'",
      `create procedure place_order(in customer text, in total numeric, inout p_note text, out p_id int, out at timestamptz)
       language plpgsql as $$ begin
         insert into ord (customer, total) values (place_order.customer, place_order.total) returning id into p_id;
         p_note := p_note || '!'; at := '2026-01-02 03:04:05.678+00';
       end $$`,
      "create function add_up(a int, b bigint) returns bigint language sql as 'select a + b'",
      "create procedure refuse() language plpgsql as $$ begin raise exception 'a secret of the table'; end $$",
      `create procedure "we""ird\` name];--"(inout "o'd""d" text) language sql as $$ select "o'd""d" || '?' $$`.replace(
        "\\`",
        "`",
      ),
      "create procedure just_write() language sql as $$ insert into ord (customer) values ('never') $$",
      "create procedure twin(number int) language sql as $$ insert into ord (customer, total) values ('twin', number) $$",
      "create procedure not_there() language sql as 'select 1'",
      "create procedure waits() language sql as $$ select pg_sleep(0.4) $$",
      'create schema "my.s"',
      `create function "my.s"."f.n"(who text, tags jsonb) returns table (id int, "Customer" text, total numeric, placed timestamptz, day date, doc jsonb, bytes bytea)
       language sql as $$ select o.id, o.customer, o.total, '2026-01-02 03:04:05+02'::timestamptz, '2026-01-02'::date, tags, '\\x00ff'::bytea from public.ord o where o.customer = who order by o.id $$`,
      "create function many(number int) returns table (id int) language sql as $$ select generate_series(1, number) $$",
      "create function all_orders() returns setof ord language sql as $$ select * from ord where customer = 'rows' $$",
      `create procedure find_orders(who text, tags jsonb, inout rows refcursor, out count refcursor, out amount int)
       language plpgsql as $$ begin
         open rows for ${found}; open count for select count(*)::int as n from ord; amount := 2;
       end $$`,
      // The caller of such a procedure chooses the names of the cursors.
      `create procedure find_by_name(who text, tags jsonb, rows refcursor, count refcursor)
       language plpgsql as $$ begin open rows for ${found}; open count for select count(*)::int as n from ord; end $$`,
      `create function find_in_set(who text, tags jsonb) returns setof refcursor
       language plpgsql as $$ declare a refcursor := 'a"; drop table ord; --'; b refcursor; begin
         open a for ${found}; return next a; open b for select count(*)::int as n from ord; return next b;
         b := null; open b for select 'unread' as n; return next b;
       end $$`,
      `create function find_in_outs(who text, tags jsonb, out rows refcursor, out amount int, out count refcursor)
       language plpgsql as $$ begin
         open rows for ${found}; open count for select count(*)::int as n from ord; amount := 2;
       end $$`,
      `create function just_ids(number int, inout c refcursor) language plpgsql as $$ begin
         if number >= 0 then open c for select generate_series(1, number) as id; else c := null; end if;
         if number = -2 then c := 'closed'; end if;
       end $$`,
      `create procedure ids_first(number int, inout c refcursor) language plpgsql as $$ begin
         open c for select generate_series(1, number) as id;
       end $$`,
      `create function held() returns refcursor language plpgsql as $$ begin
         execute 'declare held cursor with hold for select 1 as n'; return 'held';
       end $$`,
      "create domain cursor_name as refcursor",
      "create domain named_cursor as cursor_name not null",
      // The first cursor is not returned: its name is the given one.
      `create procedure both_read(a refcursor, inout b named_cursor) language plpgsql as $$ declare c refcursor := 'own'; begin
         open a for select 1 as n; open c for select 2 as n; b := c;
       end $$`,
      `create function both_of(out x refcursor, a named_cursor, inout b refcursor, out y refcursor) language plpgsql as $$ declare c refcursor := a; begin
         open x for select 0 as n; open c for select 1 as n; open b for select 2 as n; open y for select 3 as n;
       end $$`,
      `create function passed_back(a refcursor, b refcursor) returns setof refcursor language plpgsql as $$ begin
         open a for select 1 as n; open b for select 2 as n; return next b; return next a;
       end $$`,
      `create function twice_same() returns setof cursor_name language plpgsql as $$ declare c refcursor; begin
         open c for select 1 as n; return next c; return next c;
       end $$`,
      `create function with_totals(out c refcursor, out total money) returns setof record language plpgsql as $$ begin
         open c for select 1 as n; total := 1234.5; return next; c := null; open c for select 2 as n; return next;
       end $$`,
      "create function still_held() returns int language sql as 'select count(*)::int from pg_cursors'",
      "create function note(number int) returns void language sql as $$ insert into ord (customer, total) values ('note', number) $$",
      "create table typed (small int2, large int8, single float4, double float8, exact numeric, yes bool, words varchar, clock time, span interval, key uuid, numbers int[], texts text[], plain timestamp, doc json, never date)",
      `create function every_type() returns setof typed language sql as $$ ${everyType} $$`,
      // Overloaded: the types of the parameters decide.
      ...[
        "int4",
        "int8",
        "numeric",
        "text",
        "date",
        "timestamp",
        "timestamptz",
        "_int4",
        "jsonb",
        "mood",
      ].flatMap((type) => [
        ...(type === "mood" ? ["create type mood as enum ('good', 'bad')"] : []),
        `create function who(it ${type}) returns text language sql as $$ select '${type} ' || it::text $$`,
        `create procedure whom(it ${type}, inout answer text) language sql as $$ select '${type} ' || coalesce(it::text, '?') $$`,
      ]),
      `create function defaults(a int, b text default 'b', c int default 3, d date default '2026-01-02') returns text
       language sql as $$ select concat_ws(' ', a, coalesce(b, '?'), c, d) $$`,
      `create procedure default_all(a int default 1, b text default 'b', inout answer text default 'x')
       language sql as $$ select concat_ws(' ', a, coalesce(b, '?'), answer) $$`,
      "create function unnamed(int, int default 2) returns text language sql as $$ select concat_ws(' ', $1, $2) $$",
      "create function add_all(variadic numbers int[]) returns bigint language sql as 'select sum(each) from unnest(numbers) each'",
      "create procedure join_all(inout answer text, variadic parts text[]) language sql as $$ select array_to_string(parts, answer) $$",
      "create function one_order(number int) returns ord language sql as 'select * from ord where total = number limit 1'",
      "create function countdown(number int) returns setof int language sql as 'select generate_series(number, 1, -1)'",
      `create function every_type_cursor() returns refcursor language plpgsql as $$ declare c refcursor; begin open c for ${everyType}; return c; end $$`,
    ],
    operations: {
      find: {
        function: "f.n",
        schema: "my.s",
        parameters: { who: { type: "string" }, tags: { type: "json", isRequired: false } },
        returns: {
          fields: {
            id,
            customer: { type: "string", column: "Customer" },
            total: { type: "decimal" },
            placed: { type: "datetime" },
            day: { type: "date" },
            doc: { type: "json" },
            bytes: { type: "bytes" },
          },
        },
        isRead: true,
        permissions: everyone,
      },
      many: {
        function: "many",
        parameters: { number: id },
        returns: { fields: { id } },
        maxRows: 5,
        permissions: everyone,
      },
      rows: { function: "public.all_orders", returns: "ord", permissions: everyone },
      findByProcedure: { ...withCursors, procedure: "find_orders", isRead: true },
      findByName: {
        procedure: "find_by_name",
        parameters: { who, tags, rows: cursor, count: cursor },
        returns: findResults,
        permissions: everyone,
      } as Operations[string],
      findInSet: {
        function: "find_in_set",
        parameters: { who, tags },
        returns: findResults,
        isRead: true,
        permissions: everyone,
      } as Operations[string],
      findInOuts: {
        function: "find_in_outs",
        parameters: { who, tags, amount },
        returns: findResults,
        permissions: everyone,
      } as Operations[string],
      ids: {
        function: "just_ids",
        parameters: { number: id, c: cursor },
        returns: { results: [{ fields: { id } }] },
        maxRows: 5,
        permissions: everyone,
      },
      idsFirst: {
        procedure: "ids_first",
        parameters: { number: id, c: cursor },
        returns: { fields: { id } },
        maxRows: 5,
        permissions: everyone,
      },
      idsLack: {
        function: "just_ids",
        parameters: { number: id, c: cursor },
        returns: { results: [{ fields: { nr: id } }] },
        permissions: everyone,
      },
      idsTwice: {
        function: "just_ids",
        parameters: { number: id, c: cursor },
        returns: { results: [{ fields: { id } }, "ord"] },
        permissions: everyone,
      },
      held: { function: "held", returns: { results: [{ fields: { n: id } }] }, permissions: everyone },
      both: {
        procedure: "both_read",
        parameters: { a: cursor, b: cursor },
        returns: twoResults,
        permissions: everyone,
      },
      bothOf: {
        function: "both_of",
        parameters: { a: cursor, b: cursor },
        returns: { results: [...twoResults.results, ...twoResults.results] },
        permissions: everyone,
      },
      passedBack: {
        function: "passed_back",
        parameters: { a: cursor, b: cursor },
        returns: twoResults,
        permissions: everyone,
      },
      twiceSame: { function: "twice_same", returns: twoResults, permissions: everyone },
      withTotals: {
        function: "with_totals",
        parameters: { total: { type: "decimal", storedAs: "money", direction: "out" } },
        returns: twoResults,
        maxRows: 1,
        permissions: everyone,
      },
      stillHeld: { function: "still_held", returns: { value: id }, permissions: everyone },
      note: { function: "note", parameters: { number: id }, permissions: everyone },
      types: { function: "every_type", returns: everyField, isRead: true, permissions: everyone },
      typesOfCursor: {
        function: "every_type_cursor",
        returns: { results: [everyField] },
        isRead: true,
        permissions: everyone,
      },
      lacks: {
        function: "many",
        parameters: { number: id },
        returns: { fields: { nr: id } },
        permissions: everyone,
      },
      ...overloaded,
      defaults: {
        function: "defaults",
        parameters: {
          a: id,
          b: { type: "text", isRequired: false },
          c: { ...id, isRequired: false },
          d: { type: "date", isRequired: false },
        },
        returns: { value: { type: "text" } },
        permissions: everyone,
      },
      defaultAll: {
        procedure: "default_all",
        parameters: {
          a: { ...id, isRequired: false },
          b: { type: "text", isRequired: false },
          answer: { type: "text", direction: "inout", isRequired: false },
        },
        permissions: everyone,
      },
      unnamed: {
        function: "unnamed",
        parameters: { p1: id, p2: { ...id, isRequired: false } },
        returns: { value: { type: "text" } },
        permissions: everyone,
      },
      addAll: {
        function: "add_all",
        parameters: { numbers: { type: "list", of: "int" } },
        returns: { value: { type: "bigint" } },
        permissions: everyone,
      },
      joinAll: {
        procedure: "join_all",
        parameters: { answer: { type: "text", direction: "inout" }, parts: { type: "list", of: "text" } },
        permissions: everyone,
      },
      oneOrder: { function: "one_order", parameters: { number: id }, returns: "ord", permissions: everyone },
      countdown: {
        function: "countdown",
        parameters: { number: id },
        returns: { fields: { value: { ...id, column: "countdown" } } },
        permissions: everyone,
      },
    },
  },
  mysql: {
    statements: [
      "create table ord (id int auto_increment primary key, customer varchar(255), total decimal(10, 2), twin decimal(10, 2) as (if(customer = 'twin', total, null)) unique)",
      `create procedure place_order(in customer varchar(255), in total decimal(10, 2), inout p_note varchar(255), out p_id int, out at datetime(3))
       begin
         insert into ord (customer, total) values (customer, total);
         set p_id = last_insert_id(); set p_note = concat(p_note, '!'); set at = '2026-01-02 03:04:05.678';
       end`,
      "create function add_up(a int, b bigint) returns bigint deterministic return a + b",
      "create procedure refuse() signal sqlstate '45000' set message_text = 'a secret of the table'",
      "create procedure `we\"ird`` name];--`(inout `o'd\"d` varchar(255)) set `o'd\"d` = concat(`o'd\"d`, '?')",
      "create procedure just_write() insert into ord (customer) values ('never')",
      "create procedure twin(number int) insert into ord (customer, total) values ('twin', number)",
      "create procedure waits() do sleep(0.4)",
      "create procedure not_there() do 1",
      `create procedure find_orders(who varchar(255), tags json, out amount int)
       begin
         select o.id, o.customer as Customer, o.total, timestamp'2026-01-02 01:04:05' as placed, date'2026-01-02' as day, tags as doc, x'00ff' as bytes from ord o where o.customer = who order by o.id;
         update ord set total = total where false;
         select count(*) as n from ord;
         set amount = 2;
       end`,
      "create procedure many(number int) begin with recursive s as (select 1 as id union all select id + 1 from s where id < number) select id from s; end",
      "create procedure all_orders() select * from ord where customer = 'rows'",
    ],
    operations: {
      ...procedures,
      rows: { procedure: "all_orders", returns: "ord", permissions: everyone },
    },
  },
  mssql: {
    statements: [
      "create table ord (id int identity(1, 1) primary key, customer nvarchar(255), total decimal(10, 2), twin as (case when customer = 'twin' then total else -id end) persisted unique)",
      `create procedure place_order @customer nvarchar(30), @total decimal(10, 2), @p_note nvarchar(255) output, @p_id int output, @at datetime2(3) output as begin
         insert into ord (customer, total) values (@customer, @total);
         set @p_id = scope_identity(); set @p_note = @p_note + N'!'; set @at = '2026-01-02 03:04:05.678';
       end`,
      "create function add_up(@a int, @b bigint) returns bigint as begin return @a + @b end",
      "create procedure refuse as throw 50001, N'a secret of the table', 1",
      'create procedure "we""ird` name --" @it nvarchar(255) output as set @it = @it + N\'?\'',
      "create procedure just_write as insert into ord (customer) values (N'never')",
      "create procedure twin @number int as insert into ord (customer, total) values (N'twin', @number)",
      "create procedure waits as begin declare @round int = 0; while @round < 2000000 set @round = @round + 1 end",
      "create procedure not_there as select 1 as it",
      `create procedure find_orders @who nvarchar(255), @tags nvarchar(max), @amount int output as begin
         select o.id, o.customer as Customer, o.total, cast('2026-01-02 01:04:05' as datetime2(3)) as placed, cast('2026-01-02' as date) as day, @tags as doc, 0x00ff as bytes from ord o where o.customer = @who order by o.id;
         update ord set total = total where 1 = 0;
         select count(*) as n from ord;
         set @amount = 2;
       end`,
      "create procedure many @number int as with s as (select 1 as id union all select id + 1 from s where id < @number) select id from s option (maxrecursion 0)",
      "create function all_orders() returns table as return (select id, customer, total from ord where customer = N'rows')",
    ],
    operations: {
      // T-SQL cannot quote names of parameters.
      odd: {
        procedure: 'we"ird` name --',
        parameters: { it: { type: "string", direction: "inout" } },
        permissions: everyone,
      },
      ...procedures,
      rows: { function: "all_orders", returns: "ord", permissions: everyone },
    },
  },
};

/** SQL Server has this view. Babelfish, which speaks the same protocol, does not. */
function hasParameters({ run }: FreshDatabase): Promise<boolean> {
  return run(["select 1 as it from sys.parameters where 1 = 0"]).then(
    () => true,
    () => false,
  );
}

/** Procedures and functions of the database. */
export function routineCases({ createDatabase, createApi, startOn }: Harness): void {
  let fresh: FreshDatabase;
  let server: TestServer | undefined;
  let isCompared = true;
  const configOf = (operations: Operations): TestConfig => ({
    entities,
    operations,
    server: { idempotency: true },
    openapi: true,
  });
  beforeAll(async () => {
    fresh = await createDatabase();
    const { statements, operations } = own[fresh.database.dialect] ?? {};
    if (statements === undefined) return;
    await fresh.run(statements);
    isCompared = fresh.database.dialect !== "mssql" || (await hasParameters(fresh));
    if (!isCompared) {
      const tables = await startOn(fresh, configOf({}));
      await tables.stop();
      fresh = { ...fresh, database: { ...fresh.database, schema: "off" } };
    }
    server = await startOn(fresh, configOf({ ...shared, ...operations }));
  });
  const request: TestServer["request"] = (...args) => {
    if (server === undefined) throw new Error("The server is there only while tests run.");
    return server.request(...args);
  };
  const post = (name: string, body: unknown = {}, headers = {}) =>
    request("POST", `/api/operations/${name}`, { body, headers });
  const get = (path: string) => request("GET", `/api/operations/${path}`);
  const hasNone = () => server === undefined;

  describe("routines", () => {
    it("routines are rejected if the database has none", async ({ skip }) => {
      skip(!hasNone(), "this database has routines");
      const creating = createApi(fresh, configOf({ refuse: { procedure: "refuse", permissions: everyone } }));
      await expect(creating).rejects.toThrow(ConfigError);
      await expect(creating).rejects.toThrow(
        /operations\.refuse\.procedure: the dialect "sqlite" has no stored/,
      );
    });

    it("routines are compared with the database at start", async ({ skip }) => {
      skip(hasNone(), "this database has no routines");
      skip(!isCompared, "this engine has no sys.parameters");
      const wrong = await createApi(
        fresh,
        configOf({
          gone: { procedure: "gone", permissions: [] },
          kind: { procedure: "add_up", permissions: [] },
          swapped: {
            function: "add_up",
            parameters: { b: id, a: id },
            returns: { value: { type: "int" } },
            permissions: [],
          },
          few: { function: "add_up", parameters: { a: id }, returns: { value: id }, permissions: [] },
          direction: {
            procedure: "twin",
            parameters: { number: { type: "int", direction: "out" } },
            permissions: [],
          },
        }),
      );
      const text = await wrong.startAsync(0).then(String, (error: unknown) => (error as Error).message);
      expect(text.replace(/int4|int8/g, (type) => (type === "int4" ? "int" : "bigint")).split("\n")).toEqual([
        "The database differs from the configuration:",
        '  - operations.gone: there is no procedure "gone", or the user of the database may not see it.',
        '  - operations.kind: "add_up" is a function, not a procedure.',
        '  - operations.swapped: the function "add_up" has other parameters: "b" is not its parameter 1. It has a int, b bigint.',
        '  - operations.few: the function "add_up" has other parameters: "b" is missing. It has a int, b bigint.',
        '  - operations.direction: the procedure "twin" has other parameters: "number" has the direction "in". It has number int.',
      ]);
    });

    it("routines answer output parameters, values, rows and several results", async ({ skip }) => {
      skip(hasNone(), "this database has no routines");
      const placed = await post(
        "place",
        { customer: "Ada'; drop table ord; --", note: "x" },
        { "Idempotency-Key": "1" },
      );
      const orderid = (placed.json as { readonly orderid: number }).orderid;
      expectJson(placed, 200, { note: "x!", orderid, at: "2026-01-02T03:04:05.678Z" });
      expectJson(
        await post("place", { customer: "Ada'; drop table ord; --", note: "x" }, { "Idempotency-Key": "1" }),
        200,
        placed.json,
      );
      expect(await server?.api.repository("ord").findById(orderid)).toMatchObject({
        customer: "Ada'; drop table ord; --",
        total: null,
      });
      expectJson(await get("addUp?a=2&b=9007199254740993"), 200, { value: "9007199254740995" });
      expectJson(await post("odd", { it: "é" }), 200, { it: "é?" });
      await post("place", { customer: "rows", note: "", total: "12.50" });
      const rows = await post("rows");
      expect(rows.json).toEqual({ items: [expect.objectContaining({ customer: "rows", total: "12.5" })] });
      const isRead = fresh.database.dialect === "postgres";
      const found = isRead
        ? await get(`find?who=rows&tags=${encodeURIComponent('{"a":[1]}')}`)
        : await post("find", { who: "rows", tags: { a: [1] } });
      const items = [
        {
          id: (rows.json as { readonly items: readonly { readonly id: number }[] }).items[0]?.id,
          customer: "rows",
          total: "12.5",
          placed: "2026-01-02T01:04:05.000Z",
          day: "2026-01-02",
          doc: { a: [1] },
          bytes: "AP8=",
        },
      ];
      expect(found.json).toEqual(isRead ? { items } : { results: [items, [{ n: 2 }]], amount: 2 });
    });

    it("routines with cursors are compared with the database at start", async ({ skip }) => {
      skip(hasNone(), "this database has no routines");
      skip(fresh.database.dialect !== "postgres", "calls of this database have results");
      const results = { results: [{ fields: { id } }] };
      const wrong = await createApi(
        fresh,
        configOf({
          none: { function: "many", parameters: { number: id }, returns: results, permissions: [] },
          noCursor: { procedure: "twin", parameters: { number: cursor }, permissions: [] },
          unpassed: {
            function: "find_in_outs",
            parameters: { who, tags, rows: cursor, amount },
            returns: results,
            permissions: [],
          } as Operations[string],
          noOutput: {
            function: "find_in_outs",
            parameters: { who, tags, total: amount },
            returns: results,
            permissions: [],
          } as Operations[string],
          otherCase: {
            function: "find_in_outs",
            parameters: { who, tags, amount: { type: "int", direction: "out", name: "Amount" } },
            returns: results,
            permissions: [],
          } as Operations[string],
        }),
      );
      const text = await wrong.startAsync(0).then(String, (error: unknown) => (error as Error).message);
      expect(text.split("\n").slice(1)).toEqual([
        '  - operations.none: the function "many" has no results: it returns no cursors.',
        '  - operations.noCursor: the procedure "twin" has other parameters: "number" is no cursor. It has number int4.',
        '  - operations.unpassed: the function "find_in_outs" has other parameters: "rows" is not its parameter 3. It has who text, tags jsonb.',
        '  - operations.noOutput: the function "find_in_outs" has other parameters: "total" is not one of its output parameters.',
        '  - operations.otherCase: the function "find_in_outs" has other parameters: "Amount" is not one of its output parameters.',
      ]);
    });

    it("routines return the rows of their cursors, like databases with result sets", async ({ skip }) => {
      skip(hasNone(), "this database has no routines");
      skip(fresh.database.dialect !== "postgres", "calls of this database have results");
      await post("note", { number: 7 });
      const query = `who=note&tags=${encodeURIComponent('{"a":[1]}')}`;
      const body = { who: "note", tags: { a: [1] } };
      const bySet = await get(`findInSet?${query}`);
      const orders = await server?.api.repository("ord").find({ where: { customer: "note" } });
      const count = await server?.api.repository("ord").count();
      const items = [
        {
          id: orders?.items[0]?.["id"],
          customer: "note",
          total: "7",
          placed: "2026-01-02T01:04:05.000Z",
          day: "2026-01-02",
          doc: { a: [1] },
          bytes: "AP8=",
        },
      ];
      const results = [items, [{ n: count }]];
      expectJson(bySet, 200, { results });
      expectJson(await get(`findByProcedure?${query}`), 200, { results, amount: 2 });
      expectJson(await post("findInOuts", body), 200, { results, amount: 2 });
      expectJson(await post("findByName", body), 200, { results });
      const types = (await get("types")).text;
      expect(types).toContain('"large":"9007199254740993"');
      expect((await get("typesOfCursor")).text).toBe(
        types.replace(/^\{"items":(.*)\}$/s, '{"results":[$1]}'),
      );
      // The name of a cursor is not a parameter of the operation.
      expectProblem(await post("ids", { number: 1, c: "mine" }), "invalid-fields");
      const document = await request("GET", "/api/openapi.json");
      const { paths } = document.json as {
        readonly paths: Readonly<Record<string, { readonly post: Readonly<Record<string, unknown>> }>>;
      };
      const { requestBody, responses } = paths["/api/operations/ids"]?.post ?? {};
      const schemaOf = (schema: object) => ({ content: { "application/json": { schema } } });
      expect(requestBody).toMatchObject(schemaOf({ required: ["number"], properties: { number: {} } }));
      expect(JSON.stringify(requestBody)).not.toContain('"c"');
      expect(responses).toMatchObject({
        200: schemaOf({
          required: ["results"],
          properties: { results: { prefixItems: [{ items: { required: ["id"] } }] } },
        }),
      });
    });

    it("routines read each cursor, also of a domain, and output parameters", async ({ skip }) => {
      skip(hasNone(), "this database has no routines");
      skip(fresh.database.dialect !== "postgres", "calls of this database have results");
      const rows = (...numbers: readonly number[]) => numbers.map((n) => [{ n }]);
      expectJson(await post("both"), 200, { results: rows(1, 2) });
      expectJson(await post("bothOf"), 200, { results: rows(1, 0, 2, 3) });
      expectJson(await post("passedBack"), 200, { results: rows(2, 1) });
      expectJson(await post("withTotals"), 200, { results: rows(1, 2), total: "1234.5" });
      takeLog();
      const same = await post("twiceSame");
      expect(same.status).toBeGreaterThanOrEqual(500);
      expect(JSON.stringify(expectReports(1))).toMatch(
        /has answered the result 2 with the cursor of the result 1/,
      );
    });

    it("routines limit and close their cursors, and report missing ones", async ({ skip }) => {
      skip(hasNone(), "this database has no routines");
      skip(fresh.database.dialect !== "postgres", "calls of this database have results");
      expectJson(await post("ids", { number: 5 }), 200, {
        results: [[1, 2, 3, 4, 5].map((each) => ({ id: each }))],
      });
      expectJson(await post("idsFirst", { number: 1 }), 200, { items: [{ id: 1 }] });
      expectProblem(await post("ids", { number: 6 }), "answer-too-large", { detail: /more than 5 rows/ });
      expectProblem(await post("idsFirst", { number: 1e7 }), "answer-too-large");
      expectJson(await post("held"), 200, { results: [[{ n: 1 }]] });
      expectJson(await post("stillHeld"), 200, { value: 0 });
      takeLog();
      for (const [name, number, words] of [
        ["ids", -1, /has not answered the result 1/],
        ["ids", -2, /cursor … does not exist/],
        ["idsLack", 1, /has no column "nr" in the result 1/],
        ["idsTwice", 1, /has not answered the result 2/],
      ] as const) {
        const wrong = await post(name, { number });
        expect([name, number, wrong.status >= 500]).toEqual([name, number, true]);
        expect(wrong.text).not.toMatch(/nr|result|cursor/);
        expect(JSON.stringify(expectReports(1)).replaceAll("\\", "")).toMatch(words);
      }
    });

    it("of several routines with one name, the one with the types of the parameters is called", async ({
      skip,
    }) => {
      skip(hasNone(), "this database has no routines");
      skip(fresh.database.dialect !== "postgres", "routines of this database have names of their own");
      for (const [type, , it, text] of overloads) {
        expectJson(await post(`who_${nameOf(type)}`, { it }), 200, { value: `${type} ${text}` });
        expectJson(await post(`whom_${nameOf(type)}`, { it, answer: "" }), 200, {
          answer: `${type} ${text}`,
        });
        expectJson(await post(`whom_${nameOf(type)}`, { it: null, answer: "" }), 200, {
          answer: `${type} ?`,
        });
      }
      const none = await createApi(
        fresh,
        configOf({
          none: {
            function: "who",
            parameters: { it: { type: "uuid" } },
            returns: { value: id },
            permissions: [],
          },
        }),
      );
      await expect(none.startAsync(0)).rejects.toThrow(
        /operations\.none: there are several functions "who", and none of them has these types: .*\(it int4\)/,
      );
    });

    it("an overloaded routine is found again after it was replaced, without a check at start", async ({
      skip,
    }) => {
      skip(hasNone(), "this database has no routines");
      skip(fresh.database.dialect !== "postgres", "routines of this database have names of their own");
      const database = { ...fresh.database, schema: "off" as const };
      const unnamed = own.postgres?.operations["unnamed"] as Operations[string];
      const other = await startOn({ ...fresh, database }, configOf({ unnamed }));
      const call = (body: object) => other.post("/api/operations/unnamed", body);
      expectJson(await call({ p1: 1 }), 200, { value: "1 2" });
      await fresh.run([
        "drop function unnamed",
        "create function unnamed(bigint, bigint default 3) returns text language sql as $$ select concat_ws(' ', $1, $2) $$",
        "create function unnamed(text, text default 'x') returns text language sql as $$ select 'text' $$",
        "create function unnamed(int, int default 4) returns text language sql as $$ select concat_ws(' ', $1, $2) $$",
      ]);
      expectJson(await call({ p1: 1 }), 200, { value: "1 4" });
    });

    it("routines use their own defaults for parameters that a call leaves out", async ({ skip }) => {
      skip(hasNone(), "this database has no routines");
      skip(fresh.database.dialect !== "postgres", "the catalog of this database has no defaults");
      const values = async (name: string, body: object) => (await post(name, body)).json;
      expect(await values("defaults", { a: 1 })).toEqual({ value: "1 b 3 2026-01-02" });
      expect(await values("defaults", { a: 1, c: 4 })).toEqual({ value: "1 b 4 2026-01-02" });
      expect(await values("defaults", { a: 1, b: null, d: "2026-05-06" })).toEqual({
        value: "1 ? 3 2026-05-06",
      });
      expect(await values("defaultAll", {})).toEqual({ answer: "1 b x" });
      expect(await values("defaultAll", { b: "c" })).toEqual({ answer: "1 c x" });
      expect(await values("defaultAll", { a: 2, answer: "y" })).toEqual({ answer: "2 b y" });
      const key = { "Idempotency-Key": "defaults" };
      expectJson(await post("defaults", { a: 1 }, key), 200, { value: "1 b 3 2026-01-02" });
      expectProblem(await post("defaults", { a: 1, b: null }, key), "idempotency-key-reused");
    });

    it("routines take lists as variadic arguments, and answer rows of a table and sets of values", async ({
      skip,
    }) => {
      skip(hasNone(), "this database has no routines");
      skip(fresh.database.dialect !== "postgres", "this database has no such routines");
      expectJson(await post("addAll", { numbers: [1, 2, 3] }), 200, { value: 6 });
      expectJson(await post("joinAll", { answer: "-", parts: ["a", "b"] }), 200, { answer: "a-b" });
      await post("note", { number: 77 });
      expect((await post("oneOrder", { number: 77 })).json).toMatchObject({ items: [{ customer: "note" }] });
      expectJson(await post("countdown", { number: 2 }), 200, { items: [{ value: 2 }, { value: 1 }] });
    });

    it("routines fail with clear errors, which contain no text of the database and do not name a missing column", async ({
      skip,
    }) => {
      skip(hasNone(), "this database has no routines");
      takeLog();
      const refused = await post("refuse");
      expectProblem(refused, "refused-by-database");
      expect(refused.text).not.toContain("secret");
      expect(JSON.stringify(takeLog())).toContain("a secret of the table");
      expect((await post("twin", { number: 1 })).status).toBe(204);
      expectProblem(await post("twin", { number: 1 }), "unique-conflict");
      expectProblem(await post("many", { number: 6 }), "answer-too-large", { detail: /more than 5 rows/ });
      expectProblem(await post("many", { number: 900 }), "answer-too-large");
      expectJson(await post("many", { number: 2 }), 200, { items: [{ id: 1 }, { id: 2 }] });
      expectProblem(
        await post("place", { customer: "x".repeat(31), note: 1, total: "1.234", __proto__x: 1 }),
        "invalid-fields",
      );
      expectProblem(await post("addUp"), "method-not-allowed");
      takeLog();
      const lacks = await post("lacks", { number: 1 });
      expect(lacks.status).toBeGreaterThanOrEqual(500);
      expect(lacks.text).not.toContain("nr");
      expect(JSON.stringify(expectReports(1))).toContain("nr");
      await fresh.run(["drop procedure not_there"]);
      const missing = await post("missing");
      // Babelfish has one error number for many errors.
      expectProblem(missing, isCompared ? "database-incomplete" : "refused-by-database");
      takeLog();
    });

    it("routines cannot write if they are reads, and stop after their timeout", async ({ skip }) => {
      skip(hasNone(), "this database has no routines");
      const before = await server?.api.repository("ord").count();
      const written = await get("writing");
      // SQL Server has no read-only transactions: the write is rolled back.
      if (fresh.database.dialect === "mssql") expect(written.status).toBe(204);
      else expect(written.status).toBeGreaterThanOrEqual(400);
      expectProblem(await post("waits"), "operation-timeout");
      expect(await server?.api.repository("ord").count()).toBe(before);
      takeLog();
    });
  });
}
