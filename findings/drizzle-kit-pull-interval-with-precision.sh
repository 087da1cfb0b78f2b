#!/usr/bin/env bash
# drizzle-kit 0.31.11 with drizzle-orm 0.45.4: `drizzle-kit pull` of a table with `interval(6)` or `interval day to second`
# writes a schema that uses `interval(…)` and does not import it, so that it neither compiles nor runs; with a plain
# `interval` it is right. The command ends with 0. One would guess that what `pull` writes can be loaded.
# Needs a PostgreSQL: PGHOST, PGPORT and PGUSER as usual, by default postgres@127.0.0.1:5432.
set -euo pipefail
dir=$(mktemp -d)
schema=pulled_$$
trap 'node drop.mjs; rm -rf "$dir"' EXIT
cd "$dir"
echo '{ "type": "module", "private": true }' >package.json
npm install --silent --no-audit --no-fund drizzle-kit@0.31.11 drizzle-orm@0.45.4 pg@8.23.1 >/dev/null
url="postgres://${PGUSER:-postgres}@${PGHOST:-127.0.0.1}:${PGPORT:-5432}/${PGDATABASE:-postgres}"
run() {
  node --input-type=module -e "
    import pg from 'pg';
    const client = new pg.Client('$url');
    await client.connect();
    await client.query(process.argv[1]);
    await client.end();" "$1"
}
cat >drop.mjs <<JS
import pg from "pg";
const client = new pg.Client("$url");
await client.connect();
await client.query("drop schema if exists $schema cascade");
await client.end();
JS
pull() {
  run "drop schema if exists $schema cascade; create schema $schema; create table $schema.visit (id int primary key, stay $1)"
  rm -rf out
  echo "{ \"dialect\": \"postgresql\", \"dbCredentials\": { \"url\": \"$url\" }, \"schemaFilter\": [\"$schema\"], \"out\": \"./out\" }" >drizzle.config.json
  npx drizzle-kit pull --config drizzle.config.json >pull.log 2>&1 </dev/null
  grep --count '^import .*\binterval\b.* from "drizzle-orm/pg-core"' out/schema.ts || true
}
plain=$(pull interval)
precise=$(pull 'interval(6)')
used=$(grep --only-matching 'interval(.*)' out/schema.ts)
bounded=$(pull 'interval day to second')
echo "drizzle-kit 0.31.11: imported for interval $plain, for interval(6) $precise, for interval day to second $bounded; used as: $used"
test "$plain" = 1
test "$precise" = 0
test "$bounded" = 0
test -n "$used"
