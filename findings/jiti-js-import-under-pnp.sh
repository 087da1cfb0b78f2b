#!/usr/bin/env bash
# jiti 2.7.0 in a project of Yarn 4.18.1 with Plug'n'Play, Yarn's default: `import "./x.js"` does not find x.ts, which it
# finds in every other project. jiti calls `require.resolve` with an option `async`; Plug'n'Play rejects options that it does
# not know, and jiti takes that for "there is no such file".
# One would guess that Plug'n'Play changes how packages are found, not files beside each other.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
mkdir yarn app
npm install --prefix yarn --no-audit --no-fund --loglevel=error @yarnpkg/cli-dist@4.18.1 >/dev/null
cd app
echo '{ "name": "app", "private": true, "type": "module" }' >package.json
touch yarn.lock
echo 'export const x: string = "found";' >x.ts
echo 'import { x } from "./x.js"; console.log(x);' >y.ts
yarn() { YARN_ENABLE_TELEMETRY=0 YARN_ENABLE_GLOBAL_CACHE=0 node ../yarn/node_modules/@yarnpkg/cli-dist/bin/yarn.js "$@"; }
try() {
  YARN_NODE_LINKER=$1 yarn add jiti@2.7.0 >/dev/null
  YARN_NODE_LINKER=$1 yarn jiti y.ts 2>&1 | sed -n 1p || true
}
modules=$(try node-modules)
rm -rf node_modules
pnp=$(try pnp)
echo "node-modules: $modules"
echo "pnp: $pnp"
[[ $modules == found && $pnp == *"path resolution failed"* ]]
