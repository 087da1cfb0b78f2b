-- 20261123074144_init for MySQL.
-- Edit it before it is applied: the statements, their order, what rows get. "-- data:" begins statements that
-- change rows, "-- schema:" those that change tables, and "-- outside transaction" is for the next statement.

-- Adds the table "blogpost".
create table `blogpost` (`id` int auto_increment primary key, `title` varchar(255) character set utf8mb4 collate /*M! utf8mb4_nopad_bin */ /*!80017 utf8mb4_0900_bin */ not null, `content` longtext character set utf8mb4 collate /*M! utf8mb4_nopad_bin */ /*!80017 utf8mb4_0900_bin */ not null, `createdat` datetime(3) not null, `updatedat` datetime(3) not null, `ownerid` int);
create index `ix_blogpost.ownerid` on `blogpost` (`ownerid`);

-- Adds the table "data_api_idempotency".
create table `data_api_idempotency` (`keyhash` varchar(43) character set utf8mb4 collate /*M! utf8mb4_nopad_bin */ /*!80017 utf8mb4_0900_bin */ primary key not null, `fingerprint` varchar(43) character set utf8mb4 collate /*M! utf8mb4_nopad_bin */ /*!80017 utf8mb4_0900_bin */ not null, `token` varchar(43) character set utf8mb4 collate /*M! utf8mb4_nopad_bin */ /*!80017 utf8mb4_0900_bin */ not null, `expiresat` datetime(3) not null, `answer` longtext character set utf8mb4 collate /*M! utf8mb4_nopad_bin */ /*!80017 utf8mb4_0900_bin */);
create index `ix_data_api_idempotency.expiresat` on `data_api_idempotency` (`expiresat`);

-- Adds the table "user".
create table `user` (`id` int auto_increment primary key, `username` varchar(128) character set utf8mb4 collate /*M! utf8mb4_nopad_bin */ /*!80017 utf8mb4_0900_bin */ not null, `password` longtext character set utf8mb4 collate /*M! utf8mb4_nopad_bin */ /*!80017 utf8mb4_0900_bin */ not null, `email` varchar(255) character set utf8mb4 collate /*M! utf8mb4_nopad_bin */ /*!80017 utf8mb4_0900_bin */, `firstname` varchar(255) character set utf8mb4 collate /*M! utf8mb4_nopad_bin */ /*!80017 utf8mb4_0900_bin */, `lastname` varchar(255) character set utf8mb4 collate /*M! utf8mb4_nopad_bin */ /*!80017 utf8mb4_0900_bin */, `roles` json not null default ('[]'), `createdat` datetime(3) not null, `updatedat` datetime(3) not null, `usernamekey` varchar(128) character set utf8mb4 collate /*M! utf8mb4_nopad_bin */ /*!80017 utf8mb4_0900_bin */ not null, `tokenversion` varchar(64) character set utf8mb4 collate /*M! utf8mb4_nopad_bin */ /*!80017 utf8mb4_0900_bin */);
create unique index `ux_user.usernamekey` on `user` (`usernamekey`);

-- Adds the foreign key from "blogpost"."ownerid".
alter table `blogpost` add constraint `fk_blogpost.ownerid` foreign key (`ownerid`) references `user` (`id`);
