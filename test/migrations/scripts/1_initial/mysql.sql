-- 1_initial for MySQL.
-- Edit it before it is applied: the statements, their order, what rows get. "-- data:" begins statements that
-- change rows, "-- schema:" those that change tables, and "-- outside transaction" is for the next statement.

-- Adds the table "city".
create table `city` (`id` int auto_increment primary key, `name` varchar(60) character set utf8mb4 collate /*M! utf8mb4_nopad_bin */ /*!80017 utf8mb4_0900_bin */ not null, `country` varchar(2) character set utf8mb4 collate /*M! utf8mb4_nopad_bin */ /*!80017 utf8mb4_0900_bin */, `twin` int, `size` enum('small', 'it''s big') character set utf8mb4 collate /*M! utf8mb4_nopad_bin */ /*!80017 utf8mb4_0900_bin */ default 'small', `people` int, `area` decimal(12,2) default '1.5', `flag` varbinary(9) default (x'00ff'), `more` json default (convert(0x7b2261223a5b22c3bc225d7d using utf8mb4)), `mayor` int, `note` longtext character set utf8mb4 collate /*M! utf8mb4_nopad_bin */ /*!80017 utf8mb4_0900_bin */);
create unique index `ux_city.name` on `city` (`name`);
create index `ix_city.people` on `city` (`people`);

-- Adds the table "country".
create table `country` (`code` varchar(2) character set utf8mb4 collate /*M! utf8mb4_nopad_bin */ /*!80017 utf8mb4_0900_bin */ primary key not null, `name` varchar(255) character set utf8mb4 collate /*M! utf8mb4_nopad_bin */ /*!80017 utf8mb4_0900_bin */);

-- Adds the table "data_api_idempotency".
create table `data_api_idempotency` (`keyhash` varchar(43) character set utf8mb4 collate /*M! utf8mb4_nopad_bin */ /*!80017 utf8mb4_0900_bin */ primary key not null, `fingerprint` varchar(43) character set utf8mb4 collate /*M! utf8mb4_nopad_bin */ /*!80017 utf8mb4_0900_bin */ not null, `token` varchar(43) character set utf8mb4 collate /*M! utf8mb4_nopad_bin */ /*!80017 utf8mb4_0900_bin */ not null, `expiresat` datetime(3) not null, `answer` longtext character set utf8mb4 collate /*M! utf8mb4_nopad_bin */ /*!80017 utf8mb4_0900_bin */);
create index `ix_data_api_idempotency.expiresat` on `data_api_idempotency` (`expiresat`);

-- Adds the table "old".
create table `old` (`id` int auto_increment primary key, `name` varchar(255) character set utf8mb4 collate /*M! utf8mb4_nopad_bin */ /*!80017 utf8mb4_0900_bin */, `newer` int);

-- Adds the table "older".
create table `older` (`id` int auto_increment primary key, `old` int, `state` enum('x', 'y') character set utf8mb4 collate /*M! utf8mb4_nopad_bin */ /*!80017 utf8mb4_0900_bin */);

-- Adds the table "person".
create table `person` (`id` int auto_increment primary key, `name` varchar(255) character set utf8mb4 collate /*M! utf8mb4_nopad_bin */ /*!80017 utf8mb4_0900_bin */ not null, `home` int);
create index `ix_person.home` on `person` (`home`);

-- Adds the table "tag".
create table `tag` (`id` int auto_increment primary key, `name` varchar(20) character set utf8mb4 collate /*M! utf8mb4_nopad_bin */ /*!80017 utf8mb4_0900_bin */);

-- Adds the table "tag_cities".
create table `tag_cities` (`sourceid` int not null, `targetid` int not null, primary key (`sourceid`, `targetid`));
create index `ix_tag_cities.targetid` on `tag_cities` (`targetid`);

-- Adds the foreign key from "city"."country".
alter table `city` add constraint `fk_city.country` foreign key (`country`) references `country` (`code`);

-- Adds the foreign key from "city"."twin".
alter table `city` add constraint `fk_city.twin` foreign key (`twin`) references `city` (`id`);

-- Adds the foreign key from "city"."mayor".
alter table `city` add constraint `fk_city.mayor` foreign key (`mayor`) references `person` (`id`);

-- Adds the foreign key from "old"."newer".
alter table `old` add constraint `fk_old.newer` foreign key (`newer`) references `older` (`id`);

-- Adds the foreign key from "older"."old".
alter table `older` add constraint `fk_older.old` foreign key (`old`) references `old` (`id`);

-- Adds the foreign key from "person"."home".
alter table `person` add constraint `fk_person.home` foreign key (`home`) references `city` (`id`);

-- Adds the foreign key from "tag_cities"."sourceid".
alter table `tag_cities` add constraint `fk_tag_cities.sourceid` foreign key (`sourceid`) references `tag` (`id`);

-- Adds the foreign key from "tag_cities"."targetid".
alter table `tag_cities` add constraint `fk_tag_cities.targetid` foreign key (`targetid`) references `city` (`id`);
