#!/usr/bin/env bash
# typeorm 1.1.1, MySQL and MariaDB: a column of the type Boolean is created as `tinyint`, whose width is 4.
# One would guess `boolean`, which these databases take for `tinyint(1)`. Tools that know a boolean of MySQL by this width
# see a number then, and every number up to 127 fits.
# Needs a MariaDB or MySQL: MYSQL_URL, by default mysql://root@127.0.0.1:3306/mysql.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm init -y >/dev/null
npm install --no-audit --no-fund --loglevel=error --ignore-scripts --legacy-peer-deps typeorm@1.1.1 mysql2@3.24.6 reflect-metadata@0.2.2 >/dev/null
cat >run.mjs <<'JS'
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import mysql from "mysql2/promise";
import { DataSource, EntitySchema } from "typeorm";

const url = process.env.MYSQL_URL ?? "mysql://root@127.0.0.1:3306/mysql";
const own = `typeorm_boolean_${process.pid}`;
const admin = await mysql.createConnection(url);
await admin.query(`create database ${own}`);
try {
  const columns = { id: { type: Number, primary: true }, done: { type: Boolean } };
  const entities = [new EntitySchema({ name: "by_typeorm", columns })];
  const source = new DataSource({ type: "mysql", url: Object.assign(new URL(url), { pathname: `/${own}` }).href, synchronize: true, entities });
  await source.initialize();
  await source.destroy();
  await admin.query(`create table ${own}.by_hand (id int primary key, done boolean not null)`);
  const [rows] = await admin.query("select table_name as name, column_type as type from information_schema.columns where table_schema = ? and column_name = 'done' order by 1", [own]);
  const types = Object.fromEntries(rows.map(({ name, type }) => [name, type]));
  console.log("typeorm", JSON.parse(readFileSync("node_modules/typeorm/package.json", "utf8")).version, types);
  assert.equal(types.by_hand, "tinyint(1)");
  // MySQL 8 prints no width but (1).
  assert.match(types.by_typeorm, /^tinyint(\(4\))?$/);
} finally {
  await admin.query(`drop database ${own}`);
  await admin.end();
}
JS
node run.mjs
