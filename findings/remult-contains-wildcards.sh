#!/usr/bin/env bash
# remult 3.3.18: `$contains: "a_c"` also finds "abc" where the records are in SQLite, and not where they are in memory.
# One would guess that `contains` means the same with each data provider, and that _ and % mean themselves: SQL providers
# pass them to LIKE as wildcards. Tests on the provider in memory do not show it.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm init -y >/dev/null
npm install --no-audit --no-fund --loglevel=error remult@3.3.18 sql.js@1.13.0 >/dev/null
cat >run.mjs <<'JS'
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import initSqlJs from "sql.js";
import { describeClass, Entity, Fields, InMemoryDataProvider, Remult, SqlDatabase } from "remult";
import { SqlJsDataProvider } from "remult/remult-sql-js";
class Item { id; name; }
describeClass(Item, Entity("item"), { id: Fields.integer(), name: Fields.string() });
async function found(provider) {
  const items = new Remult(provider).repo(Item);
  if (provider instanceof SqlDatabase) await provider.ensureSchema([items.metadata]);
  await items.insert([{ id: 1, name: "a_c" }, { id: 2, name: "abc" }]);
  return (await items.find({ where: { name: { $contains: "a_c" } } })).map(({ name }) => name);
}
const memory = await found(new InMemoryDataProvider());
const sqlite = await found(new SqlDatabase(new SqlJsDataProvider(initSqlJs().then((sql) => new sql.Database()))));
console.log("remult", JSON.parse(readFileSync("node_modules/remult/package.json", "utf8")).version, { memory, sqlite });
assert.deepEqual(memory, ["a_c"]);
assert.deepEqual(sqlite, ["a_c", "abc"]);
JS
node run.mjs
