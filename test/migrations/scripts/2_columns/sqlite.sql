-- 2_columns for SQLite.
-- Edit it before it is applied: the statements, their order, what rows get. "-- data:" begins statements that
-- change rows, "-- schema:" those that change tables, and "-- outside transaction" is for the next statement.

-- Removes the index on "city"."name".
drop index "ux_city.name";

-- Removes the index on "city"."people".
drop index "ix_city.people";

-- Removes the index on "person"."home".
drop index "ix_person.home";

-- Adds the column "city"."founded".
alter table "city" add column "founded" date;

-- Adds the column "city"."open".
alter table "city" add column "open" boolean not null default 1;

-- data:

-- Gives "city"."people" its default where a row has no value.
update "city" set "people" = 0 where "people" is null;

-- Gives "city"."founded" a value in the rows that are there, because it is required and has no default: write it in place of <fill in>.
update "city" set "founded" = <fill in> where "founded" is null;

-- schema:

-- Rebuilds the table "city", which keeps its rows: Changes the column "city"."size": its values become "tiny", "small", "it's big", another default. Changes the column "city"."people": integer becomes bigint, not null, another default. Changes the column "city"."area": no default. Makes "city"."founded" not null. Changes the column "city"."note": not null. Fails if a row has no value: give it one first. Changes its foreign keys. Frees the columns that are removed.
create table "new_city" ("id" integer primary key autoincrement, "name" text not null, "country" text, "size" text default 'tiny' constraint "ck_city.size" check ("size" in ('tiny', 'small', 'it''s big')), "people" bigint not null default 0, "area" decimal_text, "founded" date not null, "mayor" integer references "person" ("id"), "open" boolean not null default 1, "more" json_text default '{"a":["ü"]}', "note" text not null, "twin" integer, "flag" blob default x'00ff');
insert into "sqlite_sequence" (name, seq) select 'new_city', seq from "sqlite_sequence" where name = 'city';
insert into "new_city" ("id", "name", "country", "size", "people", "area", "founded", "mayor", "open", "more", "note", "twin", "flag") select "id", "name", "country", "size", "people", "area", "founded", "mayor", "open", "more", "note", "twin", "flag" from "city";
drop table "city";
pragma legacy_alter_table = on;
alter table "new_city" rename to "city";
pragma legacy_alter_table = off;
create index if not exists "ix_city.mayor" on "city" ("mayor");

-- Adds the column "country"."capital".
alter table "country" add column "capital" integer references "city" ("id");

-- data:

-- Gives "country"."name" its default where a row has no value.
update "country" set "name" = '?' where "name" is null;

-- schema:

-- Rebuilds the table "country", which keeps its rows: Changes the column "country"."name": not null, another default.
create table "new_country" ("code" text primary key not null, "name" text not null default '?', "capital" integer references "city" ("id"));
insert into "new_country" ("code", "name", "capital") select "code", "name", "capital" from "country";
drop table "country";
pragma legacy_alter_table = on;
alter table "new_country" rename to "country";
pragma legacy_alter_table = off;
create unique index if not exists "ux_country.capital" on "country" ("capital");

-- Rebuilds the table "person", which keeps its rows: Changes the column "person"."name": nullable.
create table "new_person" ("id" integer primary key autoincrement, "name" text, "home" integer references "city" ("id"));
insert into "sqlite_sequence" (name, seq) select 'new_person', seq from "sqlite_sequence" where name = 'person';
insert into "new_person" ("id", "name", "home") select "id", "name", "home" from "person";
drop table "person";
pragma legacy_alter_table = on;
alter table "new_person" rename to "person";
pragma legacy_alter_table = off;
create unique index if not exists "ux_person.name" on "person" ("name");

-- Removes the column "city"."twin".
-- Loses the values of "city"."twin".
alter table "city" drop column "twin";

-- Removes the column "city"."flag".
-- Loses the values of "city"."flag".
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
