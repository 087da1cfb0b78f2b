#!/usr/bin/env bash
# openid-client 6.9.0: `authorizationCodeGrant` takes an ID token whose signature is wrong. One would guess that a certified
# client verifies it. OpenID Connect Core 1.0, section 3.1.3.7, lets a client trust TLS instead; `enableNonRepudiationChecks`
# switches the check on.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm init -y >/dev/null
npm install --no-audit --no-fund --loglevel=error openid-client@6.9.0 jose@6.2.18 >/dev/null
cat >run.mjs <<'JS'
import assert from "node:assert/strict";
import { createServer } from "node:http";
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import * as client from "openid-client";
import { readFileSync } from "node:fs";
const [own, other] = [await generateKeyPair("RS256", { extractable: true }), await generateKeyPair("RS256")];
let issuer = "";
const server = createServer(async (req, res) => {
  const answers = {
    "/.well-known/openid-configuration": { issuer, token_endpoint: `${issuer}/token`, jwks_uri: `${issuer}/keys` },
    "/keys": { keys: [await exportJWK(own.publicKey)] },
    "/token": {
      access_token: "x",
      token_type: "bearer",
      id_token: await new SignJWT({ nonce: "n" })
        .setProtectedHeader({ alg: "RS256" })
        .setIssuer(issuer).setAudience("app").setSubject("1").setIssuedAt().setExpirationTime("5m")
        .sign(other.privateKey),
    },
  };
  res.setHeader("Content-Type", "application/json").end(JSON.stringify(answers[req.url]));
});
await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
issuer = `http://127.0.0.1:${server.address().port}`;
const logIn = async (...more) => {
  const config = await client.discovery(new URL(issuer), "app", undefined, client.None(), {
    execute: [client.allowInsecureRequests, ...more],
  });
  const url = new URL("http://127.0.0.1/callback?code=c");
  return (await client.authorizationCodeGrant(config, url, { expectedNonce: "n" })).claims().sub;
};
const unchecked = await logIn();
const checked = await logIn(client.enableNonRepudiationChecks).catch(({ cause }) => cause.message);
server.close();
console.log("openid-client", JSON.parse(readFileSync("node_modules/openid-client/package.json", "utf8")).version, { unchecked, checked });
assert.equal(unchecked, "1");
assert.equal(checked, "JWT signature verification failed");
JS
node run.mjs
