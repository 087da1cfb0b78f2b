#!/usr/bin/env bash
# @codegenie/serverless-express 4.17.1: `res.write` returns `undefined`, where node:stream documents `true` or `false`.
# One would guess that code may wait for "drain" unless `write` returns true: here it must wait only for `false`, as `pipe` of
# Node.js does.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
echo '{ "private": true, "type": "module" }' >package.json
npm install --no-audit --no-fund --loglevel=error @codegenie/serverless-express@4.17.1 express@5.2.1 >/dev/null
cat >run.js <<'JS'
import serverlessExpress from "@codegenie/serverless-express";
import express from "express";
import assert from "node:assert/strict";
import { Readable } from "node:stream";
const app = express();
let returned = "nothing was written";
app.get("/write", (_req, res) => { returned = res.write("a"); res.end("b"); });
app.get("/pipe", (_req, res) => void Readable.from(["a", "b"]).pipe(res));
const handle = serverlessExpress({ app });
const ask = async (path) => {
  const requestContext = { http: { method: "GET", path } };
  return (await handle({ version: "2.0", rawPath: path, rawQueryString: "", headers: {}, requestContext }, {})).body;
};
const bodies = [await ask("/write"), await ask("/pipe")];
console.log("@codegenie/serverless-express 4.17.1", { returned, bodies });
assert.equal(returned, undefined);
assert.deepEqual(bodies, ["ab", "ab"]);
JS
node run.js
