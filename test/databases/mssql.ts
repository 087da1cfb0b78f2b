/** Every type of SQL Server, with extreme values. */
export const mssqlStatements: readonly string[] = [
  `create table numbers (
    id int primary key, tiny tinyint, small smallint, whole int, big bigint, flag bit, single real, [double] float,
    price decimal(10,2), huge decimal(38,20), num numeric(38,0)
  )`,
  `insert into numbers values
    (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0),
    (1, 255, -32768, -2147483648, -9223372036854775808, 1, -3.4E+38, -1.79E+308, -99999999.99, -999999999999999999.99999999999999999999, 99999999999999999999999999999999999999),
    (2, 1, 32767, 2147483647, 9223372036854775807, 1, 3.4E+38, 1.79E+308, 99999999.99, 999999999999999999.99999999999999999999, 1),
    (3, 2, 1, 1, 9007199254740993, 0, 1.1, 0.1, 1.10, 0.00000000000000000001, 9007199254740993),
    (4, null, null, null, null, null, 1.18E-38, 2.23E-308, null, null, null)`,

  `create table texts (
    id int identity primary key, short nvarchar(20), fixed nchar(5), narrow varchar(10), narrow_fixed char(5), long nvarchar(max), narrow_long varchar(max),
    old ntext, older text, uid uniqueidentifier, doc xml, any_ sql_variant, state nvarchar(10) check (state = N'b' or state = N'a' or state = N'it''s')
  )`,
  `insert into texts (short, fixed, narrow, narrow_fixed, long, narrow_long, old, older, uid, doc, any_, state) values
    (N'', N'', '', '', N'', '', N'', '', '00000000-0000-0000-0000-000000000000', N'<a/>', 1, N'b'),
    (N'😀😀😀😀😀😀😀😀😀😀', N'é', 'ABC', 'a', replicate(cast(N'x' as nvarchar(max)), 9000), 'x', N'日本', 'x', 'ffffffff-ffff-ffff-ffff-ffffffffffff', N'<a b="c">&amp; é</a>', N'text', N'a'),
    (N'null', N'null', 'null', 'null', N'null', 'null', N'null', 'null', '123e4567-e89b-42d3-a456-426614174000', N'text only', null, N'it''s'),
    (N' a ', N'a', ' a ', 'a', N'"quotes" \\ ''single'' & | ( ) [ ]', '%_', N'a ', 'a ', null, null, cast('2024-02-29' as date), null),
    (null, null, null, null, null, null, null, null, null, null, null, null)`,

  `create table times (
    id int identity primary key, day date, old datetime, small smalldatetime, fine datetime2(7), whole datetime2(0), abroad datetimeoffset(7), clock time(7), whole_clock time(0)
  )`,
  `insert into times (day, old, small, fine, whole, abroad, clock, whole_clock) values
    ('2024-02-29', '2024-02-29T12:00:00.003', '2024-02-29T12:00:00', '2024-02-29T12:00:00.1234567', '2024-02-29T12:00:00', '2024-02-29T12:00:00.1234567+02:00', '13:45:30.1234567', '13:45:30'),
    ('0001-01-01', '1753-01-01T00:00:00', '1900-01-01T00:00:00', '0001-01-01T00:00:00', '0001-01-01T00:00:00', '0001-01-01T00:00:00+00:00', '00:00:00', '00:00:00'),
    ('9999-12-31', '9999-12-31T23:59:59.997', '2079-06-06T23:59:00', '9999-12-31T23:59:59.9999999', '9999-12-31T23:59:59', '9999-12-31T23:59:59.9999999+00:00', '23:59:59.9999999', '23:59:59'),
    ('1970-01-01', '1969-12-31T23:59:59.997', '1970-01-01T00:01:00', '1969-12-31T23:59:59.9999999', '1970-01-01T00:00:00', '2024-02-29T12:00:00.1-14:00', '12:00:00.1', '12:00:00'),
    (null, null, null, null, null, null, null, null)`,

  `create table bytes (id binary(4) primary key, data varbinary(max), fixed binary(3), few varbinary(10), old image, version rowversion)`,
  `insert into bytes (id, data, fixed, few, old) values (0x00000000, 0x, 0x000000, 0x, 0x), (0xffffffff, 0x00, 0xff, 0x00ff, 0x00), (0x00ff00ff, 0xdeadbeef00, 0x616263, 0xff, 0xffd8), (0x61626364, null, null, null, null)`,
  `create view pictures as select id, old, fixed from bytes`,

  `create table filled (
    id uniqueidentifier primary key default newid(), title nvarchar(80) not null, slug nvarchar(80) not null default N'', shout as upper(title), nr int identity,
    at datetime2(7) not null default sysutcdatetime(), amount int check (amount between 1 and 10), createdat datetime2(3) not null default sysutcdatetime(), updatedat datetime2(3) not null default sysutcdatetime()
  )`,
  `create trigger slugs on filled after insert as update filled set slug = lower(filled.title) from filled join inserted on inserted.id = filled.id`,
  `insert into filled (id, title, at, amount, createdat, updatedat) values ('00000000-0000-0000-0000-000000000001', N'One 😀', '2024-01-01T00:00:00.0000001', 1, '2024-01-01', '2024-01-01'), ('00000000-0000-0000-0000-000000000002', N'', '2024-01-01', 10, '2024-01-01', '2024-01-01')`,

  `create table [__proto__] (id int primary key, [__proto__] nvarchar(20), [constructor] int, [toString] nvarchar(20), [select] nvarchar(20), [a b] nvarchar(20), [quo"te] int, [Größe] decimal(5,2), [日本] nvarchar(20))`,
  `insert into [__proto__] values (1, N'proto', 2, N'text', N'from', N'blank', 7, 1.5, N'日'), (2, null, null, null, null, null, null, null, null)`,
  `create table [select] ([from] int primary key, [where] nvarchar(40))`,
  `insert into [select] values (1, N'; drop table x --')`,
  `create schema [odd Schema]`,
  `create table [odd Schema].[my "table"] ([my id] int, [sub/id] nvarchar(20) collate Latin1_General_100_BIN2, day date, [value] nvarchar(max), primary key ([my id], [sub/id], day))`,
  `insert into [odd Schema].[my "table"] values (1, N'a/b?c#d%', '2024-02-29', N'x'), (1, N'ü 😀 ..', '2024-02-29', null), (-1, N'.', '0001-01-01', N'')`,
  `create table parents (code nchar(3) primary key, name nvarchar(20))`,
  `create table children (id int primary key, parent nchar(3) references parents (code), other int references numbers (id))`,
  `insert into parents values (N'abc', N'A'), (N'bcd', null)`,
  `insert into children values (1, N'abc', 1), (2, N'bcd', null), (3, null, 3)`,
  `create view totals as select parent, count(*) as n, sum(cast(id as bigint)) as total, avg(cast(id as decimal(10,4))) as mean from children group by parent`,
];

/** Only for SQL Server itself, not for other engines of its dialect. */
export const mssqlOnlyStatements: readonly string[] = [
  `create table trees (id int primary key, node hierarchyid, [brack]]et] int, cash money, coins smallmoney, state nvarchar(10) check (state in (N'b', N'a', N'it''s')))`,
  `insert into trees values
    (1, hierarchyid::GetRoot(), 1, -922337203685477.5808, -214748.3648, N'b'),
    (2, hierarchyid::Parse('/1/2.5/'), 2, 922337203685477.5807, 214748.3647, N'a'),
    (3, hierarchyid::Parse('/1/'), null, 0.0001, 0.0001, N'it''s'),
    (4, null, null, null, null, null)`,
];
