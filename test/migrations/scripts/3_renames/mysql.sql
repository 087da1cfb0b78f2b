-- 3_renames for MySQL.
-- Edit it before it is applied: the statements, their order, what rows get. "-- data:" begins statements that
-- change rows, "-- schema:" those that change tables, and "-- outside transaction" is for the next statement.

-- Removes the foreign key from "person"."home".
alter table `person` drop foreign key `fk_person.home`;
alter table `person` drop index `fk_person.home`, algorithm=inplace, lock=none;

-- Removes the foreign key from "country"."capital".
alter table `country` drop foreign key `fk_country.capital`;

-- Removes the foreign key from "city"."mayor".
alter table `city` drop foreign key `fk_city.mayor`;

-- Removes the column "city"."country".
-- Loses the values of "city"."country".
alter table `city` drop column `country`, algorithm=inplace, lock=none;

-- Renames the table "country" to "land".
rename table `country` to `land`;

-- Renames the table "city" to "town".
rename table `city` to `town`;

-- Renames the table "person" to "renamed_Person".
rename table `person` to `renamed_Person`;

-- Renames the table "renamed_Person" to "Person".
rename table `renamed_Person` to `Person`;

-- Renames the column "land"."name" to "Name".
alter table `land` rename column `name` to `Name`;

-- Renames the column "town"."name" to "title".
alter table `town` rename column `name` to `title`;

-- Renames the column "town"."size" to "extent".
alter table `town` rename column `size` to `extent`;

-- Renames the column "town"."people" to "inhabitants".
alter table `town` rename column `people` to `inhabitants`;

-- Renames the column "town"."note" to "country".
alter table `town` rename column `note` to `country`;

-- Renames what is named after the table "person" or its columns.
alter table `Person` rename index `ux_person.name` to `ux_Person.name`;

-- Renames what is named after the table "country" or its columns.
alter table `land` rename index `ux_country.capital` to `ux_land.capital`;

-- Renames what is named after the table "city" or its columns.
alter table `town` rename index `ix_city.mayor` to `ix_town.mayor`;

-- Adds the foreign key from "Person"."home".
alter table `Person` add constraint `fk_Person.home` foreign key (`home`) references `town` (`id`);

-- Adds the foreign key from "land"."capital".
alter table `land` add constraint `fk_land.capital` foreign key (`capital`) references `town` (`id`);

-- Adds the foreign key from "town"."mayor".
alter table `town` add constraint `fk_town.mayor` foreign key (`mayor`) references `Person` (`id`);
