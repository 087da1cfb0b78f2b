-- 3_renames for SQL Server.
-- Edit it before it is applied: the statements, their order, what rows get. "-- data:" begins statements that
-- change rows, "-- schema:" those that change tables, and "-- outside transaction" is for the next statement.

-- Removes the column "city"."country".
-- Loses the values of "city"."country".
alter table "city" drop column "country";

-- Renames the table "country" to "land".
exec sp_rename N'[country]', N'land', N'OBJECT';

-- Renames the table "city" to "town".
exec sp_rename N'[city]', N'town', N'OBJECT';

-- Renames the table "person" to "renamed_Person".
exec sp_rename N'[person]', N'renamed_Person', N'OBJECT';

-- Renames the table "renamed_Person" to "Person".
exec sp_rename N'[renamed_Person]', N'Person', N'OBJECT';

-- Renames the column "land"."name" to "Name".
exec sp_rename N'[land].[name]', N'Name', N'COLUMN';

-- Renames the column "town"."name" to "title".
exec sp_rename N'[town].[name]', N'title', N'COLUMN';

-- Renames the column "town"."size" to "extent".
alter table "town" drop constraint "ck_city.size";
exec sp_rename N'[town].[size]', N'extent', N'COLUMN';
alter table "town" add constraint "ck_city.size" check ("extent" in (N'tiny', N'small', N'it''s big'));

-- Renames the column "town"."people" to "inhabitants".
exec sp_rename N'[town].[people]', N'inhabitants', N'COLUMN';

-- Renames the column "town"."note" to "country".
exec sp_rename N'[town].[note]', N'country', N'COLUMN';

-- Renames what is named after the table "person" or its columns.
exec sp_rename N'[Person].[ux_person.name]', N'ux_Person.name', N'INDEX';
exec sp_rename N'[fk_person.home]', N'fk_Person.home', N'OBJECT';

-- Renames what is named after the table "country" or its columns.
exec sp_rename N'[land].[ux_country.capital]', N'ux_land.capital', N'INDEX';
exec sp_rename N'[fk_country.capital]', N'fk_land.capital', N'OBJECT';

-- Renames what is named after the table "city" or its columns.
exec sp_rename N'[ck_city.size]', N'ck_town.extent', N'OBJECT';
exec sp_rename N'[town].[ix_city.mayor]', N'ix_town.mayor', N'INDEX';
exec sp_rename N'[fk_city.mayor]', N'fk_town.mayor', N'OBJECT';
