#!/usr/bin/env bash
# npm 10.9.4: `npm ci --dry-run` rewrites node_modules/.package-lock.json, the record of what is installed, and lists packages of
# other platforms in it that are not there. npm 11.19.1 leaves the file as it is.
# One would guess that a dry run writes nothing. Vitest takes a change of this file for new packages, and drops its cache, also
# while another run uses it.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm init -y >/dev/null
npm install --no-audit --no-fund --loglevel=error npm-10@npm:npm@10.9.4 npm-11@npm:npm@11.19.1 >/dev/null
mkdir project
cd project
echo '{ "private": true, "dependencies": { "rolldown": "1.0.0-beta.9" } }' >package.json
npm_of() { node "$dir/node_modules/npm-$1/bin/npm-cli.js" "${@:2}" --ignore-scripts --no-audit --no-fund --loglevel=error; }
echo "npm $(npm_of 10 --version) and $(npm_of 11 --version)"
npm_of 11 install >/dev/null
record=node_modules/.package-lock.json
cp "$record" before.json
npm_of 11 ci --dry-run >/dev/null
cmp "$record" before.json
npm_of 10 ci --dry-run >/dev/null
node -e '
const assert = require("node:assert/strict");
const fs = require("node:fs");
const listed = (file) => Object.keys(JSON.parse(fs.readFileSync(file, "utf8")).packages);
const added = listed(process.argv[1]).filter((name) => !listed("before.json").includes(name));
const there = added.filter((name) => fs.existsSync(name));
console.log("npm 10.9.4 ci --dry-run adds", added, "on disk", there);
assert.ok(added.length > 0);
assert.deepEqual(there, []);
' "$record"
