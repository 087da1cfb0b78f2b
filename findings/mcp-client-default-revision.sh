#!/usr/bin/env bash
# @modelcontextprotocol/client 2.4.0 and /server 2.4.0: the client speaks revision 2025-11-25 to a server of 2026-07-28 unless
# it is asked to negotiate.
# One would guess that a client and a server of version 2 agree on the newest revision that both know.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm init -y >/dev/null
npm install --no-audit --no-fund --loglevel=error @modelcontextprotocol/server@2.4.0 @modelcontextprotocol/client@2.4.0 zod@4.6.7 >/dev/null
cat >run.mjs <<'JS'
import assert from "node:assert/strict";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { createMcpHandler, McpServer } from "@modelcontextprotocol/server";
const handler = createMcpHandler(() => new McpServer({ name: "data", version: "1.0.0" }, { capabilities: { tools: {} } }));
async function revisions(options) {
  const seen = new Set();
  const fetchHere = async (url, init) => {
    const request = new Request(url, init);
    const body = request.method === "POST" ? await request.clone().json() : {};
    seen.add(body.params?.protocolVersion ?? request.headers.get("mcp-protocol-version") ?? "none");
    return (handler.fetch ?? handler)(request);
  };
  const client = new Client({ name: "finding", version: "1.0.0" }, options);
  await client.connect(new StreamableHTTPClientTransport(new URL("http://127.0.0.1/mcp"), { fetch: fetchHere }));
  await client.close();
  return [...seen];
}
const usual = await revisions();
const negotiated = await revisions({ versionNegotiation: { mode: "auto" } });
console.log("@modelcontextprotocol/client and server 2.4.0", { usual, negotiated });
assert.deepEqual(usual, ["2025-11-25"]);
assert.deepEqual(negotiated, ["2026-07-28"]);
JS
node run.mjs
