-- 3_renames for SQLite.
-- Edit it before it is applied: the statements, their order, what rows get. "-- data:" begins statements that
-- change rows, "-- schema:" those that change tables, and "-- outside transaction" is for the next statement.

-- Removes the column "city"."country".
-- Loses the values of "city"."country".
alter table "city" drop column "country";

-- Renames the table "country" to "land".
alter table "country" rename to "land";

-- Renames the table "city" to "town".
alter table "city" rename to "town";

-- Renames the table "person" to "renamed_Person".
alter table "person" rename to "renamed_Person";

-- Renames the table "renamed_Person" to "Person".
alter table "renamed_Person" rename to "Person";

-- Renames the column "land"."name" to "Name".
alter table "land" rename column "name" to "Name";

-- Renames the column "town"."name" to "title".
alter table "town" rename column "name" to "title";

-- Renames the column "town"."size" to "extent".
alter table "town" rename column "size" to "extent";

-- Renames the column "town"."people" to "inhabitants".
alter table "town" rename column "people" to "inhabitants";

-- Renames the column "town"."note" to "country".
alter table "town" rename column "note" to "country";

-- Renames what is named after the table "person" or its columns.
drop index "ux_person.name";
create unique index if not exists "ux_Person.name" on "Person" ("name");

-- Renames what is named after the table "country" or its columns.
drop index "ux_country.capital";
create unique index if not exists "ux_land.capital" on "land" ("capital");

-- Renames what is named after the table "city" or its columns.
drop index "ix_city.mayor";
create index if not exists "ix_town.mayor" on "town" ("mayor");
