-- 2_columns for PostgreSQL.
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
-- outside transaction
drop index concurrently if exists "ux_city.name";

-- Removes the index on "city"."people".
-- outside transaction
drop index concurrently if exists "ix_city.people";

-- Removes the index on "person"."home".
-- outside transaction
drop index concurrently if exists "ix_person.home";

-- Adds the column "city"."founded".
alter table "city" add column "founded" date;

-- Adds the column "city"."open".
alter table "city" add column "open" boolean not null default true;

-- data:

-- Gives "city"."people" its default where a row has no value.
update "city" set "people" = '0' where "people" is null;

-- Gives "city"."founded" a value in the rows that are there, because it is required and has no default: write it in place of <fill in>.
update "city" set "founded" = <fill in> where "founded" is null;

-- schema:

-- Changes the column "city"."name": varchar(60) collate "C" becomes varchar(200) collate "C".
alter table "city" alter column "name" type varchar(200) collate "C" using "name"::varchar(200);

-- Changes the column "city"."size": its values become "tiny", "small", "it's big", another default.
alter table "city" alter column "size" drop default;
-- outside transaction
alter type "en_city.size" add value 'tiny' before 'small';
alter table "city" alter column "size" set default 'tiny';

-- Changes the column "city"."people": integer becomes bigint, not null, another default.
alter table "city" alter column "people" type bigint using "people"::bigint;
alter table "city" alter column "people" set default '0';
alter table "city" add constraint "nn_city.people" check ("people" is not null) not valid;
-- outside transaction
alter table "city" validate constraint "nn_city.people";
alter table "city" alter column "people" set not null;
alter table "city" drop constraint "nn_city.people";

-- Changes the column "city"."area": numeric(12,2) becomes numeric(10,1), no default.
-- Shortens or rounds values that do not fit numeric(10,1), or fails.
alter table "city" alter column "area" drop default;
alter table "city" alter column "area" type numeric(10,1) using "area"::numeric(10,1);

-- Makes "city"."founded" not null.
alter table "city" add constraint "nn_city.founded" check ("founded" is not null) not valid;
-- outside transaction
alter table "city" validate constraint "nn_city.founded";
alter table "city" alter column "founded" set not null;
alter table "city" drop constraint "nn_city.founded";

-- Changes the column "city"."note": not null. Fails if a row has no value: give it one first.
alter table "city" add constraint "nn_city.note" check ("note" is not null) not valid;
-- outside transaction
alter table "city" validate constraint "nn_city.note";
alter table "city" alter column "note" set not null;
alter table "city" drop constraint "nn_city.note";

-- Adds the index on "city"."mayor".
-- outside transaction
create index concurrently "ix_city.mayor" on "city" ("mayor" nulls first);

-- Adds the column "country"."capital".
alter table "country" add column "capital" integer;

-- data:

-- Gives "country"."name" its default where a row has no value.
update "country" set "name" = '?' where "name" is null;

-- schema:

-- Changes the column "country"."name": not null, another default.
alter table "country" alter column "name" set default '?';
alter table "country" add constraint "nn_country.name" check ("name" is not null) not valid;
-- outside transaction
alter table "country" validate constraint "nn_country.name";
alter table "country" alter column "name" set not null;
alter table "country" drop constraint "nn_country.name";

-- Adds the unique index on "country"."capital".
-- outside transaction
create unique index concurrently "ux_country.capital" on "country" ("capital" nulls first);

-- Changes the column "person"."name": nullable.
alter table "person" alter column "name" drop not null;

-- Adds the unique index on "person"."name".
-- outside transaction
create unique index concurrently "ux_person.name" on "person" ("name" nulls first);

-- Adds the foreign key from "country"."capital".
alter table "country" add constraint "fk_country.capital" foreign key ("capital") references "city" ("id") not valid;
-- outside transaction
alter table "country" validate constraint "fk_country.capital";

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
drop type "en_older.state";

-- Removes the table "tag_cities".
-- Loses the rows of "tag_cities".
drop table "tag_cities";
