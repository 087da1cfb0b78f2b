#!/usr/bin/env bash
# standardwebhooks 1.1.1: verify() takes a plain object of headers, and finds nothing in the Headers of fetch.
# One would guess that `webhook.verify(await request.text(), request.headers)` works: "Missing required headers", although
# they are there. Object.fromEntries(request.headers) verifies.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm init -y >/dev/null
npm install --no-audit --no-fund --loglevel=error standardwebhooks@1.1.1 >/dev/null
cat >run.mjs <<'JS'
import assert from "node:assert/strict";
import { createRequire } from "node:module";
const require = createRequire(import.meta.url);
const { Webhook } = require("standardwebhooks");
const webhook = new Webhook(`whsec_${Buffer.alloc(24, 1).toString("base64")}`);
const body = '{"type":"order.created"}';
const now = new Date();
const headers = new Headers({ "webhook-id": "msg_1", "webhook-timestamp": String(Math.floor(now.getTime() / 1000)), "webhook-signature": webhook.sign("msg_1", now, body) });
let message;
try { webhook.verify(body, headers); } catch (error) { message = error.message; }
const verified = webhook.verify(body, Object.fromEntries(headers));
console.log("standardwebhooks", require("standardwebhooks/package.json").version, { message, verified });
assert.equal(message, "Missing required headers");
assert.deepEqual(verified, { type: "order.created" });
JS
node run.mjs
