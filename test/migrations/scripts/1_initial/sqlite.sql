-- 1_initial for SQLite.
-- Edit it before it is applied: the statements, their order, what rows get. "-- data:" begins statements that
-- change rows, "-- schema:" those that change tables, and "-- outside transaction" is for the next statement.

-- Adds the table "city".
create table "city" ("id" integer primary key autoincrement, "name" text not null, "country" text references "country" ("code"), "twin" integer references "city" ("id"), "size" text default 'small' constraint "ck_city.size" check ("size" in ('small', 'it''s big')), "people" integer, "area" decimal_text default '1.5', "flag" blob default x'00ff', "more" json_text default '{"a":["ü"]}', "mayor" integer references "person" ("id"), "note" text);
create unique index if not exists "ux_city.name" on "city" ("name");
create index if not exists "ix_city.people" on "city" ("people");

-- Adds the table "country".
create table "country" ("code" text primary key not null, "name" text);

-- Adds the table "data_api_idempotency".
create table "data_api_idempotency" ("keyhash" text primary key not null, "fingerprint" text not null, "token" text not null, "expiresat" datetime not null, "answer" text);
create index if not exists "ix_data_api_idempotency.expiresat" on "data_api_idempotency" ("expiresat");

-- Adds the table "old".
create table "old" ("id" integer primary key autoincrement, "name" text, "newer" integer references "older" ("id"));

-- Adds the table "older".
create table "older" ("id" integer primary key autoincrement, "old" integer references "old" ("id"), "state" text constraint "ck_older.state" check ("state" in ('x', 'y')));

-- Adds the table "person".
create table "person" ("id" integer primary key autoincrement, "name" text not null, "home" integer references "city" ("id"));
create index if not exists "ix_person.home" on "person" ("home");

-- Adds the table "tag".
create table "tag" ("id" integer primary key autoincrement, "name" text);

-- Adds the table "tag_cities".
create table "tag_cities" ("sourceid" integer not null references "tag" ("id"), "targetid" integer not null references "city" ("id"), primary key ("sourceid", "targetid"));
create index if not exists "ix_tag_cities.targetid" on "tag_cities" ("targetid");
