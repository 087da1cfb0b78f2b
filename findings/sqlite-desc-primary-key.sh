#!/usr/bin/env bash
# SQLite 3.49 (sql.js 1.13.0): `id integer primary key desc` is no alias of the rowid, so an insert without the key stores
# null, while `primary key (id desc)` behind the columns is one and counts up. `integer(11) primary key` is none either.
# One would guess that the two spellings of one constraint mean the same, and that a primary key is never null.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
echo '{ "private": true }' >package.json
npm install sql.js@1.13.0 --ignore-scripts --no-audit --no-fund --loglevel error
cat >run.cjs <<'JS'
require("sql.js")().then(({ Database }) => {
  const db = new Database();
  console.log("SQLite", db.exec("select sqlite_version()")[0].values[0][0]);
  const keyOf = (columns) => {
    db.run(`drop table if exists t; create table t (${columns}); insert into t (title) values ('a')`);
    const key = db.exec("select id from t")[0].values[0][0];
    console.log(`${columns}: ${key}`);
    return key;
  };
  const keys = [
    keyOf("id integer primary key, title text"),
    keyOf("id integer, title text, primary key (id desc)"),
    keyOf("id integer primary key desc, title text"),
    keyOf("id integer(11) primary key, title text"),
  ];
  process.exit(JSON.stringify(keys) === "[1,1,null,null]" ? 0 : 1);
});
JS
node run.cjs
