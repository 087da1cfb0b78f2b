#!/usr/bin/env bash
# TypeScript 5.9.3: `"include": ["src", "src/.made"]` names a folder and takes nothing of it, because its name begins
# with a dot. Imported files are compiled all the same, so one sees it only with `composite`, which project references
# need: TS6307, "is not listed within the file list … use an 'include' pattern". One would guess that a folder that is
# named is included, as the documentation of `include` says of folders. `"src/.made/**/*"` takes its files.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
echo '{ "type": "module", "private": true }' >package.json
npm install --silent --no-audit --no-fund typescript@5.9.3 >/dev/null
mkdir -p src/.made
echo 'export const made: number = 1;' >src/.made/part.ts
echo 'export { made } from "./.made/part.js";' >src/index.ts
errors() {
  echo "{ \"compilerOptions\": { \"module\": \"nodenext\", \"composite\": true, \"outDir\": \"out\", \"types\": [] }, \"include\": [\"src\", \"$1\"] }" >tsconfig.json
  npx tsc --project . | grep --count TS6307 || true
}
by_name=$(errors src/.made)
by_pattern=$(errors 'src/.made/**/*')
echo "TypeScript $(npx tsc --version): TS6307 by name $by_name, by pattern $by_pattern"
test "$by_name" = 1
test "$by_pattern" = 0
