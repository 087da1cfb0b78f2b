/** Every type of PostgreSQL, with extreme values. */
export const postgresStatements: readonly string[] = [
  `create type mood as enum ('sad', 'ok', 'happy', 'it''s "odd"', 'ü 日本')`,
  `create domain percent as numeric(5,2) check (value between 0 and 100)`,
  `create domain email as varchar(40) check (value like '%@%')`,
  `create domain mooded as mood default 'ok'`,
  `create domain flagged as boolean not null default true`,
  `create domain few_words as text[] check (array_length(value, 1) < 4)`,
  `create extension if not exists citext`,
  `create extension if not exists hstore`,
  `create extension if not exists ltree`,

  `create type mood_pair as (a mood, b text)`,

  `create table numbers (
    id int primary key, small int2, whole int4, big int8, single float4, double float8,
    price numeric(10,2), huge numeric(60,20), any_digits numeric, cash money, share percent, negative_scale numeric(5,-2)
  )`,
  `insert into numbers values
    (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0),
    (1, -32768, -2147483648, -9223372036854775808, -3.4028235e38, -1.7976931348623157e308, -99999999.99,
      -9999999999999999999999999999999999999999.99999999999999999999, 1e-16000, '-92233720368547758.08', 0.01, -1234500),
    (2, 32767, 2147483647, 9223372036854775807, 3.4028235e38, 1.7976931348623157e308, 99999999.99,
      9999999999999999999999999999999999999999.99999999999999999999, '1e3000', '92233720368547758.07', 100, 9999900),
    (3, 1, 1, 9007199254740993, 1.1, 0.1, 1.10, 1.00000000000000000001, 0.10, 0.01, 33.33, 100),
    (4, -1, -1, -9007199254740993, 1e-45, 5e-324, 0.5, -0.00000000000000000001, 12345678901234567890.12345678901234567890, -0.01, 50, null),
    (5, 7, 7, 9007199254740991, 16777217, 0.30000000000000004, 100, 3, 100.00, 7, 1, null),
    (6, null, null, null, 'NaN', 'NaN', 'NaN', 'NaN', 'NaN', null, null, null),
    (7, null, null, null, 'Infinity', 'Infinity', null, null, 'Infinity', null, null, null),
    (8, null, null, null, '-Infinity', '-Infinity', null, null, '-Infinity', null, null, null),
    (9, null, null, null, null, 1e21, null, null, null, null, null, null),
    (10, null, null, null, '-0', '-0', null, null, null, null, null, null)`,

  `create table largest (id int primary key, n numeric)`,
  `insert into largest values (1, '1e131071'), (2, '-1e90000'), (3, '1e-16383')`,

  `create table texts (
    id serial primary key, short varchar(10), fixed char(5), long text, ci citext, nm name, mail email,
    feeling mood, feelings mood default 'ok', uid uuid, doc xml
  )`,
  `insert into texts (short, fixed, long, ci, nm, mail, feeling, uid, doc) values
    ('', '', '', '', '', 'a@b', 'sad', '00000000-0000-0000-0000-000000000000', '<a/>'),
    (repeat('😀', 10), '😀', repeat('x', 9000), 'ABC', 'Name', 'ü@日本', 'happy', 'ffffffff-ffff-ffff-ffff-ffffffffffff', '<a b="c">&amp; é</a>'),
    ('null', 'null', 'null', 'null', 'null', '@', 'ok', '123e4567-e89b-42d3-a456-426614174000', 'text only'),
    (' a ', 'a', E' \\t\\n\\r', 'abc', 'n m', ' @ ', 'it''s "odd"', null, null),
    ('"\\&|()', '"\\''', E'"quotes" \\\\ ''single'' & | ( )', '"', '"', '"@"', 'ü 日本', null, null),
    (E'e\\u0301', 'é', E'\\u0001\\u001f\\u007f\\u2028\\ufffd\\uffff', 'É', 'é', null, null, null, null),
    ('%_', '%', '%_%', '_', '%', null, null, null, null),
    ('ß', 'Z', 'a', 'z', 'Z', null, null, null, null),
    (null, null, null, null, null, null, null, null, null)`,

  `create table times (
    id int generated always as identity primary key, day date, moment timestamptz, local timestamp, whole timestamptz(0),
    clock time, clock_abroad timetz, stay interval, months interval year to month, short_stay interval day to second(3)
  )`,
  `insert into times (day, moment, local, whole, clock, clock_abroad, stay, months, short_stay) values
    ('2024-02-29', '2024-02-29 12:00:00.123456+02', '2024-02-29 12:00:00.123456', '2024-02-29 12:00:00.9+00', '13:45:30.123456', '13:45:30.5+02', '1 year 2 mons 3 days 04:05:06.789', '1 year 2 mons', '1 day 00:00:01.123'),
    ('0001-01-01', '0001-01-01 00:00:00+00', '0001-01-01 00:00:00', '0001-01-01 00:00:00+00', '00:00:00', '00:00:00+00', '00:00:00', '0 mons', '0'),
    ('9999-12-31', '9999-12-31 23:59:59.999999+00', '9999-12-31 23:59:59.999999', '9999-12-31 23:59:59+00', '23:59:59.999999', '23:59:59.999999-15:59:59', '178956970 years', '1 mon', '10 days'),
    ('infinity', 'infinity', 'infinity', 'infinity', '24:00:00', '24:00:00+00', '-1 days +02:03:00', '-1 mons', '-00:00:00.001'),
    ('-infinity', '-infinity', '-infinity', '-infinity', '12:00', '12:00-03:30', '1 mon -1 days', '11 mons', null),
    ('0044-03-15 BC', '0044-03-15 00:00:00+00 BC', '0044-03-15 12:00:00 BC', '4713-01-01 00:00:00+00 BC', '12:00:00.1', '12:00+05:45', '30 days', null, null),
    ('5874897-12-31', '294276-12-31 23:59:59+00', '10000-01-01 00:00:00', '10000-01-01 00:00:00+00', '12:00:00.10', '14:00+15:59', '1 mon', null, null),
    ('1970-01-01', '1970-01-01 00:00:00+00', '1969-12-31 23:59:59.999999', '2024-03-31 01:30:00+00', null, null, '-1 year -2 mons -3 days -04:05:06.789', null, null),
    ('2024-01-01', '2024-01-01 00:00:00.1+00', '2024-01-01 00:00:00.12', null, null, null, '00:00:00.000001', null, null),
    ('2024-01-02', '2024-01-01 00:00:00.1001+00', '2024-01-01 00:00:00.1234', null, null, null, '2562047788:00:54.775807', null, null),
    (null, null, null, null, null, null, null, null, null)`,

  `create table domained (id int primary key, feeling mooded, needed mooded not null, flag flagged, words few_words)`,
  `insert into domained values (1, 'sad', 'happy', true, '{a,b}'), (2, 'it''s "odd"', 'ü 日本', false, '{}'), (3, null, 'ok', true, null), (4, 'happy', 'sad', true, '{b}')`,

  `create table documents (id bigserial primary key, doc jsonb, kept json, needed jsonb not null default '{}')`,
  `insert into documents (doc, kept, needed) values
    ('null', 'null', 'null'), (null, null, '0'), ('"null"', '"null"', '"null"'), ('{}', '{}', '[]'), ('[]', '[ ]', '{}'), ('""', '""', '""'),
    ('{"__proto__": {"a": 1}, "constructor": null, "a\\"b": [null, true, {"": ""}]}', '{"b": 1, "a": 2, "__proto__": 3, "1": 1}', '{"toString": 1}'),
    ('[9007199254740993, 0.1234567890123456789012345678901234567890, -12345678901234567890]', '[9007199254740993, 1.10, 1e400, 0.1e-400, -0, 1E5]', '12345678901234567890.5'),
    ('{"__proto__": 9007199254740993}', '{"__proto__": 9007199254740993, "a": {"__proto__": {"b": 9007199254740993}}}', '{"a": 1e400}'),
    ('"\\u2028😀 \\" \\\\ \\n"', '"\\u00e9\\ud83d\\ude00\\u2028"', 'true'), ('1e2', '1.0', 'false')`,

  `create table bytes (id bytea primary key, data bytea, label text)`,
  `insert into bytes values ('\\x00', '\\x', 'empty'), ('\\xff', '\\x00', 'nul'), ('\\x00ff', '\\xdeadbeef00', 'x'), ('\\x6162', null, null)`,

  `create table lists (
    id int primary key, words text[], names varchar(20)[], numbers int4[], bigs int8[], doubles float8[], decimals numeric(10,4)[],
    free numeric[], flags bool[], days date[], moments timestamptz[], clocks time[], uids uuid[], moods mood[], docs jsonb[], grid int[][], needed text[] not null default '{}'
  )`,
  `insert into lists values
    (1, '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}'),
    (2, array['', 'null', 'NULL', '"', '\\', ',', '{}', ' a ', '😀', E'\\n'], '{NULL,"NULL",a}', '{1,NULL,-2147483648,2147483647}',
      '{9223372036854775807,9007199254740993,-1,NULL}', '{NaN,Infinity,-Infinity,0.1,1e300}', '{1.1000,-0.0001,999999.9999}', '{NaN,1e20,0.10}', '{t,f,NULL}',
      '{2024-02-29,infinity,"0044-03-15 BC"}', '{"2024-02-29 12:00:00.123456+00",infinity}', '{13:45:30.123456,24:00:00,00:00:00,NULL}', '{123e4567-e89b-42d3-a456-426614174000}', '{sad,"it''s \\"odd\\""}', array['null'::jsonb, '{"a":1}'], '{{1,2},{3,4}}', '{a,b}'),
    (3, '[0:1]={a,b}', '{a,b}', '{1}', '{1,2}', '{0.1,0.2}', '{1.1}', '{1.1}', '{t}', '{2024-02-29}', '{"2024-02-29 12:00:00+00"}', '{23:59:59.999999}', '{}', '{}', null, '{1,2}', '{b,a}'),
    (4, '{{a,b},{c,d}}', null, null, null, null, null, null, null, null, null, null, null, null, null, null, '{NULL}'),
    (5, '{a,b}', '{a}', '{2,1}', '{2,1}', '{1}', '{2}', '{2}', '{f,t}', '{2024-01-01,2024-01-02}', '{}', '{12:00:00,12:00:00.5}', '{ffffffff-ffff-ffff-ffff-ffffffffffff,00000000-0000-0000-0000-000000000000}', '{happy}', null, '{}', '{""}')`,

  `create table natives (
    id int primary key, addr inet, net cidr, mac macaddr, mac8 macaddr8, bits bit(5), some_bits varbit, few_bits varbit(9), words tsvector, query tsquery, lsn pg_lsn,
    tree ltree, pairs hstore, span int4range, dates daterange, moments tstzrange, spans int4multirange,
    place point, shape polygon, round circle, way path, oid_ oid, snap txid_snapshot, path_ jsonpath, pair mood_pair
  )`,
  `insert into natives values
    (1, '10.0.0.0/8', '10.0.0.0/8', '08:00:2b:01:02:03', '08:00:2b:01:02:03:04:05', '10101', '', '', 'a:1 ''b c'':2A', 'a & !b', '16/B374D848', 'a.b', 'a=>1, "b c"=>NULL', '[1,5)', '[2024-01-01,infinity)', '["2024-01-01 00:00:00+00",)', '{[1,3),[5,7)}', '(1,-2.5)', '((0,0),(1,1),(1,0))', '<(0,0),5>', '[(0,0),(1,1)]', 4294967295, '10:20:10,14,15', '$.a', '(sad,"a,b")'),
    (2, '::1', 'fe80::/10', '00:00:00:00:00:00', '00:00:00:00:00:00:00:00', '00000', '1', '000000001', '', '', '0/0', '', '', 'empty', 'empty', '(,)', '{}', '(Infinity,NaN)', null, null, null, 0, null, null, '(,)'),
    (3, '192.168.1.5', '192.168.1.5/32', 'ff:ff:ff:ff:ff:ff', 'ff:ff:ff:ff:ff:ff:ff:ff', '11111', '101', '101', 'x', '''it''''s''', 'FFFFFFFF/FFFFFFFF', 'a.b.c', '""=>""', '(,5)', '(,2024-01-01)', '(,"2024-01-01 00:00:00+00"]', '{(,)}', null, null, null, null, null, null, null, null),
    (4, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null)`,
  `create table booleans (id boolean primary key, flag boolean, needed boolean not null default true)`,
  `insert into booleans values (true, true, true), (false, null, false)`,

  `create table filled (
    id uuid primary key default gen_random_uuid(), title text not null, slug text not null, shout text generated always as (upper(title)) stored,
    nr int generated always as identity, serial_nr serial, at timestamptz not null default now(), state varchar(9) not null default 'new' check (state in ('new', 'old')),
    amount int check (amount between 1 and 10), createdat timestamptz not null default now(), updatedat timestamptz not null default now()
  )`,
  `create function fill_slug() returns trigger language plpgsql as $$ begin new.slug := lower(new.title); return new; end $$`,
  `create trigger slugs before insert or update on filled for each row execute function fill_slug()`,
  `insert into filled (id, title, at, createdat, updatedat, amount) values
    ('00000000-0000-0000-0000-000000000001', 'One 😀', '2024-01-01 00:00:00.000001+00', '2024-01-01', '2024-01-01', 1),
    ('00000000-0000-0000-0000-000000000002', '', '2024-01-01', '2024-01-01 00:00:00.123456', '2024-01-01', 10)`,

  `create table "__proto__" (id int primary key, "__proto__" text, "constructor" int, "toString" text, "select" text, "a b" text, "quo""te" int, "Größe" numeric, "日本" text)`,
  `insert into "__proto__" values (1, 'proto', 2, 'text', 'from', 'blank', 7, 1.5, '日'), (2, null, null, null, null, null, null, null, null)`,
  `create table "select" ("from" int primary key, "where" text)`,
  `insert into "select" values (1, '; drop table x --')`,
  `create schema "odd Schema"`,
  `create table "odd Schema"."my ""table""" ("my id" int, "sub/id" varchar(20), day date, "value" text, primary key ("my id", "sub/id", day))`,
  `insert into "odd Schema"."my ""table""" values (1, 'a/b?c#d%', '2024-02-29', 'x'), (1, 'ü 😀 ..', '2024-02-29', null), (-1, '.', '0001-01-01', '')`,

  `create table ruled (id int primary key, note text)`,
  `create rule no_insert as on insert to ruled do instead nothing`,
  `create table unkeyed (email varchar(300) not null, code bytea not null, tail varchar(300) not null, n int, unique (email, code, tail))`,
  `insert into unkeyed values ('a@b', '\\x01', 'x', 1), ('a@b', '\\x0100', 'x', null)`,
  `create table moments (at timestamptz, feeling mood, amount numeric(8,3), label text, primary key (at, feeling, amount))`,
  `insert into moments values ('2024-02-29 12:00:00.123456+00', 'sad', 1.500, 'a'), ('2024-02-29 12:00:00.123457+00', 'happy', -0.001, 'b'), ('2024-02-29 12:00:00.1+00', 'ok', 0, 'c')`,
  `create table parents (code char(3) primary key, name text)`,
  `create table children (id int primary key, parent char(3) references parents, other bigint references numbers (id))`,
  `insert into parents values ('a', 'A'), ('bcd', null)`,
  `insert into children values (1, 'a', 1), (2, 'bcd', null), (3, null, 9)`,
  `create view totals as select feeling, count(*) as n, sum(amount) as total, avg(amount) as mean, max(at) as latest, bool_or(amount > 1) as any_big, array_agg(label order by label) as labels from moments group by feeling`,
  `create view guessed as select c.id as child, p.code, p.name from children c left join parents p on p.code = c.parent`,
  `create view outer_guess as select p.code, c.id as child_id from children c left join parents p on p.code = c.parent and p.name is not null`,
  `create materialized view frozen as select id, big, any_digits from numbers`,
];
