-- 20261123074144_init for SQL Server.
-- Edit it before it is applied: the statements, their order, what rows get. "-- data:" begins statements that
-- change rows, "-- schema:" those that change tables, and "-- outside transaction" is for the next statement.

-- Adds the table "blogpost".
create table "blogpost" ("id" int identity(1, 1) primary key, "title" nvarchar(255) collate Latin1_General_100_BIN2 not null, "content" nvarchar(max) collate Latin1_General_100_BIN2 not null, "createdat" datetime2(3) not null, "updatedat" datetime2(3) not null, "ownerid" int);
create index "ix_blogpost.ownerid" on "blogpost" ("ownerid");

-- Adds the table "data_api_idempotency".
create table "data_api_idempotency" ("keyhash" nvarchar(43) collate Latin1_General_100_BIN2 primary key not null, "fingerprint" nvarchar(43) collate Latin1_General_100_BIN2 not null, "token" nvarchar(43) collate Latin1_General_100_BIN2 not null, "expiresat" datetime2(3) not null, "answer" nvarchar(max) collate Latin1_General_100_BIN2);
create index "ix_data_api_idempotency.expiresat" on "data_api_idempotency" ("expiresat");

-- Adds the table "user".
create table "user" ("id" int identity(1, 1) primary key, "username" nvarchar(128) collate Latin1_General_100_BIN2 not null, "password" nvarchar(max) collate Latin1_General_100_BIN2 not null, "email" nvarchar(255) collate Latin1_General_100_BIN2, "firstname" nvarchar(255) collate Latin1_General_100_BIN2, "lastname" nvarchar(255) collate Latin1_General_100_BIN2, "roles" nvarchar(max) collate Latin1_General_100_BIN2 not null default N'[]', "createdat" datetime2(3) not null, "updatedat" datetime2(3) not null, "usernamekey" nvarchar(128) collate Latin1_General_100_BIN2 not null, "tokenversion" nvarchar(64) collate Latin1_General_100_BIN2);
create unique index "ux_user.usernamekey" on "user" ("usernamekey");

-- Adds the foreign key from "blogpost"."ownerid".
alter table "blogpost" add constraint "fk_blogpost.ownerid" foreign key ("ownerid") references "user" ("id");
