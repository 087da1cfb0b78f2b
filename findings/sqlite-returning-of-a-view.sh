#!/usr/bin/env bash
# SQLite in sql.js 1.13.0: an update of a view whose `instead of` trigger writes nothing returns the row with its new
# values by `returning`, although nothing is stored, and an insert into a view returns a null key although the trigger
# has stored a row with a generated one. One would guess that `returning` gives what was written, as for a table.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm init -y > npm.log
npm install --silent --no-audit --no-fund sql.js@1.13.0 >> npm.log
cat > run.cjs <<'JS'
require("sql.js")().then(({ Database }) => {
  const db = new Database();
  const one = (sql) => db.exec(sql)[0]?.values[0];
  db.exec(`create table stored (id integer primary key, n int);
    insert into stored values (1, 1);
    create view seen as select id, n from stored;
    create trigger u instead of update on seen begin select 1; end;
    create trigger i instead of insert on seen begin insert into stored (n) values (new.n); end`);
  console.log("sql.js", require("sql.js/package.json").version, "SQLite", ...one("select sqlite_version()"));
  const found = {
    updated: one("update seen set n = 9 where id = 1 returning id, n"),
    stored: one("select id, n from stored where id = 1"),
    inserted: one("insert into seen (n) values (2) returning id, n"),
    storedNew: one("select id, n from stored where n = 2"),
  };
  console.log(found);
  const expected = { updated: [1, 9], stored: [1, 1], inserted: [null, 2], storedNew: [2, 2] };
  process.exitCode = JSON.stringify(found) === JSON.stringify(expected) ? 0 : 1;
});
JS
node run.cjs
