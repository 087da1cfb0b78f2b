#!/usr/bin/env bash
# swagger-ui-dist 5.35.0, static files of a page, has a dependency: @scarf/scarf 1.4.0, whose script runs at installation and
# reports it. npm 11 warns of the script with its first lines.
# One would guess that a package of ready-made files has no dependencies and runs nothing.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm init -y >/dev/null
# Nothing is run here, and so nothing is reported.
npm install --ignore-scripts --no-audit --no-fund --loglevel=error swagger-ui-dist@5.35.0 >/dev/null
cat >run.cjs <<'JS'
const assert = require("node:assert/strict");
const ui = require("swagger-ui-dist/package.json");
const scarf = require("@scarf/scarf/package.json");
console.log("swagger-ui-dist", ui.version, ui.dependencies, "@scarf/scarf", scarf.version, scarf.scripts?.postinstall);
assert.deepEqual(ui.dependencies, { "@scarf/scarf": "=1.4.0" });
assert.equal(scarf.scripts?.postinstall, "node ./report.js");
JS
node run.cjs
