#!/usr/bin/env bash
# better-sqlite3 12.11.1: every JavaScript number is bound as REAL, 5 too; only a BigInt is bound as INTEGER.
# One would guess that 5 is an integer for SQLite. A text column then holds "5.0", json_array(?) gives [1.0],
# and ?/2 of 1 is 0.5 where the literal 1/2 is 0. A column without a type keeps a REAL.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm init -y >/dev/null
# Without optimization the driver compiles in a third of the time.
CFLAGS=-O0 CXXFLAGS=-O0 npm install --no-audit --no-fund --loglevel=error better-sqlite3@12.11.1 >/dev/null
cat >run.mjs <<'JS'
import assert from "node:assert/strict";
import Database from "better-sqlite3";
import { readFileSync } from "node:fs";
const db = new Database(":memory:");
db.exec("create table t (a text, b)");
db.prepare("insert into t values (?, ?)").run(5, 5);
const stored = db.prepare("select a, typeof(b) as b from t").get();
const asNumber = db.prepare("select json_array(?) as list, ? / 2 as half").get(1, 1);
const asBigint = db.prepare("select json_array(?) as list, ? / 2 as half").get(1n, 1n);
console.log("better-sqlite3", JSON.parse(readFileSync("node_modules/better-sqlite3/package.json", "utf8")).version, { stored, asNumber, asBigint });
assert.deepEqual(stored, { a: "5.0", b: "real" });
assert.deepEqual(asNumber, { list: "[1.0]", half: 0.5 });
assert.deepEqual(asBigint, { list: "[1]", half: 0 });
JS
node run.mjs
