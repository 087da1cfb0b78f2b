#!/usr/bin/env bash
# fast-json-stringify 7.3.10 (the serialiser of Fastify and what is built on it): a null where the schema says integer, text or
# boolean without `nullable` is written as 0, "" and false; 1.5 as an integer is 1, and the text "false" is true.
# One would guess null, or an error: a nullable column that the schema does not call nullable answers with made-up values.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm init -y >/dev/null
npm install --no-audit --no-fund --loglevel=error fast-json-stringify@7.3.10 >/dev/null
cat >run.mjs <<'JS'
import assert from "node:assert/strict";
import { createRequire } from "node:module";
const require = createRequire(import.meta.url);
const write = require("fast-json-stringify")({
  type: "object",
  properties: { views: { type: "integer" }, title: { type: "string" }, isOpen: { type: "boolean" } },
});
const nulls = write({ views: null, title: null, isOpen: null });
const others = write({ views: 1.5, isOpen: "false" });
console.log("fast-json-stringify", require("fast-json-stringify/package.json").version, nulls, others);
assert.equal(nulls, '{"views":0,"title":"","isOpen":false}');
assert.equal(others, '{"views":1,"isOpen":true}');
JS
node run.mjs
