#!/usr/bin/env bash
# tedious 19.2.2 (the driver below mssql): a decimal parameter goes through a double, also if it is given as text,
# and without a precision it is declared as decimal(18, 0).
# One would guess that a text keeps its digits, and that 1.5 is sent as 1.5: SQL Server gets a parameter without places.
# Exact decimals have to be sent as nvarchar and converted in SQL.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm init -y >/dev/null
npm install --no-audit --no-fund --loglevel=error tedious@19.2.2 >/dev/null
cat >run.mjs <<'JS'
import assert from "node:assert/strict";
import { createRequire } from "node:module";
const { TYPES } = createRequire(import.meta.url)("tedious");
const declared = TYPES.Decimal.declaration({ name: "price", value: 1.5 });
const value = TYPES.Decimal.validate("12345678901234567890.12", undefined, {});
console.log("tedious", createRequire(import.meta.url)("tedious/package.json").version, { declared, value });
assert.equal(declared, "decimal(18, 0)");
assert.equal(value, 12345678901234567000);
JS
node run.mjs
