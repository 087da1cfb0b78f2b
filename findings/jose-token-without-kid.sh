#!/usr/bin/env bash
# jose 6.2.18: a token without `kid` is refused if the key set has two keys that could verify it, whichever of them did sign.
# One would guess that each fitting key is tried. RFC 7515, section 4.1.4, makes `kid` a hint. The error is an asynchronous
# iterable of the keys, with which a caller tries them.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm init -y >/dev/null
npm install --no-audit --no-fund --loglevel=error jose@6.2.18 >/dev/null
cat >run.mjs <<'JS'
import assert from "node:assert/strict";
import { createLocalJWKSet, exportJWK, generateKeyPair, jwtVerify, SignJWT } from "jose";
import { readFileSync } from "node:fs";
const pairs = [await generateKeyPair("ES256", { extractable: true }), await generateKeyPair("ES256", { extractable: true })];
const keys = await Promise.all(pairs.map(({ publicKey }) => exportJWK(publicKey)));
const token = await new SignJWT({ sub: "1" }).setProtectedHeader({ alg: "ES256" }).sign(pairs[0].privateKey);
const alone = (await jwtVerify(token, createLocalJWKSet({ keys: keys.slice(0, 1) }))).payload;
let error;
try { await jwtVerify(token, createLocalJWKSet({ keys })); } catch (thrown) { error = thrown; }
let verified;
for await (const key of error ?? []) verified ??= await jwtVerify(token, key).then(({ payload }) => payload, () => undefined);
console.log("jose", JSON.parse(readFileSync("node_modules/jose/package.json", "utf8")).version, { alone, code: error?.code, verified });
assert.equal(error?.code, "ERR_JWKS_MULTIPLE_MATCHING_KEYS");
assert.deepEqual(verified, { sub: "1" });
JS
node run.mjs
