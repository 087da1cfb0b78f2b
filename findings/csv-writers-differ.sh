#!/usr/bin/env bash
# csv-stringify 6.9.0 writes false as nothing, true as 1 and a Date as milliseconds; papaparse 5.7.1 writes true, false, ISO 8601.
# One would guess that both write the same CSV, and that false can be told from null: it cannot. An object is JSON in the
# one and "[object Object]" in the other.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm init -y >/dev/null
npm install --no-audit --no-fund --loglevel=error csv-stringify@6.9.0 papaparse@5.7.1 >/dev/null
cat >run.mjs <<'JS'
import assert from "node:assert/strict";
import { stringify } from "csv-stringify/sync";
import { createRequire } from "node:module";
const require = createRequire(import.meta.url);
const Papa = require("papaparse");
const row = { nothing: null, no: false, yes: true, time: new Date(0), extra: { a: 1 } };
const written = { stringify: stringify([row]).trimEnd(), papaparse: Papa.unparse([row], { header: false }) };
console.log("papaparse", require("papaparse/package.json").version, written);
assert.equal(written.stringify, ',,1,0,"{""a"":1}"');
assert.equal(written.papaparse, ",false,true,1970-01-01T00:00:00.000Z,[object Object]");
JS
node run.mjs
