#!/usr/bin/env bash
# lossless-json 4.3.3: a member that stands twice is a SyntaxError, but only if the two values differ.
# One would guess that it takes the last one, as JSON.parse does, or refuses each duplicate: {"a":1,"a":1} is read.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm init -y >/dev/null
npm install --no-audit --no-fund --loglevel=error lossless-json@4.3.3 >/dev/null
cat >run.mjs <<'JS'
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { parse, stringify } from "lossless-json";
const version = JSON.parse(readFileSync("node_modules/lossless-json/package.json", "utf8")).version;
const equal = stringify(parse('{"a":1,"a":1}'));
let message;
try { parse('{"a":1,"a":2}'); } catch (error) { message = `${error.name}: ${error.message}`; }
console.log("lossless-json", version, { equal, message });
assert.equal(equal, '{"a":1}');
assert.match(message ?? "", /^SyntaxError: Duplicate key 'a'/);
JS
node run.mjs
