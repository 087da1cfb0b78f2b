#!/usr/bin/env bash
# @simplewebauthn/server 14.0.3: the keys that a passkey may have depend on the Node.js that serves the request. Its
# documentation says "Defaults to [EdDSA, ES256, RS256]"; on Node.js 24.22.3 ML-DSA-44 comes first. One would guess
# that a passkey that one server has accepted is accepted by another: a server on Node.js 22.23.5 throws for it, at
# every log-in, during an update or after its end. `supportedAlgorithmIDs`, written out in both calls, prevents it.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm init -y >/dev/null
platform=$(node -p 'process.platform.replace("32", "") + "-" + process.arch')
npm install --no-audit --no-fund --loglevel=error @simplewebauthn/server@14.0.3 >/dev/null
for version in 22.23.5 24.22.3; do
  npm install --prefix "node$version" --ignore-scripts --no-audit --no-fund --loglevel=error "node-$platform@$version" >/dev/null
done
cat >run.mjs <<'JS'
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { generateAuthenticationOptions, generateRegistrationOptions, verifyAuthenticationResponse } from "@simplewebauthn/server";
const { pubKeyCredParams } = await generateRegistrationOptions({ rpID: "example.com", rpName: "x", userName: "anna" });
const algorithms = pubKeyCredParams.map(({ alg }) => alg);
// A log-in with an ML-DSA-44 key (-48). Its signature does not matter: the key itself decides.
const { challenge } = await generateAuthenticationOptions({ rpID: "example.com" });
const b64 = (bytes) => Buffer.from(bytes).toString("base64url");
const clientDataJSON = b64(JSON.stringify({ type: "webauthn.get", challenge, origin: "https://example.com" }));
const authenticatorData = b64(Buffer.concat([createHash("sha256").update("example.com").digest(), Buffer.from([5, 0, 0, 0, 0])]));
// { 1: 7 (AKP), 3: -48, -1: 1312 bytes }
const publicKey = Buffer.concat([Buffer.from([0xa3, 0x01, 0x07, 0x03, 0x38, 0x2f, 0x20, 0x59, 0x05, 0x20]), Buffer.alloc(1312, 1)]);
const outcome = await verifyAuthenticationResponse({
  response: { id: "AA", rawId: "AA", type: "public-key", clientExtensionResults: {}, response: { clientDataJSON, authenticatorData, signature: b64(Buffer.alloc(2420)) } },
  expectedChallenge: challenge,
  expectedOrigin: "https://example.com",
  expectedRPID: "example.com",
  credential: { id: "AA", publicKey: new Uint8Array(publicKey), counter: 0 },
}).then(({ verified }) => `verified: ${verified}`, (error) => error.constructor.name);
console.log(`Node.js ${process.versions.node}:`, { algorithms, outcome });
const isNew = Number.parseInt(process.versions.node) >= 24;
assert.deepEqual(algorithms, isNew ? [-48, -8, -7, -257] : [-8, -7, -257]);
assert.equal(outcome, isNew ? "verified: false" : "PQCNotSupportedError");
JS
for version in 22.23.5 24.22.3; do "node$version/node_modules/node-$platform/bin/node" run.mjs; done
