#!/usr/bin/env bash
# knex 3.3.0, SQLite: `timestamps(true, true)` fills a column with text ("2026-11-30 10:00:00"), but a Date in a query or an
# insert is sent as milliseconds. One would guess that `where("created_at", "<", new Date())` finds a row of a minute ago.
# It finds none, and ">" finds all: SQLite sorts every number before every text.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm init -y >/dev/null
# Without optimization the driver compiles in a third of the time.
CFLAGS=-O0 CXXFLAGS=-O0 npm install --no-audit --no-fund --loglevel=error knex@3.3.0 better-sqlite3@12.11.1 >/dev/null
cat >run.mjs <<'JS'
import assert from "node:assert/strict";
import { createRequire } from "node:module";
const require = createRequire(import.meta.url);
const db = require("knex")({ client: "better-sqlite3", connection: { filename: ":memory:" }, useNullAsDefault: true });
await db.schema.createTable("post", (table) => {
  table.increments();
  table.timestamps(true, true);
});
await db("post").insert({ id: 1 });
await db("post").insert({ id: 2, created_at: new Date() });
const types = await db("post").select("id", db.raw("typeof(created_at) as type")).orderBy("id");
const inAnHour = new Date(Date.now() + 3_600_000);
const before = await db("post").where("created_at", "<", inAnHour).pluck("id");
const after = await db("post").where("created_at", ">", inAnHour).pluck("id");
console.log("knex", require("knex/package.json").version, { types, before, after });
assert.deepEqual(types, [{ id: 1, type: "text" }, { id: 2, type: "integer" }]);
assert.deepEqual({ before, after }, { before: [2], after: [1] });
await db.destroy();
JS
node run.mjs
