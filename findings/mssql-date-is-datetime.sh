#!/usr/bin/env bash
# mssql 12.7.14: a Date parameter without a type is a legacy `datetime`, which rounds to 1/300 s.
# One would guess `datetime2` or `datetimeoffset`, which keep the milliseconds of a Date: .124 arrives as .123.
# A BigInt is inferred as Int, although a number above 2^31 is inferred as BigInt.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm init -y >/dev/null
npm install --no-audit --no-fund --loglevel=error mssql@12.7.14 >/dev/null
cat >run.mjs <<'JS'
import assert from "node:assert/strict";
import { createRequire } from "node:module";
const require = createRequire(import.meta.url);
const sql = require("mssql");
const inferred = Object.fromEntries([["date", new Date(124)], ["bigint", 10n], ["number", 3e9]].map(([name, value]) => [name, sql.getTypeByValue(value).name]));
console.log("mssql", require("mssql/package.json").version, inferred);
assert.deepEqual(inferred, { date: "DateTime", bigint: "Int", number: "BigInt" });
JS
node run.mjs
