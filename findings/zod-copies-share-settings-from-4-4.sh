#!/usr/bin/env bash
# zod 4.3.6 and 4.4.0, two copies of the same version in one process: in 4.3.6 `z.config()` of one copy does not reach the
# messages of the other, in 4.4.0 it does, while both share what `.meta()` registers. One would guess that settings and
# descriptions are both of a copy or both of the process.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm init -y >/dev/null
npm install --no-audit --no-fund --loglevel=error \
  old-one@npm:zod@4.3.6 old-two@npm:zod@4.3.6 new-one@npm:zod@4.4.0 new-two@npm:zod@4.4.0 >/dev/null
cat >look.mjs <<'JS'
import assert from "node:assert/strict";
const [, , name, version] = process.argv;
const { z: one } = await import(`${name}-one`);
const { z: two } = await import(`${name}-two`);
one.config(one.locales.de());
const said = two.number().safeParse("a").error.issues[0].message;
const titled = two.string().meta({ title: "Name" });
const isKnown = one.globalRegistry.get(titled)?.title === "Name";
console.log(`zod ${version}: the other copy says "${said}", and its descriptions are ${isKnown ? "" : "not "}known.`);
assert.equal(/^Ung/.test(said), version === "4.4.0");
assert.equal(isKnown, true);
JS
node look.mjs old 4.3.6
node look.mjs new 4.4.0
