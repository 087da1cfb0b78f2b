-- 3_renames for PostgreSQL.
-- Edit it before it is applied: the statements, their order, what rows get. "-- data:" begins statements that
-- change rows, "-- schema:" those that change tables, and "-- outside transaction" is for the next statement.

-- Removes the column "city"."country".
-- Loses the values of "city"."country".
alter table "city" drop column "country";

-- Renames the table "person" to "Person".
alter table "person" rename to "Person";

-- Renames the table "country" to "land".
alter table "country" rename to "land";

-- Renames the table "city" to "town".
alter table "city" rename to "town";

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
alter index "ux_person.name" rename to "ux_Person.name";
alter table "Person" rename constraint "fk_person.home" to "fk_Person.home";

-- Renames what is named after the table "country" or its columns.
alter index "ux_country.capital" rename to "ux_land.capital";
alter table "land" rename constraint "fk_country.capital" to "fk_land.capital";

-- Renames what is named after the table "city" or its columns.
alter type "en_city.size" rename to "en_town.extent";
alter index "ix_city.mayor" rename to "ix_town.mayor";
alter table "town" rename constraint "fk_city.mayor" to "fk_town.mayor";
