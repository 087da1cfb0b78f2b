#!/usr/bin/env bash
# mssql 12.7.14 (with tedious 19.2.2), parsing of ADO connection strings.
# The value of ApplicationIntent is compared with "readonly" in lower case only, and Encrypt=strict becomes plain true.
# One would guess that "ApplicationIntent=ReadOnly", as Microsoft's documentation spells it, routes a listener to a
# readable secondary, and that "Encrypt=strict" connects by TDS 8: neither happens, and nothing is reported.
set -euo pipefail

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund mssql@12.7.14 tedious@19.2.2 >/dev/null
cat >probe.mjs <<'JS'
import sql from "mssql";

const of = (pairs) => sql.ConnectionPool.parseConnectionString(`Server=s;Database=d;User Id=u;Password=p;${pairs}`).options;
const documented = of("ApplicationIntent=ReadOnly").readOnlyIntent;
const lower = of("ApplicationIntent=readonly").readOnlyIntent;
const { encrypt } = of("Encrypt=strict");
console.log({ documented, lower, encrypt });
if (documented !== false || lower !== true || encrypt !== true) process.exit(1);
JS
echo "mssql 12.7.14, tedious 19.2.2"
node probe.mjs
