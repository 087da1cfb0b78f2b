-- 4_keys for SQL Server.
-- Edit it before it is applied: the statements, their order, what rows get. "-- data:" begins statements that
-- change rows, "-- schema:" those that change tables, and "-- outside transaction" is for the next statement.

-- Removes the foreign key from "land"."capital".
alter table "land" drop constraint "fk_land.capital";

-- Removes the foreign key from "town"."mayor".
alter table "town" drop constraint "fk_town.mayor";

-- Removes the index on "land"."capital".
drop index "ux_land.capital" on "land";

-- Removes the index on "town"."mayor".
drop index "ix_town.mayor" on "town";

-- The primary key of "land" becomes ("code" nvarchar(3) collate Latin1_General_100_BIN2). It was ("code" nvarchar(2) collate Latin1_General_100_BIN2). Write the statements, also for the foreign keys that refer to it.
<fill in>;

-- The primary key of "tag" becomes ("name" nvarchar(20) collate Latin1_General_100_BIN2). It was ("id" int identity(1, 1) primary key). Write the statements, also for the foreign keys that refer to it.
<fill in>;

-- Changes the column "town"."extent": enum becomes nvarchar(20) collate Latin1_General_100_BIN2, no default.
-- Shortens or rounds values that do not fit nvarchar(20), or fails.
declare @drop nvarchar(max) = (select N'alter table [town] drop constraint ' + quotename(name) from sys.default_constraints where parent_object_id = object_id(N'[town]') and parent_column_id = columnproperty(object_id(N'[town]'), N'extent', 'ColumnId')) exec (@drop);
go
alter table "town" drop constraint "ck_town.extent";
alter table "town" alter column "extent" nvarchar(20) collate Latin1_General_100_BIN2 null;

-- Removes the column "land"."capital".
-- Loses the values of "land"."capital".
alter table "land" drop column "capital";

-- Removes the column "tag"."id".
-- Loses the values of "tag"."id".
alter table "tag" drop column "id";

-- Removes the column "town"."area".
-- Loses the values of "town"."area".
alter table "town" drop column "area";

-- Removes the column "town"."founded".
-- Loses the values of "town"."founded".
alter table "town" drop column "founded";

-- Removes the column "town"."mayor".
-- Loses the values of "town"."mayor".
alter table "town" drop column "mayor";

-- Removes the column "town"."open".
-- Loses the values of "town"."open".
declare @drop nvarchar(max) = (select N'alter table [town] drop constraint ' + quotename(name) from sys.default_constraints where parent_object_id = object_id(N'[town]') and parent_column_id = columnproperty(object_id(N'[town]'), N'open', 'ColumnId')) exec (@drop);
go
alter table "town" drop column "open";

-- Removes the column "town"."more".
-- Loses the values of "town"."more".
declare @drop nvarchar(max) = (select N'alter table [town] drop constraint ' + quotename(name) from sys.default_constraints where parent_object_id = object_id(N'[town]') and parent_column_id = columnproperty(object_id(N'[town]'), N'more', 'ColumnId')) exec (@drop);
go
alter table "town" drop column "more";

-- Removes the column "town"."country".
-- Loses the values of "town"."country".
alter table "town" drop column "country";

-- Removes the table "Person".
-- Loses the rows of "Person".
drop table "Person";
