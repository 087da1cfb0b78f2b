#!/usr/bin/env bash
# pg 8.23.1 (node-postgres): `numeric` comes as text, `numeric[]` as an array of doubles.
# One would guess that an array has what its type has: exact texts. The digits beyond 2^53 are lost without a word.
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
import { readFileSync } from "node:fs";
const client = new pg.Client({
  host: process.env.PGHOST ?? "127.0.0.1",
  user: process.env.PGUSER ?? "postgres",
  database: process.env.PGDATABASE ?? "postgres",
});
await client.connect();
const { rows } = await client.query("select 12345678901234567890.5::numeric as one, array[12345678901234567890.5::numeric] as many, array[9007199254740993::int8] as bigints");
await client.end();
console.log("pg", JSON.parse(readFileSync("node_modules/pg/package.json", "utf8")).version, rows[0]);
assert.equal(rows[0].one, "12345678901234567890.5");
assert.deepEqual(rows[0].bigints, ["9007199254740993"]);
assert.deepEqual(rows[0].many, [12345678901234567000]);
JS
node run.mjs
