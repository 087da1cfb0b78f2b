#!/usr/bin/env bash
# knex 3.3.0: orderBy("price", "desc", "last") on SQL Server sorts by whether the price is null, and by nothing else.
# One would guess "by price, nulls last", as on PostgreSQL: the price is not in the order at all, and `desc` even puts the
# nulls first.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm init -y >/dev/null
npm install --no-audit --no-fund --loglevel=error knex@3.3.0 pg@8.23.1 tedious@19.2.2 >/dev/null
cat >run.mjs <<'JS'
import assert from "node:assert/strict";
import { createRequire } from "node:module";
const require = createRequire(import.meta.url);
const knex = require("knex");
const order = (client) => knex({ client })("item").orderBy("price", "desc", "last").toString();
const seen = { mssql: order("mssql"), pg: order("pg") };
console.log("knex", require("knex/package.json").version, seen);
assert.match(seen.mssql, /order by IIF\(\[price\] is null,1,0\) desc$/);
assert.match(seen.pg, /order by "price" desc nulls last$/);
JS
node run.mjs
