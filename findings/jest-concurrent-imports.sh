#!/usr/bin/env bash
# jest 30.5.2 with --experimental-vm-modules, on Node.js 20 and 22: of two modules that are imported at once and share a
# third, one fails with ERR_VM_MODULE_LINK_FAILURE, and loads when it is imported again. On Node.js 24 both load.
# One would guess that import() works as outside of Jest, where any number may run at once: a server that loads its parts
# in this way lacks one of them, in tests only.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
echo '{ "private": true, "type": "module" }' >package.json
npm install --no-audit --no-fund --loglevel=error jest@30.5.2 >/dev/null
echo 'export const leaf = 1;' >leaf.js
echo 'export * from "./leaf.js";' >shared.js
echo 'import "./shared.js"; export const name = "one";' >one.js
echo 'import "./leaf.js"; import "./shared.js"; export const name = "other";' >other.js
cat >imports.test.js <<'JS'
const outcomes = (all) => all.map(({ reason }) => reason?.code ?? "loaded");
test("imports", async () => {
  const atOnce = outcomes(await Promise.allSettled([import("./one.js"), import("./other.js")]));
  const again = outcomes(await Promise.allSettled([import("./other.js")]));
  console.log("Node.js", process.version, { atOnce, again });
  const isFixed = Number(process.versions.node.split(".")[0]) >= 24;
  expect(atOnce).toEqual(["loaded", isFixed ? "loaded" : "ERR_VM_MODULE_LINK_FAILURE"]);
  expect(again).toEqual(["loaded"]);
});
JS
NODE_OPTIONS=--experimental-vm-modules npx jest 2>&1 | grep -v "^ *at "
