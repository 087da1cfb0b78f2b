#!/usr/bin/env bash
# mssql 12.7.14: a connection string with `Authentication=Active Directory Default`, `Active Directory Managed Identity`
# or `Active Directory Service Principal`, words that Microsoft's drivers for .NET, Java and ODBC take, becomes the
# authentication type "default", which is a log-in with the user and password of SQL Server. `Integrated Security=SSPI`
# and `Trusted_Connection=yes` are gone without a word. One would guess that they are known, or an error. Of these words,
# it knows `Active Directory Integrated` and `Active Directory Password` only. No server is needed.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm init -y >npm.log
npm install --silent --no-audit --no-fund mssql@12.7.14 >>npm.log
cat >run.mjs <<'JS'
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import mssql from "mssql";
const parse = (more) => mssql.ConnectionPool.parseConnectionString(`Server=db.example;Database=shop;${more}`);
const typeOf = (name) => parse(`Authentication=${name}`).authentication_type;
const types = Object.fromEntries(
  [
    "Active Directory Default",
    "Active Directory Managed Identity",
    "Active Directory Service Principal",
    "Active Directory Integrated",
  ].map((name) => [name, typeOf(name)]),
);
const plain = parse("");
const integrated = ["Integrated Security=SSPI", "Trusted_Connection=yes"].map(parse);
console.log("mssql", JSON.parse(readFileSync("node_modules/mssql/package.json", "utf8")).version, types, integrated[0]);
assert.deepEqual(types, {
  "Active Directory Default": "default",
  "Active Directory Managed Identity": "default",
  "Active Directory Service Principal": "default",
  "Active Directory Integrated": "azure-active-directory-default",
});
for (const parsed of integrated) assert.deepEqual(parsed, plain);
JS
node run.mjs
