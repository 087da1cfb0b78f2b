#!/usr/bin/env bash
# PostgreSQL 15 through pg 8.16.3: one conditional rule (`on insert … where … do instead`) makes every `insert …
# returning` of the table fail (0A000), also for rows that the rule does not touch, and a `do also` rule makes an insert
# fail that stands in a `with`. One would guess that rows outside the rule's condition are inserted and returned as before:
# without `returning` they are.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm init -y > npm.log
npm install --silent --no-audit --no-fund pg@8.16.3 >> npm.log
cat > run.cjs <<'JS'
const pg = require("pg");
const url = process.env.POSTGRES_URL ?? `postgres://${process.env.PGUSER ?? "postgres"}@${process.env.PGHOST ?? "127.0.0.1"}:${process.env.PGPORT ?? 5432}`;
const name = `finding_rules_${process.pid}`;
const connect = async (database) => {
  const client = new pg.Client(`${url}/${database}`);
  await client.connect();
  return client;
};
const code = (promise) => promise.then((result) => `${result.rowCount} row`, (error) => error.code);
(async () => {
  const admin = await connect("postgres");
  await admin.query(`create database ${name}`);
  const client = await connect(name);
  try {
    console.log((await client.query("show server_version")).rows[0].server_version, require("pg/package.json").version);
    await client.query("create table a (n int); create table b (n int); create table log (n int)");
    await client.query("create rule r as on insert to a where new.n < 0 do instead insert into log values (new.n)");
    await client.query("create rule r as on insert to b do also insert into log values (new.n)");
    const found = {
      plain: await code(client.query("insert into a values (1)")),
      returning: await code(client.query("insert into a values (1) returning n")),
      alsoReturning: await code(client.query("insert into b values (1) returning n")),
      alsoInWith: await code(client.query("with w as (insert into b values (1) returning n) select n from w")),
    };
    console.log(found);
    const expected = { plain: "1 row", returning: "0A000", alsoReturning: "1 row", alsoInWith: "0A000" };
    process.exitCode = JSON.stringify(found) === JSON.stringify(expected) ? 0 : 1;
  } finally {
    await client.end();
    await admin.query(`drop database ${name}`);
    await admin.end();
  }
})();
JS
node run.cjs
