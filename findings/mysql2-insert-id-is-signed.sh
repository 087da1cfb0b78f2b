#!/usr/bin/env bash
# mysql2 3.24.6: `insertId` of a `bigint unsigned` key from 2^63 on is negative, also with `supportBigNumbers` and
# `bigNumberStrings`, which give the key itself as it is. One would guess that the generated key can be used to find the
# row: `where id = ?` with it finds none. The protocol sends an unsigned number; `BigInt.asUintN(64, …)` gives it back.
# Needs a MariaDB or MySQL: MYSQL_URL, by default mysql://root@127.0.0.1:3306/mysql.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm init -y >npm.log
npm install --silent --no-audit --no-fund mysql2@3.24.6 >>npm.log
cat >run.mjs <<'JS'
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import mysql from "mysql2/promise";

const uri = process.env.MYSQL_URL ?? "mysql://root@127.0.0.1:3306/mysql";
const connection = await mysql.createConnection({ uri, supportBigNumbers: true, bigNumberStrings: true });
await connection.query("create temporary table note (id bigint unsigned auto_increment primary key, n int) auto_increment = 9223372036854775808");
const [{ insertId }] = await connection.execute("insert into note (n) values (1)");
const [[{ id, last }]] = await connection.execute("select id, last_insert_id() as last from note");
const [found] = await connection.execute("select n from note where id = ?", [insertId]);
await connection.end();
console.log("mysql2", JSON.parse(readFileSync("node_modules/mysql2/package.json", "utf8")).version, { insertId, id, last, found });
assert.equal(id, "9223372036854775808");
assert.equal(last, id);
assert.equal(String(insertId), "-9223372036854775808");
assert.equal(String(BigInt.asUintN(64, BigInt(insertId))), id);
assert.deepEqual(found, []);
JS
node run.mjs
