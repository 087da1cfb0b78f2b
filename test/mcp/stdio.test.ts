import { spawn } from "node:child_process";
import path from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import Database from "better-sqlite3";
import { expect, test } from "vitest";
import { Project } from "../cli/project.js";
import { secretKey, signToken } from "../conformance/tokens.js";
import { freePort } from "../replicas/processes.js";
import type { ToolReply } from "./call-tool.js";

// `data-api mcp`, as clients on this machine start it.

const cli = path.resolve(import.meta.dirname, "../../dist/generator/cli.js");

const config = (more: string) => `
console.log("from the configuration");
process.stdout.write("and more\\n");
export default {
  database: { dialect: "sqlite", name: "notes.db" },
  mcp: { isReadOnly: false${more} },
  auth: { secretKey: ${JSON.stringify(secretKey)} },
  server: { log: { level: "info" } },
  entities: {
    note: {
      fields: { title: { type: "string", isEditable: true, isRequired: true } },
      systemFields: { ownerid: false },
      permissions: { read: ["guest"], create: ["editor", "admin"] },
      hooks: { afterCommit: () => { console.log("from a hook"); } },
    },
  },
};`;

const serverFile = (port: number) => `import { DataApi } from "data-api";
import config from "./data-api.config.mjs";
const api = new DataApi(config);
api.setupApiEndpoints();
// A client of SDK 2 that tries the newer revision may start its server more than once.
if ((await api.repository("note").count()) === 0) await api.repository("note").create({ title: "of the server file" });
await api.startAsync(${port}, () => { console.log("started"); });
`;

async function connected(
  project: Project,
  args: readonly string[],
  mode: "auto" | "legacy",
  env: Record<string, string> = {},
) {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [cli, "mcp", ...args],
    cwd: project.folder,
    env: { PATH: process.env["PATH"] ?? "", ...env },
    stderr: "pipe",
  });
  let errors = "";
  transport.stderr?.on("data", (part: Buffer) => (errors += part.toString()));
  const unread: Error[] = [];
  const client = new Client({ name: "test", version: "1.0.0" }, { versionNegotiation: { mode } });
  client.onerror = (error) => unread.push(error);
  await client.connect(transport);
  return {
    names: async () => (await client.listTools()).tools.map(({ name }) => name),
    call: async (name: string, args: Record<string, unknown>) =>
      (await client.callTool({ name, arguments: args })) as unknown as ToolReply,
    close: async () => {
      await client.close();
      // Each line of the standard output was a message.
      expect(unread).toEqual([]);
      return errors;
    },
  };
}

test.each(["auto", "legacy"] as const)(
  "data-api mcp acts as the configured caller, and writes only messages to standard output (%s)",
  async (mode) => {
    const project = new Project({
      "data-api.config.mjs": config(`, stdio: { userId: 7, roles: ["editor"] }`),
    });
    const { names, call, close } = await connected(project, [], mode);
    expect(await names()).toContain("create_record");
    const created = await call("create_record", { entity: "note", input: { title: "a" } });
    expect(created.structuredContent).toMatchObject({ id: 1, record: { title: "a" } });
    const wrong = await call("read_records", { entity: "nothing" });
    expect(wrong.isError).toBe(true);
    const errors = await close();
    expect(errors).toContain("from the configuration\nand more\n");
    expect(errors).toContain("from a hook");
  },
);

test("data-api mcp refuses a write without a token, and an invalid token is an error that says so", async () => {
  const project = new Project({ "data-api.config.mjs": config("") });
  const none = await connected(project, [], "auto");
  const refused = await none.call("create_record", { entity: "note", input: { title: "a" } });
  expect(refused.content[0]?.text).toContain('"code":"authentication-required"');
  await none.close();
  const DATA_API_TOKEN = await signToken({ sub: "1", tokenversion: "x" });
  const wrong = await connected(project, [], "auto", { DATA_API_TOKEN });
  await expect(wrong.names()).rejects.toThrow("The token has been revoked: log in again.");
  const { content, isError } = await wrong.call("read_records", { entity: "note" });
  expect([isError, content[0]?.text]).toEqual([true, expect.stringContaining('"code":"invalid-token"')]);
  await wrong.close();
});

test("data-api mcp acts as the user of a valid token", async () => {
  const project = new Project({ "data-api.config.mjs": config("") });
  const names = ["--username", "ada", "--email", "ada@example.com", "--first-name", "A", "--last-name", "B"];
  await project.runWith("A long Passw0rd!\n", "user", "create-admin", "--password-stdin", ...names);
  const db = new Database(path.join(project.folder, "notes.db"), { readonly: true });
  const tokenversion = db.prepare("select tokenversion from user").pluck().get();
  db.close();
  const DATA_API_TOKEN = await signToken({ sub: "1", tokenversion });
  const { call, close } = await connected(project, [], "auto", { DATA_API_TOKEN });
  const created = await call("create_record", { entity: "note", input: { title: "a" } });
  expect(created.structuredContent).toMatchObject({ id: 1, record: { title: "a" } });
  await close();
});

test("data-api mcp runs a server file without listening on its port", async () => {
  const port = await freePort();
  const project = new Project({ "data-api.config.mjs": config(""), "server.mjs": serverFile(port) });
  const { call, close } = await connected(project, ["server.mjs"], "auto");
  const page = await call("read_records", { entity: "note" });
  expect(page.structuredContent).toMatchObject({ count: 1, items: [{ title: "of the server file" }] });
  await expect(fetch(`http://127.0.0.1:${port}/livez`)).rejects.toMatchObject({
    cause: { code: "ECONNREFUSED" },
  });
  expect(await close()).toContain("started");
});

test("data-api mcp skips lines that are no messages, and ends with its input", async () => {
  const project = new Project({ "data-api.config.mjs": config("") });
  const child = spawn(process.execPath, [cli, "mcp"], { cwd: project.folder });
  let output = "";
  child.stdout.on("data", (part: Buffer) => (output += part.toString()));
  child.stdin.write('not JSON\n\n[]\n{"jsonrpc":"2.0","id":1,"method":"tools/list"}\n');
  await expect.poll(() => output).toMatch(/\n$/);
  expect(
    output
      .trim()
      .split("\n")
      .map((line) => (JSON.parse(line) as { id: number }).id),
  ).toEqual([1]);
  const ended = new Promise<number | null>((resolve) => child.on("close", resolve));
  child.stdin.end();
  expect(await ended).toBe(0);
});

test("data-api mcp is a mistake if the configuration has no MCP", async () => {
  const project = new Project({ "data-api.config.mjs": config("").replace(/mcp: .*/, "") });
  const child = spawn(process.execPath, [cli, "mcp"], { cwd: project.folder });
  let errors = "";
  child.stderr.on("data", (part: Buffer) => (errors += part.toString()));
  const exitCode = await new Promise((resolve) => child.on("close", resolve));
  expect([exitCode, errors]).toEqual([1, expect.stringContaining("mcp: must be true")]);
});
