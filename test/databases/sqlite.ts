/** Every declared type that SQLite's tables may have, with extreme values. */
export const sqliteStatements: readonly string[] = [
  `create table numbers (
    id integer primary key, whole int, tiny tinyint, big bigint, un unsigned big int, single real, double double precision, num numeric, price decimal(10,2), lots integer, wide numeric
  )`,
  `insert into numbers values
    (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0),
    (1, -1000000000, -128, -9223372036854775808, 1, -1.7976931348623157e308, -0.0, -9223372036854775808, 0.1, -9223372036854775808, 9223372036854775807),
    (2, 1000000000, 127, 9223372036854775807, 2, 1.7976931348623157e308, 5e-324, 9223372036854775807, 99999999.99, 9223372036854775807, -9223372036854775808),
    (3, 1, 1, 9007199254740993, 9007199254740993, 0.1, 0.30000000000000004, 9007199254740993, 1.10, 9007199254740993, 9007199254740993),
    (4, -1, 5, -9007199254740993, null, 9e999, -9e999, 1.5, 1e21, 3000000000, 1),
    (5, null, null, 9007199254740991, null, 9e999, 'text', 'text', x'00ff', null, null),
    (-9007199254740993, null, null, null, null, null, null, null, null, null, null),
    (9223372036854775807, 7, null, null, null, 1e21, 1e-7, 123456789012345678, 2, null, null)`,
  `create table odd_numbers (id integer primary key, whole int, double real, big bigint)`,
  `insert into odd_numbers values (1, 'text', 'text', 'text'), (2, 1.5, x'ff', 1.5), (3, x'00', '', x''), (4, 1e300, '1e', 1e300)`,

  `create table texts (
    id integer primary key autoincrement, short varchar(10), fixed char(5), long text, note clob, nc nvarchar(20),
    kind text check (kind in ('b', 'a', 'it''s')), uid uuid, loud_uid uuid, doc xml, folded varchar(20) collate nocase
  )`,
  `insert into texts (short, fixed, long, note, nc, kind, uid, loud_uid, doc, folded) values
    ('', '', '', '', '', 'b', '00000000-0000-0000-0000-000000000000', 'FFFFFFFF-ffff-ffff-ffff-ffffffffffff', '<a/>', 'abc'),
    ('😀😀😀😀😀😀😀😀😀😀', '😀', printf('%.*c', 9000, 'x'), 'ABC', 'Name', 'a', 'ffffffff-ffff-ffff-ffff-ffffffffffff', '{1}', '<a b="c">&amp; é</a>', 'ABC'),
    ('null', 'null', 'null', 'null', 'null', 'it''s', '123e4567-e89b-42d3-a456-426614174000', '', 'text only', 'Abd'),
    (' a ', 'a  ', char(9) || char(10) || char(13) || ' ', 'abc', 'n m', null, null, null, null, 'é'),
    ('"\\&|()', '"\\''', '"quotes" \\\\ ''single'' & | ( )', '"', '"', null, null, null, null, 'É'),
    ('e' || char(769), 'é', char(1) || char(31) || char(127) || char(8232) || char(65533), 'É', 'é', null, null, null, null, null),
    ('%_', '%', '%_%', '_', '%', null, null, null, null, null),
    ('1', '1.0', '9007199254740993', '007', '1e5', null, null, null, null, null),
    (null, null, null, null, null, null, null, null, null, null)`,

  `create table booleans (
    id integer primary key, plain boolean, words boolean, letters bool, caps boolean, yes boolean, word_yes boolean, mixed boolean, needed boolean not null default 'false'
  )`,
  `insert into booleans values
    (1, 1, 'true', 't', 'TRUE', 'Y', 'yes', 1, 'true'), (2, 0, 'false', 'f', 'FALSE', 'N', 'no', 'true', 'false'), (3, null, null, null, null, null, null, 'N', 'false'), (4, 1, 'true', 't', 'TRUE', 'Y', 'yes', 5, 'true')`,
  `create table flags (flag boolean primary key not null, note text) without rowid`,
  `insert into flags values ('true', 'yes'), ('false', 'no')`,

  `create table times (
    id integer primary key, iso datetime, blank datetime, fine datetime, zoned datetime, seconds datetime, millis timestamp, julian datetime,
    mixed datetime, day date, day_seconds date, day_time date, clock time, odd_clock time, odd datetime, only_days datetime
  )`,
  `insert into times values
    (1, '2024-02-29T12:00:00.000Z', '2024-02-29 12:00:00', '2024-02-29 12:00:00.123456', '2024-02-29T12:00:00+00:00', 1709208000, 1709208000123, 2460370.0, '2024-02-29 12:00', '2024-02-29', 1709164800, '2024-02-29 00:00:00', '13:45:30', '9:30 pm', 'noon', '2024-02-29'),
    (2, '0001-01-01T00:00:00.000Z', '0001-01-01 00:00:00', '0001-01-01 00:00:00.000001', '0001-01-01T00:00:00+00:00', 0, 0, 2440587.5, 1709208000, '0001-01-01', 0, '0001-01-01 00:00:00', '00:00:00', '24:00:00', '0000-00-00', '0001-01-01'),
    (3, '9999-12-31T23:59:59.999Z', '9999-12-31 23:59:59', '9999-12-31 23:59:59.999999', '9999-12-31T23:59:59+00:00', 253402300799, 253402300799999, 2460370.25, 1709208000123, '9999-12-31', 253402214400, '9999-12-31 00:00:00', '23:59:59.999', '13:45', x'00', '9999-12-31'),
    (4, '1969-12-31T23:59:59.999Z', '1969-12-31 23:59:59', '1969-12-31 23:59:59.999999', '1969-12-31T23:59:59+00:00', -1, -1, 2460370.123, 2460370.75, '1969-12-31', -86400, '1969-12-31 00:00:00', '12:00:00.5', '', '2024-02-29', '1969-12-31'),
    (5, null, null, null, null, null, null, null, '2024-02-29T14:00:00.123456789+02:00', null, null, null, null, null, '44-03-15', null),
    (6, null, null, null, null, null, null, null, '2024-02-29', null, null, null, null, null, null, null)`,

  `create table documents (id integer primary key, doc json, needed json not null default '{}')`,
  `insert into documents (doc, needed) values
    ('null', 'null'), (null, '0'), ('"null"', '"null"'), ('{}', '[]'), (' [ ] ', '{}'), ('""', '""'),
    ('{"__proto__": {"a": 1}, "constructor": null, "a\\"b": [null, true, {"": ""}], "1": 1}', '{"toString": 1}'),
    ('[9007199254740993, 0.1234567890123456789012345678901234567890, 1e400, -0]', '12345678901234567890.5'),
    ('{"__proto__": 9007199254740993, "a": {"__proto__": {"b": 9007199254740993}}}', '{"a": 1e400}'),
    ('{broken', 'nothing'), ('', '{"a":1,}'), (5, 1.5), (x'00', '1'), ('"\\u00e9\\ud83d\\ude00\\u2028"', 'true')`,

  `create table bytes (id blob primary key not null, data blob, image image, label text, mixed blob)`,
  `insert into bytes values (x'00', x'', x'00', 'empty', 'text'), (x'ff', x'00', x'ffd8', 'nul', 1), (x'00ff', x'deadbeef00', null, 'x', x'00'), (x'6162', null, null, null, null)`,
  `create view pictures as select id, image, label from bytes`,

  `create table filled (
    id integer primary key, title text not null, slug text not null, shout text generated always as (upper(title)) stored, whisper text as (lower(title)),
    at text not null default current_timestamp, state varchar(9) not null default 'new' check (state in ('new', 'old')), amount int check (amount between 1 and 10), odd int default (1 + 1),
    untyped, createdat datetime not null default '2024-01-01T00:00:00.000Z', updatedat datetime not null default '2024-01-01T00:00:00.000Z'
  )`,
  `create trigger slugs after insert on filled when new.slug = '' begin update filled set slug = lower(new.title) where id = new.id; end`,
  `insert into filled (id, title, slug, at, amount, untyped) values (1, 'One 😀', '', '2024-01-01 00:00:00', 1, 1), (2, '', 'x', '2024-01-01 00:00:00', 10, 'text'), (3, 'a', 'a', 'x', null, x'ff'), (4, 'b', 'b', 'x', null, 1.5)`,

  `create table "__proto__" (id integer primary key, "__proto__" text, "constructor" int, "toString" text, "select" text, "a b" text, "quo""te" int, "Größe" real, "日本" text)`,
  `insert into "__proto__" values (1, 'proto', 2, 'text', 'from', 'blank', 7, 1.5, '日'), (2, null, null, null, null, null, null, null, null)`,
  `create table "select" ("from" integer primary key, "where" text)`,
  `insert into "select" values (1, '; drop table x --')`,
  `create table "my ""table""" ("my id" int not null, "sub/id" varchar(20) not null, day date not null, "value" text, primary key ("my id", "sub/id", day))`,
  `insert into "my ""table""" values (1, 'a/b?c#d%', '2024-02-29', 'x'), (1, 'ü 😀 ..', '2024-02-29', null), (-1, '.', '0001-01-01', '')`,
  `create table loose_key (code varchar(20) primary key, note text)`,
  `insert into loose_key values ('a', 'x'), (null, 'y'), ('b', null)`,
  `create table unkeyed (email varchar(300) not null, code blob not null, tail varchar(300) not null, n int, unique (email, code, tail))`,
  `insert into unkeyed values ('a@b', x'01', 'x', 1), ('a@b', x'0100', 'x', null)`,
  `create table parents (code char(3) primary key not null, name text)`,
  `create table children (id integer primary key, parent char(3) references parents, other bigint references numbers (id))`,
  `insert into parents values ('a', 'A'), ('bcd', null)`,
  `insert into children values (1, 'a', 1), (2, 'bcd', null), (3, null, 9223372036854775807)`,
  `create view totals as select parent, count(*) as n, sum(id) as total, avg(id) as mean, max(other) as largest, group_concat(id) as ids, parent || '!' as loud from children group by parent`,
  `create view outer_guess as select p.code, c.id as child_id, p.name is null as nameless from children c left join parents p on p.code = c.parent`,
];
