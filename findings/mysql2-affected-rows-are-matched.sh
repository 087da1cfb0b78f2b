#!/usr/bin/env bash
# mysql2 3.24.6: `affectedRows` of an update counts the rows that match, not those that change.
# The manual of MySQL says that affected rows are the changed ones, and one would guess 0 for an update that changes
# nothing. mysql2 sets the flag FOUND_ROWS when it connects; `changedRows` has the other number. An upsert that changes
# nothing has 1, as an insert has.
# Needs a MariaDB or MySQL: MYSQL_URL, by default mysql://root@127.0.0.1:3306.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm init -y >/dev/null
npm install --no-audit --no-fund --loglevel=error mysql2@3.24.6 >/dev/null
cat >run.mjs <<'JS'
import assert from "node:assert/strict";
import { createRequire } from "node:module";
import mysql from "mysql2/promise";
const url = process.env.MYSQL_URL ?? "mysql://root@127.0.0.1:3306";
const database = `finding_${process.pid}`;
async function rowsOf(flags) {
  const connection = await mysql.createConnection({ uri: url, flags });
  try {
    await connection.query(`create database ${database}`);
    await connection.query(`create table ${database}.t (id int primary key, v int)`);
    await connection.query(`insert into ${database}.t values (1, 1)`);
    const [update] = await connection.query(`update ${database}.t set v = 1`);
    const [upsert] = await connection.query(`insert into ${database}.t values (1, 1) on duplicate key update v = 1`);
    return [update.affectedRows, update.changedRows, upsert.affectedRows];
  } finally {
    await connection.query(`drop database ${database}`);
    await connection.end();
  }
}
const usual = await rowsOf([]);
const asInManual = await rowsOf(["-FOUND_ROWS"]);
console.log("mysql2", createRequire(import.meta.url)("mysql2/package.json").version, { usual, asInManual });
assert.deepEqual(usual, [1, 0, 1]);
assert.deepEqual(asInManual, [0, 0, 0]);
JS
node run.mjs
