#!/usr/bin/env bash
# @oslojs/otp 1.1.0 writes the key URI of an authenticator app with the issuer twice: in the label as `My%20App`, and in
# the query as `My+App`. otpauth 9.5.2, which reads key URIs, undoes only `%20` (as the "Key Uri Format" asks) and takes
# the issuer from the query. One would guess that a library reads the name that another one wrote: what a user sees in
# the app is "My+App". The key itself is not affected.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm init -y >/dev/null
npm install --no-audit --no-fund --loglevel=error @oslojs/otp@1.1.0 otpauth@9.5.2 >/dev/null
cat >run.mjs <<'JS'
import assert from "node:assert/strict";
import { createTOTPKeyURI } from "@oslojs/otp";
import { Secret, TOTP, URI } from "otpauth";
const key = new Uint8Array(20).fill(7);
const written = createTOTPKeyURI("My App", "anna", key, 30, 6);
const read = URI.parse(written);
const own = new TOTP({ issuer: "My App", label: "anna", secret: new Secret({ buffer: key.buffer }) }).toString();
console.log("@oslojs/otp writes:", written);
console.log("otpauth writes:    ", own);
console.log("otpauth reads:     ", { issuer: read.issuer, label: read.label });
assert.match(written, /\/My%20App:anna\?.*issuer=My\+App/);
assert.equal(read.issuer, "My+App");
assert.equal(URI.parse(own).issuer, "My App");
assert.deepEqual([...read.secret.bytes], [...key]);
JS
node run.mjs
