#!/usr/bin/env bash
# PostgreSQL 15 with pg 8.16.3: a foreign key between two text columns of different collations is accepted and enforced,
# but a join along it is an error (42P22, "could not determine which collation to use").
# One would guess that columns which a foreign key compares can be compared by a query too.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
echo '{ "private": true }' >package.json
npm install pg@8.16.3 --ignore-scripts --no-audit --no-fund --loglevel error
export PGHOST=${PGHOST:-127.0.0.1} PGPORT=${PGPORT:-5432} PGUSER=${PGUSER:-postgres}
cat >run.cjs <<'JS'
const { Client } = require("pg");
(async () => {
  const name = `finding_${process.pid}`;
  const admin = new Client({ database: "postgres" });
  await admin.connect();
  await admin.query(`create database ${name}`);
  const client = new Client({ database: name });
  const codes = [];
  const run = (sql) =>
    client.query(sql).then(
      () => console.log("done    ", sql),
      (error) => {
        codes.push(error.code);
        console.log(error.code, "  ", sql, "--", error.message);
      },
    );
  try {
    await client.connect();
    console.log("PostgreSQL", (await client.query("show server_version")).rows[0].server_version);
    await run('create table parent (code text collate "C" primary key)');
    await run('create table child (code text collate "POSIX" references parent)');
    await run("insert into child values ('missing')");
    await run("insert into parent values ('a')");
    await run("insert into child values ('a')");
    await run("select * from child join parent on child.code = parent.code");
  } finally {
    await client.end();
    await admin.query(`drop database ${name}`);
    await admin.end();
  }
  process.exit(codes.join() === "23503,42P22" ? 0 : 1);
})();
JS
node run.cjs
