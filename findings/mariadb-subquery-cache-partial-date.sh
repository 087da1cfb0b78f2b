#!/usr/bin/env bash
# MariaDB 10.11.19 (server), mysql2@3.11.5: `order by (select …)` sorts one date without a day at two places.
# The subquery cache keeps its results in a temporary table. There 2024-02-00 becomes 0000-00-00, so the first row
# that refers to the date sorts by 2024-02-00, and the next one by 0000-00-00.
# One would guess that rows with equal values of a subquery sort together, as they do with the cache switched off.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
echo '{ "private": true }' >package.json
npm install mysql2@3.11.5 --no-audit --no-fund --no-package-lock --loglevel error >/dev/null
cat >run.mjs <<'JS'
import mysql from "mysql2/promise";
const db = await mysql.createConnection(process.env.MYSQL_URL ?? "mysql://root@127.0.0.1:3306");
const name = `finding_${process.pid}`;
await db.query(`create database ${name}`);
try {
  await db.query(`use ${name}`);
  console.log((await db.query("select version() as version"))[0][0].version);
  await db.query("set sql_mode = ''");
  await db.query("create table day (id int primary key, day date)");
  await db.query("insert into day values (1, '2024-02-00'), (2, '2000-01-01'), (3, '2024-03-01')");
  await db.query("create table visit (id int primary key, day_id int)");
  await db.query("insert into visit values (1, 1), (2, 2), (3, 3), (4, 1), (5, 2), (6, 3)");
  await db.query("set sql_mode = 'STRICT_TRANS_TABLES,NO_ZERO_IN_DATE'");
  const order = async () =>
    (await db.query("select id from visit order by (select day from day where day.id = visit.day_id), id"))[0]
      .map(({ id }) => id)
      .join();
  const cached = await order();
  await db.query("set optimizer_switch = 'subquery_cache=off'");
  const plain = await order();
  console.log({ cached, plain });
  if (cached === plain) process.exitCode = 1;
} finally {
  await db.query(`drop database ${name}`);
  await db.end();
}
JS
node run.mjs
