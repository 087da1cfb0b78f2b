#!/usr/bin/env bash
# postgres 3.4.9 (postgres.js) reads the timestamp `infinity` and dates before Christ as an Invalid Date.
# pg 8.23.1 reads Infinity (a number) and the right Date. One would guess that both drivers read what PostgreSQL stores,
# or throw: JSON.stringify makes null of the Invalid Date.
# Needs a PostgreSQL: PGHOST, PGPORT and PGUSER as usual, by default postgres@127.0.0.1:5432.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm init -y >/dev/null
npm install --no-audit --no-fund --loglevel=error postgres@3.4.9 pg@8.23.1 >/dev/null
cat >run.mjs <<'JS'
import assert from "node:assert/strict";
import { createRequire } from "node:module";
import pg from "pg";
import postgres from "postgres";
const require = createRequire(import.meta.url);
const at = { host: process.env.PGHOST ?? "127.0.0.1", port: Number(process.env.PGPORT ?? 5432), user: process.env.PGUSER ?? "postgres", database: process.env.PGDATABASE ?? "postgres" };
const query = "select 'infinity'::timestamp as never, '0044-03-15 BC'::date as early";
const sql = postgres(at);
const [ofPostgresJs] = await sql.unsafe(query);
await sql.end();
const client = new pg.Client(at);
await client.connect();
const [ofPg] = (await client.query(query)).rows;
await client.end();
console.log("postgres 3.4.9", JSON.stringify(ofPostgresJs), "pg", require("pg/package.json").version, ofPg);
assert.equal(JSON.stringify(ofPostgresJs), '{"never":null,"early":null}');
assert.equal(ofPg.never, Infinity);
assert.equal(ofPg.early.getUTCFullYear(), -43);
JS
node run.mjs
