/** Every type of MySQL and MariaDB, with extreme values. */
export const mysqlStatements: readonly string[] = [
  `set sql_mode = 'NO_AUTO_VALUE_ON_ZERO'`,
  `set time_zone = '+00:00'`,
  `set names utf8mb4`,
  `create table numbers (
    id int primary key, tiny tinyint, flag tinyint(1), stars tinyint(1), tiny_un tinyint unsigned, small smallint, medium mediumint, whole int, un int unsigned, big bigint, big_un bigint unsigned,
    single float, \`double\` double, price decimal(10,2), huge decimal(65,30), bit1 bit(1), bits bit(8), wide_bits bit(64), made year, filled int(6) unsigned zerofill, single2 float(7,3)
  )`,
  `insert into numbers values
    (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, b'0', b'0', 0, 0, 0, 0),
    (1, -128, 1, 5, 255, -32768, -8388608, -2147483648, 4294967295, -9223372036854775808, 18446744073709551615, -3.40282e38, -1.7976931348623157e308, -99999999.99, -99999999999999999999999999999999999.999999999999999999999999999999, b'1', b'11111111', 18446744073709551615, 1901, 999999, 1.125),
    (2, 127, null, -1, 1, 32767, 8388607, 2147483647, 1, 9223372036854775807, 9223372036854775808, 3.40282e38, 1.7976931348623157e308, 99999999.99, 99999999999999999999999999999999999.999999999999999999999999999999, null, b'00000101', 1, 2155, 42, 1234.5),
    (3, 1, 1, 1, 2, 1, 1, 1, 2, 9007199254740993, 9007199254740993, 1.1, 0.1, 1.10, 0.000000000000000000000000000001, b'1', b'1', 2, 2024, 1, -0.001),
    (4, null, null, null, null, null, null, null, null, -9007199254740993, null, 1e-38, 5e-324, null, null, null, null, null, null, null, null),
    (5, null, null, null, null, null, null, null, null, 9007199254740991, 9007199254740991, 16777217, 0.30000000000000004, 100, 3, null, null, null, null, null, null),
    (6, null, null, null, null, null, null, null, null, null, null, -0.0, -0.0e0, null, null, null, null, null, null, null, null)`,

  `create table texts (
    id int auto_increment primary key, short varchar(10), fixed char(5), long_ longtext, tiny tinytext, medium mediumtext, plain text,
    state enum('b','a','it''s "odd"','ü 日本',''), tags set('a','b','c d'), uid uuid, addr inet6, addr4 inet4, code varchar(10) collate utf8mb4_bin, latin varchar(10) character set latin1
  ) default character set utf8mb4`,
  `insert into texts (short, fixed, long_, tiny, medium, plain, state, tags, uid, addr, addr4, code, latin) values
    ('', '', '', '', '', '', 'b', '', '00000000-0000-0000-0000-000000000000', '::', '0.0.0.0', '', ''),
    (repeat('😀', 10), '😀', repeat('x', 9000), 'ABC', 'Name', 'x', 'a', 'a,c d', 'ffffffff-ffff-ffff-ffff-ffffffffffff', '::1', '255.255.255.255', 'ABC', 'é'),
    ('null', 'null', 'null', 'null', 'null', 'null', 'it''s "odd"', 'b', '123e4567-e89b-42d3-a456-426614174000', '2001:db8::ff00:42:8329', '10.0.0.1', 'abc', 'ÿ'),
    (' a ', 'a', '\\t\\n\\r ', 'abc', 'n m', ' @ ', 'ü 日本', 'a,b,c d', null, '::ffff:10.0.0.1', null, 'a ', 'a '),
    ('"\\\\&|()', '"\\\\''', '"quotes" \\\\ ''single'' & | ( )', '"', '"', '"@"', '', null, null, null, null, 'a', 'A'),
    ('é', 'é', '\\0\\Z\\b', 'É', 'é', null, null, null, null, null, null, 'é', null),
    ('%_', '%', '%_%', '_', '%', null, null, null, null, null, null, null, null),
    (null, null, null, null, null, null, null, null, null, null, null, null, null)`,

  `create table times (
    id int auto_increment primary key, day date, local datetime, fine datetime(6), whole datetime(0), stamp timestamp null, fine_stamp timestamp(6) null, clock time, fine_clock time(6)
  )`,
  `insert into times (day, local, fine, whole, stamp, fine_stamp, clock, fine_clock) values
    ('2024-02-29', '2024-02-29 12:00:00', '2024-02-29 12:00:00.123456', '2024-02-29 12:00:00', '2024-02-29 12:00:00', '2024-02-29 12:00:00.123456', '13:45:30', '13:45:30.123456'),
    ('1000-01-01', '1000-01-01 00:00:00', '1000-01-01 00:00:00.000001', '0001-01-01 00:00:00', '1970-01-01 00:00:01', '1970-01-01 00:00:01', '00:00:00', '00:00:00'),
    ('9999-12-31', '9999-12-31 23:59:59', '9999-12-31 23:59:59.999999', '9999-12-31 23:59:59', '2038-01-19 03:14:07', '2038-01-19 03:14:07.999999', '23:59:59', '23:59:59.999999'),
    ('0000-00-00', '0000-00-00 00:00:00', '0000-00-00 00:00:00', '2024-00-00 00:00:00', '0000-00-00 00:00:00', '0000-00-00 00:00:00', '838:59:59', '838:59:59.999999'),
    ('2024-02-00', '2024-00-00 12:00:00', '2024-02-00 12:00:00.5', '2024-01-01 00:00:00', '2024-03-31 01:30:00', '2024-03-31 01:30:00.1', '-838:59:59', '-00:00:00.5'),
    ('0001-01-01', '1969-12-31 23:59:59', '1969-12-31 23:59:59.9', '2024-01-01 00:00:01', null, '2024-03-31 01:30:00.12', '24:00:00', '12:00:00.1'),
    (null, null, null, null, null, null, null, null)`,

  `create table documents (id bigint auto_increment primary key, doc json, needed json not null)`,
  `insert into documents (doc, needed) values
    ('null', 'null'), (null, '0'), ('"null"', '"null"'), ('{}', '[]'), (' [ ] ', '{}'), ('""', '""'),
    ('{"__proto__": {"a": 1}, "constructor": null, "a\\\\"b": [null, true, {"": ""}], "1": 1}', '{"toString": 1}'),
    ('[9007199254740993, 0.1234567890123456789012345678901234567890, 1e400, -0]', '12345678901234567890.5'),
    ('{"__proto__": 9007199254740993, "a": {"__proto__": {"b": 9007199254740993}}}', '{"a": 1e400}'),
    ('"\\\\u00e9\\\\ud83d\\\\ude00\\\\u2028"', 'true')`,

  `create table bytes (id binary(4) primary key, data blob, fixed binary(3), some varbinary(10), long_ longblob, tiny tinyblob, medium mediumblob, label varchar(20))`,
  `insert into bytes values (x'00000000', '', x'000000', '', '', '', '', 'empty'), (x'ffffffff', x'00', x'ff', x'00ff', x'00', x'00', x'00', 'nul'), (x'00ff00ff', x'deadbeef00', x'616263', x'ff', x'01', x'02', x'03', 'x'), (x'61626364', null, null, null, null, null, null, null)`,
  `create table byte_keys (id varbinary(20) primary key, label varchar(20))`,
  `insert into byte_keys values (x'00', 'a'), (x'0000', 'b'), (x'ff3f2f', 'c'), (x'20', 'd')`,

  `create table empties (id int primary key, fixed char(0), varied varchar(0), bits binary(0), more varbinary(0), needed char(0) not null default '')`,
  `insert into empties values (1, '', '', '', '', ''), (2, null, null, null, null, '')`,

  `create table shapes (id int primary key, place point, line linestring, area polygon, any_ geometry, many geometrycollection, needed point not null)`,
  `insert into shapes values (1, st_geomfromtext('POINT(1 -2.5)'), st_geomfromtext('LINESTRING(0 0,1 1)'), st_geomfromtext('POLYGON((0 0,1 0,1 1,0 0))'), st_geomfromtext('POINT(0.1 0.2)'), st_geomfromtext('GEOMETRYCOLLECTION(POINT(1 1))'), st_geomfromtext('POINT(0 0)')), (2, null, null, null, null, null, st_geomfromtext('POINT(1e300 -1e-300)'))`,

  `create table filled (
    id char(36) primary key default (uuid()), title varchar(80) not null, slug varchar(80) not null, shout varchar(80) generated always as (upper(title)) stored, whisper varchar(80) as (lower(title)) virtual,
    nr int auto_increment unique, at timestamp(6) not null default current_timestamp(6), state varchar(9) not null default 'new' check (state in ('new', 'old')), amount int check (amount between 1 and 10),
    touched timestamp null on update current_timestamp, createdat datetime(6) not null default current_timestamp(6), updatedat datetime(3) not null default current_timestamp(3)
  ) default character set utf8mb4`,
  `create trigger slugs before insert on filled for each row set new.slug = lower(new.title)`,
  `insert into filled (id, title, at, createdat, updatedat, amount, touched) values
    ('00000000-0000-0000-0000-000000000001', 'One 😀', '2024-01-01 00:00:00.000001', '2024-01-01', '2024-01-01', 1, null),
    ('00000000-0000-0000-0000-000000000002', '', '2024-01-01', '2024-01-01 00:00:00.123456', '2024-01-01', 10, '2024-01-01')`,

  `create table \`__proto__\` (id int primary key, \`__proto__\` varchar(20), \`constructor\` int, \`toString\` varchar(20), \`select\` varchar(20), \`a b\` varchar(20), \`quo"te\` int, \`tick\`\`\` int, \`Größe\` decimal(5,2), \`日本\` varchar(20)) default character set utf8mb4`,
  `insert into \`__proto__\` values (1, 'proto', 2, 'text', 'from', 'blank', 7, 8, 1.5, '日'), (2, null, null, null, null, null, null, null, null, null)`,
  `create table \`select\` (\`from\` int primary key, \`where\` varchar(40))`,
  `insert into \`select\` values (1, '; drop table x --')`,
  `create table \`my "table"\` (\`my id\` int, \`sub/id\` varchar(20), day date, \`value\` text, primary key (\`my id\`, \`sub/id\`, day)) default character set utf8mb4`,
  `insert into \`my "table"\` values (1, 'a/b?c#d%', '2024-02-29', 'x'), (1, 'ü 😀 ..', '2024-02-29', null), (-1, '.', '1000-01-01', '')`,
  `create table unkeyed (email varchar(300) character set latin1 not null, code varbinary(100) not null, tail varchar(300) character set latin1 not null, n int, unique (email, code, tail))`,
  `insert into unkeyed values ('a@b', x'01', 'x', 1), ('a@b', x'0100', 'x', null)`,
  `create table moments (at datetime(6), feeling enum('sad','ok','happy'), amount decimal(8,3), flag tinyint(1), label text, primary key (at, feeling, amount, flag))`,
  `insert into moments values ('2024-02-29 12:00:00.123456', 'sad', 1.500, 1, 'a'), ('2024-02-29 12:00:00.123457', 'happy', -0.001, 0, 'b'), ('2024-02-29 12:00:00.1', 'ok', 0, 1, 'c')`,
  `create table parents (code char(3) primary key, name text)`,
  `create table children (id int primary key, parent char(3), other int, foreign key (parent) references parents (code), foreign key (other) references numbers (id))`,
  `insert into parents values ('a', 'A'), ('bcd', null)`,
  `insert into children values (1, 'a', 1), (2, 'bcd', null), (3, null, 3)`,
  `create view totals as select feeling, count(*) as n, sum(amount) as total, avg(amount) as mean, max(at) as latest, group_concat(label) as labels, sum(flag) as flags, feeling = 'ok' as is_ok from moments group by feeling`,
  `create view json_texts as select id, doc, needed from documents`,
  `create view outer_guess as select p.code, c.id as child_id from children c left join parents p on p.code = c.parent and p.name is not null`,
];
