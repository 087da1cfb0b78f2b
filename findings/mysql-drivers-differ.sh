#!/usr/bin/env bash
# mysql2 3.24.6 and mariadb 3.5.4 read the same MariaDB columns as different values: SET is a text and an array,
# BIT(1) a Buffer and a boolean, bigint unsigned a rounded number and a BigInt (which JSON.stringify refuses).
# One would guess that a driver can be replaced by the other where both speak the same protocol.
# Needs a MariaDB: MYSQL_URL, by default mysql://root@127.0.0.1:3306. Uses a temporary table of a database of its own.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm init -y >/dev/null
npm install --no-audit --no-fund --loglevel=error mysql2@3.24.6 mariadb@3.5.4 >/dev/null
cat >run.mjs <<'JS'
import assert from "node:assert/strict";
import { createRequire } from "node:module";
import * as mariadb from "mariadb";
import mysql from "mysql2/promise";
const require = createRequire(import.meta.url);
const url = new URL(process.env.MYSQL_URL ?? "mysql://root@127.0.0.1:3306");
const at = { host: url.hostname, port: Number(url.port || 3306), user: url.username, password: url.password };
const connections = [await mysql.createConnection(at), await mariadb.createConnection(at)];
const database = `finding_${process.pid}`;
await connections[0].query(`create database ${database}`);
const values = [];
try {
  for (const connection of connections) {
    await connection.query(`use ${database}`);
    await connection.query("create temporary table t (s set('a','b'), b bit(1), n bigint unsigned)");
    await connection.query("insert into t values ('a,b', b'1', 18446744073709551615)");
  }
  values.push((await connections[0].query("select s, b, n from t"))[0][0], (await connections[1].query("select s, b, n from t"))[0]);
} finally {
  await connections[0].query(`drop database ${database}`);
  for (const connection of connections) await connection.end();
}
console.log("mysql2", require("mysql2/package.json").version, values[0], "mariadb", "3.5.4", values[1]);
assert.deepEqual(values[0], { s: "a,b", b: Buffer.from([1]), n: 18446744073709552000 });
assert.deepEqual({ ...values[1] }, { s: ["a", "b"], b: true, n: 18446744073709551615n });
JS
node run.mjs
