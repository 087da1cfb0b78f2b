#!/usr/bin/env bash
# npm 10.9.4: `npm ci --dry-run` rewrites node_modules/.package-lock.json, the record of what is installed, and lists packages of
# other platforms in it that are not there. npm 11.19.1 leaves the file as it is.
# One would guess that a dry run writes nothing. Vitest takes a change of this file for new packages, and drops its cache, also
# while another run uses it.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
for version in 10.9.4 11.19.1; do
  npm install --prefix "npm-$version" "npm@$version" --no-audit --no-fund --loglevel=error >/dev/null
done
mkdir project
cd project
echo '{ "private": true, "dependencies": { "rolldown": "1.0.0-beta.9" } }' >package.json
npm_of() { node "$dir/npm-$1/node_modules/npm/bin/npm-cli.js" "${@:2}" --ignore-scripts --no-audit --no-fund --loglevel=error; }
npm_of 11.19.1 install >/dev/null
record=node_modules/.package-lock.json
cp "$record" before.json
npm_of 11.19.1 ci --dry-run >/dev/null
cmp "$record" before.json
npm_of 10.9.4 ci --dry-run >/dev/null
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
