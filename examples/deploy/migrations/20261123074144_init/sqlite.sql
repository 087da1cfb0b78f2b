-- 20261123074144_init for SQLite.
-- Edit it before it is applied: the statements, their order, what rows get. "-- data:" begins statements that
-- change rows, "-- schema:" those that change tables, and "-- outside transaction" is for the next statement.

-- Adds the table "blogpost".
create table "blogpost" ("id" integer primary key autoincrement, "title" text not null, "content" text not null, "createdat" datetime not null, "updatedat" datetime not null, "ownerid" integer references "user" ("id"));
create index if not exists "ix_blogpost.ownerid" on "blogpost" ("ownerid");

-- Adds the table "data_api_idempotency".
create table "data_api_idempotency" ("keyhash" text primary key not null, "fingerprint" text not null, "token" text not null, "expiresat" datetime not null, "answer" text);
create index if not exists "ix_data_api_idempotency.expiresat" on "data_api_idempotency" ("expiresat");

-- Adds the table "user".
create table "user" ("id" integer primary key autoincrement, "username" text not null, "password" text not null, "email" text, "firstname" text, "lastname" text, "roles" json_text not null default '[]', "createdat" datetime not null, "updatedat" datetime not null, "usernamekey" text not null, "tokenversion" text);
create unique index if not exists "ux_user.usernamekey" on "user" ("usernamekey");
