-- 4_keys for SQLite.
-- Edit it before it is applied: the statements, their order, what rows get. "-- data:" begins statements that
-- change rows, "-- schema:" those that change tables, and "-- outside transaction" is for the next statement.

-- Removes the index on "land"."capital".
drop index "ux_land.capital";

-- Removes the index on "town"."mayor".
drop index "ix_town.mayor";

-- Rebuilds the table "land", which keeps its rows: Changes its foreign keys. Frees the columns that are removed.
create table "new_land" ("code" text primary key not null, "Name" text not null default '?', "capital" integer);
insert into "new_land" ("code", "Name", "capital") select "code", "Name", "capital" from "land";
drop table "land";
pragma legacy_alter_table = on;
alter table "new_land" rename to "land";
pragma legacy_alter_table = off;

-- The primary key of "tag" becomes ("name" text). It was ("id" integer primary key autoincrement). Write the statements, also for the foreign keys that refer to it.
<fill in>;

-- Rebuilds the table "tag", which keeps its rows: Changes its primary key.
create table "new_tag" ("name" text primary key not null, "id" integer);
insert into "new_tag" ("name", "id") select "name", "id" from "tag";
drop table "tag";
pragma legacy_alter_table = on;
alter table "new_tag" rename to "tag";
pragma legacy_alter_table = off;

-- Rebuilds the table "town", which keeps its rows: Changes the column "town"."extent": enum becomes text, no default. Changes its foreign keys.
-- Shortens or rounds values that do not fit text, or fails.
create table "new_town" ("id" integer primary key autoincrement, "title" text not null, "extent" text, "inhabitants" bigint not null default 0, "area" decimal_text, "founded" date, "mayor" integer, "open" boolean default 1, "more" json_text default '{"a":["ü"]}', "country" text);
insert into "sqlite_sequence" (name, seq) select 'new_town', seq from "sqlite_sequence" where name = 'town';
insert into "new_town" ("id", "title", "extent", "inhabitants", "area", "founded", "mayor", "open", "more", "country") select "id", "title", "extent", "inhabitants", "area", "founded", "mayor", "open", "more", "country" from "town";
drop table "town";
pragma legacy_alter_table = on;
alter table "new_town" rename to "town";
pragma legacy_alter_table = off;

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
alter table "town" drop column "open";

-- Removes the column "town"."more".
-- Loses the values of "town"."more".
alter table "town" drop column "more";

-- Removes the column "town"."country".
-- Loses the values of "town"."country".
alter table "town" drop column "country";

-- Removes the table "Person".
-- Loses the rows of "Person".
drop table "Person";
