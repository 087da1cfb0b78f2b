#!/usr/bin/env bash
# knex 3.3.0 on MariaDB and MySQL: whereLike() adds `COLLATE utf8_bin`, and the server refuses it for utf8mb4 connections.
# One would guess that a method of the query builder runs on a database with the usual character set: error 1253.
# Needs a MariaDB or MySQL: MYSQL_URL, by default mysql://root@127.0.0.1:3306.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm init -y >/dev/null
npm install --no-audit --no-fund --loglevel=error knex@3.3.0 mysql2@3.24.6 >/dev/null
cat >run.mjs <<'JS'
import assert from "node:assert/strict";
import { createRequire } from "node:module";
const require = createRequire(import.meta.url);
const knex = require("knex")({ client: "mysql2", connection: process.env.MYSQL_URL ?? "mysql://root@127.0.0.1:3306" });
const database = `finding_${process.pid}`;
let error;
await knex.raw(`create database ${database} character set utf8mb4`);
try {
  await knex.raw(`create table ${database}.item (name varchar(20))`);
  await knex(`${database}.item`).whereLike("name", "a%");
} catch (thrown) {
  error = { errno: thrown.errno, message: thrown.sqlMessage };
} finally {
  await knex.raw(`drop database ${database}`);
  await knex.destroy();
}
console.log("knex", require("knex/package.json").version, error);
assert.equal(error?.errno, 1253);
JS
node run.mjs
