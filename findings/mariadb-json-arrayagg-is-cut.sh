#!/usr/bin/env bash
# MariaDB 10.11 with mysql2 3.24.6: json_arrayagg() is cut at group_concat_max_len, in the middle of a number too,
# and mysql2 parses what is left: 37 arrives as 3.
# One would guess an error, or a longer text: the answer is a valid list with a wrong last number.
# Needs a MariaDB: MYSQL_URL, by default mysql://root@127.0.0.1:3306.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm init -y >/dev/null
npm install --no-audit --no-fund --loglevel=error mysql2@3.24.6 >/dev/null
cat >run.mjs <<'JS'
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import mysql from "mysql2/promise";
const connection = await mysql.createConnection(process.env.MYSQL_URL ?? "mysql://root@127.0.0.1:3306");
const [[{ version }]] = await connection.query("select version() as version");
await connection.query("set group_concat_max_len = 100");
const sequence = "(with recursive s as (select 1 as n union all select n + 1 from s where n < 100) select n from s) as t";
const [[{ list }]] = await connection.query(`select json_arrayagg(n) as list from ${sequence}`);
await connection.end();
console.log("mysql2", JSON.parse(readFileSync("node_modules/mysql2/package.json", "utf8")).version, version, { length: list.length, end: list.slice(-3) });
assert.ok(Array.isArray(list) && list.length < 100);
assert.deepEqual(list.slice(-3), [35, 36, 3]);
JS
node run.mjs
