#!/usr/bin/env bash
# csv-parse 6.2.1 with `cast: true` rounds integers beyond 2^53 and reads "0x10" as 0; papaparse 5.7.1 with dynamicTyping leaves
# both as texts. Both drop the zeros of 007.
# One would guess that reading numbers keeps what is not exactly a number as a text, as papaparse mostly does.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm init -y >/dev/null
npm install --no-audit --no-fund --loglevel=error csv-parse@6.2.1 papaparse@5.7.1 >/dev/null
cat >run.mjs <<'JS'
import assert from "node:assert/strict";
import { parse } from "csv-parse/sync";
import { createRequire } from "node:module";
const require = createRequire(import.meta.url);
const Papa = require("papaparse");
const text = "9007199254740993,0x10,007";
const read = { csvParse: parse(text, { cast: true })[0], papaparse: Papa.parse(text, { dynamicTyping: true }).data[0] };
console.log("csv-parse 6.2.1, papaparse", require("papaparse/package.json").version, read);
assert.deepEqual(read.csvParse, [9007199254740992, 0, 7]);
assert.deepEqual(read.papaparse, ["9007199254740993", "0x10", 7]);
JS
node run.mjs
