#!/usr/bin/env bash
# PostgreSQL 15 with pg 8.16.3: of `who(int)`, `who(date)` and `who(text)`, `select who($1)` with the number 7 calls the
# one that takes a text, because the driver sends parameters without a type, and PostgreSQL prefers texts for those.
# One would guess that a JavaScript number reaches the function that takes an int, or that the call is an error.
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
  let called;
  try {
    await client.connect();
    console.log("PostgreSQL", (await client.query("show server_version")).rows[0].server_version);
    for (const type of ["int", "date", "text"])
      await client.query(`create function who(it ${type}) returns text language sql as $$ select '${type}' $$`);
    called = (await client.query("select who($1) as called", [7])).rows[0].called;
    console.log("who($1) with the number 7 calls who(%s)", called);
    console.log("who($1::int) calls who(%s)", (await client.query("select who($1::int) as called", [7])).rows[0].called);
  } finally {
    await client.end();
    await admin.query(`drop database ${name}`);
    await admin.end();
  }
  process.exit(called === "text" ? 0 : 1);
})();
JS
node run.cjs
