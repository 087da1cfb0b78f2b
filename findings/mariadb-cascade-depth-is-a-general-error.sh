#!/usr/bin/env bash
# mysql2@3.23.1 with MariaDB 10.11: a delete that cascades through more than 15 rows of one table fails. One would guess
# error 3008 (ER_FK_DEPTH_EXCEEDED), which MariaDB lists and MySQL sends, or 1451. It is 1296 (ER_GET_ERRMSG), the
# number for any error of an engine: only the text "Got error 193" says what happened.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm init -y >/dev/null
npm install --no-audit --no-fund --loglevel=error mysql2@3.23.1 >/dev/null
cat >check.cjs <<'JS'
const mysql = require("mysql2/promise");
(async () => {
  const connection = await mysql.createConnection(process.env.MYSQL_URL ?? "mysql://root@127.0.0.1:3306");
  const name = `finding_${process.pid}`;
  await connection.query(`create database ${name}`);
  try {
    await connection.query(`use ${name}`);
    const [[{ v }]] = await connection.query("select version() as v");
    console.log(v);
    await connection.query(
      "create table t (id int primary key, p int, foreign key (p) references t (id) on delete cascade)",
    );
    for (let id = 1; id <= 20; id++)
      await connection.query("insert into t values (?, ?)", [id, id === 1 ? null : id - 1]);
    const error = await connection.query("delete from t where id = 1").catch((reason) => reason);
    console.log(error.errno, error.message);
    process.exitCode = error.errno === 1296 && error.message.startsWith("Got error 193 ") ? 0 : 1;
  } finally {
    await connection.query(`drop database ${name}`);
    await connection.end();
  }
})();
JS
node check.cjs
