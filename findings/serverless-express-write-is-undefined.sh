#!/usr/bin/env bash
# @codegenie/serverless-express 4.17.1: `res.write` returns `undefined`, and "drain" is never emitted.
# One would guess `true` or `false`, as node:stream documents. `pipe` stops for `false` only, but `pipeline` from a generator,
# and code that waits if `write` returns nothing true, wait until the function is ended.
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
import { pipeline } from "node:stream/promises";
const app = express();
const parts = function* () { yield "a"; yield "b"; };
let returned = "nothing was written";
app.get("/write", (_req, res) => { returned = res.write("a"); res.end("b"); });
app.get("/pipe", (_req, res) => void Readable.from(parts()).pipe(res));
app.get("/pipeline", (_req, res) => pipeline(parts, res));
const handle = serverlessExpress({ app });
const ask = (path) => {
  const event = { version: "2.0", rawPath: path, rawQueryString: "", headers: {}, requestContext: { http: { method: "GET", path } } };
  const tooLate = new Promise((resolve) => setTimeout(resolve, 2000, { body: "hangs" }));
  return Promise.race([handle(event, {}), tooLate]);
};
const bodies = {};
for (const path of ["/write", "/pipe", "/pipeline"]) bodies[path] = (await ask(path)).body;
console.log({ returned, ...bodies });
assert.equal(returned, undefined);
assert.deepEqual(bodies, { "/write": "ab", "/pipe": "ab", "/pipeline": "hangs" });
process.exit();
JS
node run.js
