#!/usr/bin/env bash
# handlebars 4.7.10: `strict: true` refuses an unknown name in {{name}}, but not in {{#if name}}, {{#each name}},
# {{#with name}}, and not as the argument of a helper.
# One would guess that strict means all of them: a generator prints nothing where a list is misspelt.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm init -y >/dev/null
npm install --no-audit --no-fund --loglevel=error handlebars@4.7.10 >/dev/null
cat >run.mjs <<'JS'
import assert from "node:assert/strict";
import { createRequire } from "node:module";
const require = createRequire(import.meta.url);
const Handlebars = require("handlebars");
Handlebars.registerHelper("upper", (value) => String(value).toUpperCase());
const render = (template) => Handlebars.compile(template, { strict: true })({});
let refused;
try { render("{{misspelt}}"); } catch (error) { refused = error.message; }
const blocks = render("{{#if misspelt}}a{{else}}none{{/if}} {{#each misspelt}}b{{/each}}{{#with misspelt}}c{{/with}}{{upper misspelt}}");
console.log("handlebars", require("handlebars/package.json").version, { refused, blocks });
assert.match(refused ?? "", /"misspelt" not defined/);
assert.equal(blocks, "none UNDEFINED");
JS
node run.mjs
