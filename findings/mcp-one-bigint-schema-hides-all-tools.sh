#!/usr/bin/env bash
# @modelcontextprotocol/server 2.4.0 with zod 4.6.7: one tool with a 64-bit integer in its schema makes tools/list fail for all.
# One would guess that registering such a tool throws, or that only it is missing: it registers and can be called, and the
# list of every tool is error -32603.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm init -y >/dev/null
npm install --no-audit --no-fund --loglevel=error @modelcontextprotocol/server@2.4.0 zod@4.6.7 >/dev/null
cat >run.mjs <<'JS'
import assert from "node:assert/strict";
import { createMcpHandler, McpServer } from "@modelcontextprotocol/server";
import { z } from "zod";
const handler = createMcpHandler(() => {
  const server = new McpServer({ name: "data", version: "1.0.0" });
  server.registerTool("plain", { description: "plain", inputSchema: z.object({ a: z.number() }) }, () => ({ content: [] }));
  server.registerTool("exact", { description: "exact", inputSchema: z.object({ id: z.coerce.bigint() }) }, ({ id }) => ({ content: [{ type: "text", text: typeof id }] }));
  return server;
});
async function ask(method, params) {
  const _meta = { "io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {} };
  const headers = { "content-type": "application/json", accept: "application/json, text/event-stream", "mcp-protocol-version": "2026-07-28", "mcp-method": method };
  if (params.name) headers["mcp-name"] = params.name;
  const request = new Request("http://127.0.0.1/mcp", { method: "POST", headers, body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params: { ...params, _meta } }) });
  return (await (handler.fetch ?? handler)(request)).json();
}
const list = await ask("tools/list", {});
const call = await ask("tools/call", { name: "exact", arguments: { id: "9007199254740993" } });
console.log("@modelcontextprotocol/server 2.4.0", { list: list.error ?? list.result, call: call.result ?? call.error });
assert.equal(list.error?.code, -32603);
assert.equal(call.result?.content?.[0]?.text, "bigint");
JS
node run.mjs
