#!/usr/bin/env bash
# PostgreSQL 15.20: a column with a domain of an enum cannot be compared, neither with a text nor with another value of
# the domain: "operator does not exist: feeling = unknown" (42883), and an `in` and a `<` neither. It can be sorted, is
# unique, and is written as any enum. One would guess that a domain has the operators of its type, as those of numbers,
# texts, arrays and ranges have. A cast of the column to the enum helps, and an index of the domain's column serves it.
# Needs a PostgreSQL: PGHOST, PGPORT and PGUSER as usual, by default postgres@127.0.0.1:5432.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm init -y >/dev/null
npm install --no-audit --no-fund --loglevel=error pg@8.23.1 >/dev/null
cat >run.mjs <<'JS'
import assert from "node:assert/strict";
import pg from "pg";
const client = new pg.Client({
  host: process.env.PGHOST ?? "127.0.0.1",
  user: process.env.PGUSER ?? "postgres",
  database: process.env.PGDATABASE ?? "postgres",
});
await client.connect();
await client.query(`
  create type pg_temp.mood as enum ('sad', 'ok', 'happy');
  create domain pg_temp.feeling as pg_temp.mood;
  create domain pg_temp.words as text[];
  create domain pg_temp.span as int4range;
  create temporary table day (f pg_temp.feeling unique, w pg_temp.words, s pg_temp.span);
  insert into day values ('happy', '{a}', '[1,2)'), ('sad', '{b}', '[3,4)');
`);
const ask = async (sql) => {
  try {
    return (await client.query({ text: sql, rowMode: "array" })).rows.flat();
  } catch (error) {
    return error.code;
  }
};
const found = {
  sorted: await ask("select f from day order by f"),
  equal: await ask("select f from day where f = 'sad'"),
  itself: await ask("select f from day where f = f"),
  less: await ask("select f from day where f < 'happy'"),
  cast: await ask("select f from day where f::pg_temp.mood < 'happy'"),
  array: await ask("select w[1] from day where w = '{a}'"),
  range: await ask("select w[1] from day where s = '[1,2)'"),
};
console.log("PostgreSQL", (await ask("show server_version"))[0], found);
await client.end();
assert.deepEqual(found, {
  sorted: ["sad", "happy"],
  equal: "42883",
  itself: "42883",
  less: "42883",
  cast: ["sad"],
  array: ["a"],
  range: ["a"],
});
JS
node run.mjs
