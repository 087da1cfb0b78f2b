-- 2_columns for MySQL.
-- Edit it before it is applied: the statements, their order, what rows get. "-- data:" begins statements that
-- change rows, "-- schema:" those that change tables, and "-- outside transaction" is for the next statement.

-- Removes the foreign key from "city"."country".
alter table `city` drop foreign key `fk_city.country`;
alter table `city` drop index `fk_city.country`, algorithm=inplace, lock=none;

-- Removes the foreign key from "city"."twin".
alter table `city` drop foreign key `fk_city.twin`;
alter table `city` drop index `fk_city.twin`, algorithm=inplace, lock=none;

-- Removes the foreign key from "city"."mayor".
alter table `city` drop foreign key `fk_city.mayor`;
alter table `city` drop index `fk_city.mayor`, algorithm=inplace, lock=none;

-- Removes the foreign key from "person"."home".
alter table `person` drop foreign key `fk_person.home`;

-- Removes the foreign key from "old"."newer".
alter table `old` drop foreign key `fk_old.newer`;

-- Removes the foreign key from "older"."old".
alter table `older` drop foreign key `fk_older.old`;

-- Removes the index on "city"."name".
alter table `city` drop index `ux_city.name`, algorithm=inplace, lock=none;

-- Removes the index on "city"."people".
alter table `city` drop index `ix_city.people`, algorithm=inplace, lock=none;

-- Removes the index on "person"."home".
alter table `person` drop index `ix_person.home`, algorithm=inplace, lock=none;

-- Adds the column "city"."founded".
alter table `city` add column `founded` date, algorithm=inplace, lock=none;

-- Adds the column "city"."open".
alter table `city` add column `open` boolean not null default 1, algorithm=inplace, lock=none;

-- data:

-- Gives "city"."people" its default where a row has no value.
update `city` set `people` = '0' where `people` is null;

-- Gives "city"."founded" a value in the rows that are there, because it is required and has no default: write it in place of <fill in>.
update `city` set `founded` = <fill in> where `founded` is null;

-- schema:

-- Changes the column "city"."name": varchar(60) character set utf8mb4 collate /*M! utf8mb4_nopad_bin */ /*!80017 utf8mb4_0900_bin */ becomes varchar(200) character set utf8mb4 collate /*M! utf8mb4_nopad_bin */ /*!80017 utf8mb4_0900_bin */.
alter table `city` modify column `name` varchar(200) character set utf8mb4 collate /*M! utf8mb4_nopad_bin */ /*!80017 utf8mb4_0900_bin */ not null;

-- Changes the column "city"."size": its values become "tiny", "small", "it's big", another default.
alter table `city` modify column `size` enum('tiny', 'small', 'it''s big') character set utf8mb4 collate /*M! utf8mb4_nopad_bin */ /*!80017 utf8mb4_0900_bin */ null default 'tiny';

-- Changes the column "city"."people": int becomes bigint, not null, another default.
alter table `city` modify column `people` bigint not null default '0';

-- Changes the column "city"."area": decimal(12,2) becomes decimal(10,1), no default.
-- Shortens or rounds values that do not fit decimal(10,1), or fails.
alter table `city` modify column `area` decimal(10,1) null;

-- Makes "city"."founded" not null.
alter table `city` modify column `founded` date not null, algorithm=inplace, lock=none;

-- Changes the column "city"."note": not null. Fails if a row has no value: give it one first.
alter table `city` modify column `note` longtext character set utf8mb4 collate /*M! utf8mb4_nopad_bin */ /*!80017 utf8mb4_0900_bin */ not null, algorithm=inplace, lock=none;

-- Adds the index on "city"."mayor".
create index `ix_city.mayor` on `city` (`mayor`) algorithm=inplace lock=none;

-- Adds the column "country"."capital".
alter table `country` add column `capital` int, algorithm=inplace, lock=none;

-- data:

-- Gives "country"."name" its default where a row has no value.
update `country` set `name` = '?' where `name` is null;

-- schema:

-- Changes the column "country"."name": not null, another default.
alter table `country` modify column `name` varchar(255) character set utf8mb4 collate /*M! utf8mb4_nopad_bin */ /*!80017 utf8mb4_0900_bin */ not null default '?', algorithm=inplace, lock=none;

-- Adds the unique index on "country"."capital".
create unique index `ux_country.capital` on `country` (`capital`) algorithm=inplace lock=none;

-- Changes the column "person"."name": nullable.
alter table `person` modify column `name` varchar(255) character set utf8mb4 collate /*M! utf8mb4_nopad_bin */ /*!80017 utf8mb4_0900_bin */ null, algorithm=inplace, lock=none;

-- Adds the unique index on "person"."name".
create unique index `ux_person.name` on `person` (`name`) algorithm=inplace lock=none;

-- Adds the foreign key from "city"."mayor".
alter table `city` add constraint `fk_city.mayor` foreign key (`mayor`) references `person` (`id`);

-- Adds the foreign key from "country"."capital".
alter table `country` add constraint `fk_country.capital` foreign key (`capital`) references `city` (`id`);

-- Adds the foreign key from "person"."home".
alter table `person` add constraint `fk_person.home` foreign key (`home`) references `city` (`id`);

-- Removes the column "city"."twin".
-- Loses the values of "city"."twin".
alter table `city` drop column `twin`, algorithm=inplace, lock=none;

-- Removes the column "city"."flag".
-- Loses the values of "city"."flag".
alter table `city` drop column `flag`, algorithm=inplace, lock=none;

-- Removes the table "old".
-- Loses the rows of "old".
drop table `old`;

-- Removes the table "older".
-- Loses the rows of "older".
drop table `older`;

-- Removes the table "tag_cities".
-- Loses the rows of "tag_cities".
drop table `tag_cities`;
