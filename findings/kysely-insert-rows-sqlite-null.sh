#!/usr/bin/env bash
# kysely 0.28.19: if one row of an insert lacks a column that another has, SQLite gets null for it, PostgreSQL `default`.
# One would guess that a left-out member means the default of the column everywhere, as it does for a single row. On SQLite
# the same two rows get their defaults one by one, and null together.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm init -y >/dev/null
npm install --no-audit --no-fund --loglevel=error kysely@0.28.19 >/dev/null
cat >run.mjs <<'JS'
import assert from "node:assert/strict";
import { DummyDriver, Kysely, PostgresAdapter, PostgresQueryCompiler, SqliteAdapter, SqliteQueryCompiler } from "kysely";
import { readFileSync } from "node:fs";
const database = (Adapter, Compiler) =>
  new Kysely({ dialect: { createAdapter: () => new Adapter(), createQueryCompiler: () => new Compiler(), createDriver: () => new DummyDriver(), createIntrospector: () => undefined } });
const rows = [{ id: 1, status: "sent" }, { id: 2 }];
const text = (db) => db.insertInto("mail").values(rows).compile().sql;
const sqlite = text(database(SqliteAdapter, SqliteQueryCompiler));
const postgres = text(database(PostgresAdapter, PostgresQueryCompiler));
console.log("kysely", JSON.parse(readFileSync("node_modules/kysely/package.json", "utf8")).version, { sqlite, postgres });
assert.match(sqlite, /values \(\?, \?\), \(\?, null\)$/);
assert.match(postgres, /values \(\$1, \$2\), \(\$3, default\)$/);
JS
node run.mjs
