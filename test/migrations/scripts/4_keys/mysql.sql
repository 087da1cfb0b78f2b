-- 4_keys for MySQL.
-- Edit it before it is applied: the statements, their order, what rows get. "-- data:" begins statements that
-- change rows, "-- schema:" those that change tables, and "-- outside transaction" is for the next statement.

-- Removes the foreign key from "land"."capital".
alter table `land` drop foreign key `fk_land.capital`;

-- Removes the foreign key from "town"."mayor".
alter table `town` drop foreign key `fk_town.mayor`;

-- Removes the index on "land"."capital".
alter table `land` drop index `ux_land.capital`, algorithm=inplace, lock=none;

-- Removes the index on "town"."mayor".
alter table `town` drop index `ix_town.mayor`, algorithm=inplace, lock=none;

-- The primary key of "land" becomes ("code" varchar(3) character set utf8mb4 collate /*M! utf8mb4_nopad_bin */ /*!80017 utf8mb4_0900_bin */). It was ("code" varchar(2) character set utf8mb4 collate /*M! utf8mb4_nopad_bin */ /*!80017 utf8mb4_0900_bin */). Write the statements, also for the foreign keys that refer to it.
<fill in>;

-- The primary key of "tag" becomes ("name" varchar(20) character set utf8mb4 collate /*M! utf8mb4_nopad_bin */ /*!80017 utf8mb4_0900_bin */). It was ("id" int auto_increment primary key). Write the statements, also for the foreign keys that refer to it.
<fill in>;

-- Changes the column "town"."extent": enum becomes varchar(20) character set utf8mb4 collate /*M! utf8mb4_nopad_bin */ /*!80017 utf8mb4_0900_bin */, no default.
-- Shortens or rounds values that do not fit varchar(20), or fails.
alter table `town` modify column `extent` varchar(20) character set utf8mb4 collate /*M! utf8mb4_nopad_bin */ /*!80017 utf8mb4_0900_bin */ null;

-- Removes the column "land"."capital".
-- Loses the values of "land"."capital".
alter table `land` drop column `capital`, algorithm=inplace, lock=none;

-- Removes the column "tag"."id".
-- Loses the values of "tag"."id".
alter table `tag` drop column `id`, algorithm=inplace, lock=none;

-- Removes the column "town"."area".
-- Loses the values of "town"."area".
alter table `town` drop column `area`, algorithm=inplace, lock=none;

-- Removes the column "town"."founded".
-- Loses the values of "town"."founded".
alter table `town` drop column `founded`, algorithm=inplace, lock=none;

-- Removes the column "town"."mayor".
-- Loses the values of "town"."mayor".
alter table `town` drop column `mayor`, algorithm=inplace, lock=none;

-- Removes the column "town"."open".
-- Loses the values of "town"."open".
alter table `town` drop column `open`, algorithm=inplace, lock=none;

-- Removes the column "town"."more".
-- Loses the values of "town"."more".
alter table `town` drop column `more`, algorithm=inplace, lock=none;

-- Removes the column "town"."country".
-- Loses the values of "town"."country".
alter table `town` drop column `country`, algorithm=inplace, lock=none;

-- Removes the table "Person".
-- Loses the rows of "Person".
drop table `Person`;
