-- 1_initial for SQL Server.
-- Edit it before it is applied: the statements, their order, what rows get. "-- data:" begins statements that
-- change rows, "-- schema:" those that change tables, and "-- outside transaction" is for the next statement.

-- Adds the table "city".
create table "city" ("id" int identity(1, 1) primary key, "name" nvarchar(60) collate Latin1_General_100_BIN2 not null, "country" nvarchar(2) collate Latin1_General_100_BIN2, "twin" int, "size" nvarchar(8) collate Latin1_General_100_BIN2 default N'small' constraint "ck_city.size" check ("size" in (N'small', N'it''s big')), "people" int, "area" decimal(12,2) default N'1.5', "flag" varbinary(9) default 0x00ff, "more" nvarchar(max) collate Latin1_General_100_BIN2 default N'{"a":["ü"]}', "mayor" int, "note" nvarchar(max) collate Latin1_General_100_BIN2);
create unique index "ux_city.name" on "city" ("name");
create index "ix_city.people" on "city" ("people");

-- Adds the table "country".
create table "country" ("code" nvarchar(2) collate Latin1_General_100_BIN2 primary key not null, "name" nvarchar(255) collate Latin1_General_100_BIN2);

-- Adds the table "data_api_idempotency".
create table "data_api_idempotency" ("keyhash" nvarchar(43) collate Latin1_General_100_BIN2 primary key not null, "fingerprint" nvarchar(43) collate Latin1_General_100_BIN2 not null, "token" nvarchar(43) collate Latin1_General_100_BIN2 not null, "expiresat" datetime2(3) not null, "answer" nvarchar(max) collate Latin1_General_100_BIN2);
create index "ix_data_api_idempotency.expiresat" on "data_api_idempotency" ("expiresat");

-- Adds the table "old".
create table "old" ("id" int identity(1, 1) primary key, "name" nvarchar(255) collate Latin1_General_100_BIN2, "newer" int);

-- Adds the table "older".
create table "older" ("id" int identity(1, 1) primary key, "old" int, "state" nvarchar(1) collate Latin1_General_100_BIN2 constraint "ck_older.state" check ("state" in (N'x', N'y')));

-- Adds the table "person".
create table "person" ("id" int identity(1, 1) primary key, "name" nvarchar(255) collate Latin1_General_100_BIN2 not null, "home" int);
create index "ix_person.home" on "person" ("home");

-- Adds the table "tag".
create table "tag" ("id" int identity(1, 1) primary key, "name" nvarchar(20) collate Latin1_General_100_BIN2);

-- Adds the table "tag_cities".
create table "tag_cities" ("sourceid" int not null, "targetid" int not null, primary key ("sourceid", "targetid"));
create index "ix_tag_cities.targetid" on "tag_cities" ("targetid");

-- Adds the foreign key from "city"."country".
alter table "city" add constraint "fk_city.country" foreign key ("country") references "country" ("code");

-- Adds the foreign key from "city"."twin".
alter table "city" add constraint "fk_city.twin" foreign key ("twin") references "city" ("id");

-- Adds the foreign key from "city"."mayor".
alter table "city" add constraint "fk_city.mayor" foreign key ("mayor") references "person" ("id");

-- Adds the foreign key from "old"."newer".
alter table "old" add constraint "fk_old.newer" foreign key ("newer") references "older" ("id");

-- Adds the foreign key from "older"."old".
alter table "older" add constraint "fk_older.old" foreign key ("old") references "old" ("id");

-- Adds the foreign key from "person"."home".
alter table "person" add constraint "fk_person.home" foreign key ("home") references "city" ("id");

-- Adds the foreign key from "tag_cities"."sourceid".
alter table "tag_cities" add constraint "fk_tag_cities.sourceid" foreign key ("sourceid") references "tag" ("id");

-- Adds the foreign key from "tag_cities"."targetid".
alter table "tag_cities" add constraint "fk_tag_cities.targetid" foreign key ("targetid") references "city" ("id");
