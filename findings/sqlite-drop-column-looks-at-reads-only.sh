#!/usr/bin/env bash
# sql.js@1.16.0 (SQLite 3.54): `alter table … drop column` refuses a column that a view or a trigger reads, so
# one would guess that it protects everything that names the column. It does not look at columns that a trigger writes,
# nor at those that a foreign key of another table refers to: the statement succeeds, and later writes fail.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm init -y >/dev/null
npm install --no-audit --no-fund --loglevel=error sql.js@1.16.0 >/dev/null
cat >check.cjs <<'JS'
const initSqlJs = require("sql.js");
const fails = (db, text) => {
  try {
    db.exec(text);
    return undefined;
  } catch (error) {
    return error.message;
  }
};
initSqlJs().then(({ Database }) => {
const open = (...statements) => {
  const db = new Database();
  db.exec("pragma foreign_keys = on");
  db.exec("create table a (id integer primary key, n, m); create table b (x);");
  for (const statement of statements) db.exec(statement);
  return db;
};
const drop = "alter table a drop column n";
const cases = {
  "a trigger reads it": open("create trigger t after insert on b begin delete from a where n = 1; end"),
  "a trigger updates it": open("create trigger t after insert on b begin update a set n = 1; end"),
  "a trigger inserts it": open("create trigger t after insert on b begin insert into a (n) values (1); end"),
  "a foreign key refers to it": open("create table c (x references a (n))"),
};
console.log("SQLite", open().exec("select sqlite_version()")[0].values[0][0]);
const results = Object.entries(cases).map(([title, db]) => {
  const dropped = fails(db, drop);
  const write = title.includes("foreign key") ? "insert into c (x) values (1)" : "insert into b (x) values (1)";
  const later = dropped === undefined ? fails(db, write) : undefined;
  console.log(`${title}: drop ${dropped ?? "succeeds"}; later write: ${later ?? "-"}`);
  return { dropped, later };
});
const [read, ...others] = results;
const isSo =
  read.dropped !== undefined && others.every(({ dropped, later }) => dropped === undefined && later !== undefined);
process.exit(isSo ? 0 : 1);
});
JS
node check.cjs
