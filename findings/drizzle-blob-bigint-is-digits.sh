#!/usr/bin/env bash
# drizzle-orm 0.45.4, SQLite: `blob({ mode: "bigint" })` stores the decimal digits of a bigint as bytes of text.
# One would guess eight bytes, or at least an order by value: 10 is stored as x'3130' and sorts before 9, `> 9` does not
# find it, and -1 sorts before -5.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm init -y >/dev/null
# Without optimization the driver compiles in a third of the time.
CFLAGS=-O0 CXXFLAGS=-O0 npm install --no-audit --no-fund --loglevel=error drizzle-orm@0.45.4 better-sqlite3@12.11.1 >/dev/null
cat >run.mjs <<'JS'
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import Database from "better-sqlite3";
import { gt } from "drizzle-orm";
import { drizzle } from "drizzle-orm/better-sqlite3";
import { blob, sqliteTable } from "drizzle-orm/sqlite-core";
const file = new Database(":memory:");
file.exec("create table t (n blob)");
const t = sqliteTable("t", { n: blob({ mode: "bigint" }) });
const db = drizzle(file);
db.insert(t).values([9n, 10n, -5n, -1n].map((n) => ({ n }))).run();
const sorted = db.select().from(t).orderBy(t.n).all().map(({ n }) => n);
const large = db.select().from(t).where(gt(t.n, 9n)).all();
const stored = file.prepare("select hex(n) as bytes from t").pluck().all();
console.log("drizzle-orm", JSON.parse(readFileSync("node_modules/drizzle-orm/package.json", "utf8")).version, { stored, sorted, large });
assert.deepEqual(stored, ["39", "3130", "2D35", "2D31"]);
assert.deepEqual(sorted, [-1n, -5n, 10n, 9n]);
assert.deepEqual(large, []);
JS
node run.mjs
