#!/usr/bin/env bash
# @kubb/plugin-client 4.39.3, its client for `fetch`: it sends JSON as text/plain, returns the body of a 400 as if it were
# the answer, and joins the items of a list in a query with commas.
# One would guess that a generated client names the type of its JSON, fails for a status that its types call an error, and
# repeats the parameter, which is OpenAPI's default for lists (style: form, explode: true).
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
echo '{ "private": true, "type": "module" }' >package.json
npm install --no-audit --no-fund --loglevel=error --ignore-scripts --legacy-peer-deps @kubb/plugin-client@4.39.3 >/dev/null
cat >run.js <<'JS'
import fetchClient from "@kubb/plugin-client/clients/fetch";
import assert from "node:assert/strict";
import { createServer } from "node:http";
const server = createServer((req, res) => {
  res.writeHead(400, { "Content-Type": "application/problem+json" });
  res.end(JSON.stringify({ url: req.url, type: req.headers["content-type"] }));
});
await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
const baseURL = `http://127.0.0.1:${server.address().port}`;
const created = await fetchClient({ baseURL, url: "/items", method: "POST", data: { title: "a" } });
const listed = await fetchClient({ baseURL, url: "/items", method: "GET", params: { where: ["a=1", "b=2"] } });
server.close();
console.log({ status: created.status, type: created.data.type, url: listed.data.url });
assert.equal(created.data.type, "text/plain;charset=UTF-8");
assert.equal(listed.data.url, "/items?where=a%3D1%2Cb%3D2");
JS
node run.js
