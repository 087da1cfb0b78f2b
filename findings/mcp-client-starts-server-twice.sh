#!/usr/bin/env bash
# @modelcontextprotocol/client 2.4.0: with `versionNegotiation: { mode: "auto" }`, a client on standard input and output
# starts the server's process twice: one process answers `server/discover`, and another one serves the connection.
# One would guess one process for one connection. What a server does at its start, such as a seed, then happens twice.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm init -y >/dev/null
npm install --no-audit --no-fund --loglevel=error @modelcontextprotocol/client@2.4.0 @modelcontextprotocol/server@2.4.0 >/dev/null
cat >server.mjs <<'JS'
import { appendFileSync } from "node:fs";
import { McpServer } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
appendFileSync(process.argv[2], "started\n");
serveStdio(() => new McpServer({ name: "server", version: "1.0.0" }, { capabilities: { tools: {} } }));
JS
cat >run.mjs <<'JS'
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
const starts = {};
for (const mode of ["legacy", "auto"]) {
  const client = new Client({ name: "client", version: "1.0.0" }, { versionNegotiation: { mode } });
  await client.connect(new StdioClientTransport({ command: process.execPath, args: ["server.mjs", mode] }));
  await client.close();
  starts[mode] = readFileSync(mode, "utf8").split("\n").length - 1;
}
console.log("starts of the server:", starts);
assert.deepEqual(starts, { legacy: 1, auto: 2 });
JS
node run.mjs
