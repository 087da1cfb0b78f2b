#!/usr/bin/env bash
# undici 7.30.2 (also the `fetch` of Node.js): each request has `Sec-Fetch-Mode: cors`, as that of a page, but neither
# `Sec-Fetch-Site` nor `Origin`. One would guess that a program sends no Fetch Metadata at all. A server that takes any
# `Sec-Fetch-*` header for a browser, and then asks for `Sec-Fetch-Site`, refuses programs that use `fetch`; and one that
# refuses `Sec-Fetch-Mode: cors` without an `Origin` as impossible does too.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm init -y >/dev/null
npm install --no-audit --no-fund --loglevel=error undici@7.30.2 >/dev/null
cat >run.mjs <<'JS'
import assert from "node:assert/strict";
import { createServer } from "node:http";
import { fetch, request } from "undici";
const seen = [];
const server = createServer((req, res) => {
  seen.push(Object.keys(req.headers).filter((name) => /^(sec-fetch-|origin)/.test(name)));
  res.end();
});
await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
const url = `http://127.0.0.1:${server.address().port}/`;
await (await fetch(url)).text();
await (await fetch(url, { method: "POST", body: "{}", headers: { "content-type": "application/json" } })).text();
await (await globalThis.fetch(url, { method: "DELETE" })).text();
await (await request(url)).body.text();
server.close();
console.log({ "undici fetch GET": seen[0], "undici fetch POST": seen[1], "Node.js fetch DELETE": seen[2], "undici request": seen[3] });
assert.deepEqual(seen, [["sec-fetch-mode"], ["sec-fetch-mode"], ["sec-fetch-mode"], []]);
JS
node run.mjs
