-- 2_columns for SQL Server.
-- Edit it before it is applied: the statements, their order, what rows get. "-- data:" begins statements that
-- change rows, "-- schema:" those that change tables, and "-- outside transaction" is for the next statement.

-- Removes the foreign key from "city"."country".
alter table "city" drop constraint "fk_city.country";

-- Removes the foreign key from "city"."twin".
alter table "city" drop constraint "fk_city.twin";

-- Removes the foreign key from "old"."newer".
alter table "old" drop constraint "fk_old.newer";

-- Removes the foreign key from "older"."old".
alter table "older" drop constraint "fk_older.old";

-- Removes the index on "city"."name".
drop index "ux_city.name" on "city";

-- Removes the index on "city"."people".
drop index "ix_city.people" on "city";

-- Removes the index on "person"."home".
drop index "ix_person.home" on "person";

-- Adds the column "city"."founded".
alter table "city" add "founded" date;

-- Adds the column "city"."open".
alter table "city" add "open" bit not null default 1;

-- data:

-- Gives "city"."people" its default where a row has no value.
update "city" set "people" = 0 where "people" is null;

-- Gives "city"."founded" a value in the rows that are there, because it is required and has no default: write it in place of <fill in>.
update "city" set "founded" = <fill in> where "founded" is null;

-- schema:

-- Changes the column "city"."name": nvarchar(60) collate Latin1_General_100_BIN2 becomes nvarchar(200) collate Latin1_General_100_BIN2.
alter table "city" alter column "name" nvarchar(200) collate Latin1_General_100_BIN2 not null;

-- Changes the column "city"."size": its values become "tiny", "small", "it's big", another default.
declare @drop nvarchar(max) = (select N'alter table [city] drop constraint ' + quotename(name) from sys.default_constraints where parent_object_id = object_id(N'[city]') and parent_column_id = columnproperty(object_id(N'[city]'), N'size', 'ColumnId')) exec (@drop);
go
alter table "city" drop constraint "ck_city.size";
alter table "city" add constraint "ck_city.size" check ("size" in (N'tiny', N'small', N'it''s big'));
alter table "city" add default N'tiny' for "size";

-- Changes the column "city"."people": int becomes bigint, not null, another default.
alter table "city" alter column "people" bigint not null;
alter table "city" add default 0 for "people";

-- Changes the column "city"."area": decimal(12,2) becomes decimal(10,1), no default.
-- Shortens or rounds values that do not fit decimal(10,1), or fails.
declare @drop nvarchar(max) = (select N'alter table [city] drop constraint ' + quotename(name) from sys.default_constraints where parent_object_id = object_id(N'[city]') and parent_column_id = columnproperty(object_id(N'[city]'), N'area', 'ColumnId')) exec (@drop);
go
alter table "city" alter column "area" decimal(10,1) null;

-- Makes "city"."founded" not null.
alter table "city" alter column "founded" date not null;

-- Changes the column "city"."note": not null. Fails if a row has no value: give it one first.
alter table "city" alter column "note" nvarchar(max) collate Latin1_General_100_BIN2 not null;

-- Adds the index on "city"."mayor". Enterprise and Azure SQL can create it without locks: add "with (online = on)".
create index "ix_city.mayor" on "city" ("mayor");

-- Adds the column "country"."capital".
alter table "country" add "capital" int;

-- data:

-- Gives "country"."name" its default where a row has no value.
update "country" set "name" = N'?' where "name" is null;

-- schema:

-- Changes the column "country"."name": not null, another default.
alter table "country" alter column "name" nvarchar(255) collate Latin1_General_100_BIN2 not null;
alter table "country" add default N'?' for "name";

-- Adds the unique index on "country"."capital". Enterprise and Azure SQL can create it without locks: add "with (online = on)".
create unique index "ux_country.capital" on "country" ("capital") where "capital" is not null;

-- Changes the column "person"."name": nullable.
alter table "person" alter column "name" nvarchar(255) collate Latin1_General_100_BIN2 null;

-- Adds the unique index on "person"."name". Enterprise and Azure SQL can create it without locks: add "with (online = on)".
create unique index "ux_person.name" on "person" ("name") where "name" is not null;

-- Adds the foreign key from "country"."capital".
alter table "country" add constraint "fk_country.capital" foreign key ("capital") references "city" ("id");

-- Removes the column "city"."twin".
-- Loses the values of "city"."twin".
alter table "city" drop column "twin";

-- Removes the column "city"."flag".
-- Loses the values of "city"."flag".
declare @drop nvarchar(max) = (select N'alter table [city] drop constraint ' + quotename(name) from sys.default_constraints where parent_object_id = object_id(N'[city]') and parent_column_id = columnproperty(object_id(N'[city]'), N'flag', 'ColumnId')) exec (@drop);
go
alter table "city" drop column "flag";

-- Removes the table "old".
-- Loses the rows of "old".
drop table "old";

-- Removes the table "older".
-- Loses the rows of "older".
drop table "older";

-- Removes the table "tag_cities".
-- Loses the rows of "tag_cities".
drop table "tag_cities";
