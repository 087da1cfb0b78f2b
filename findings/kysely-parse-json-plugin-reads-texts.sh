#!/usr/bin/env bash
# kysely 0.28.19: ParseJSONResultsPlugin, which its helpers jsonArrayFrom and jsonObjectFrom need on SQLite, parses every text
# that looks like JSON, and integers beyond 2^53 inside are rounded.
# One would guess that it knows which columns the helpers made: a title "[1,2]" that a user typed becomes a list.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm init -y >/dev/null
npm install --no-audit --no-fund --loglevel=error kysely@0.28.19 >/dev/null
cat >run.mjs <<'JS'
import assert from "node:assert/strict";
import { ParseJSONResultsPlugin } from "kysely";
import { readFileSync } from "node:fs";
const { rows } = await new ParseJSONResultsPlugin().transformResult({ result: { rows: [{ title: "[1,2]", lines: '[{"id":9007199254740993}]' }] }, queryId: {} });
console.log("kysely", JSON.parse(readFileSync("node_modules/kysely/package.json", "utf8")).version, JSON.stringify(rows));
assert.deepEqual(rows, [{ title: [1, 2], lines: [{ id: 9007199254740992 }] }]);
JS
node run.mjs
