import { expect, test } from "vitest";
import { checkConfig } from "../../../runtime/config/check-config.js";

const handler = () => undefined;
const base = {
  database: { dialect: "sqlite", name: ":memory:" },
  entities: {},
  operations: { refund: { permissions: ["guest"], handler } },
};

/** The mistakes of a configuration with these options: their paths and messages. */
function mistakes(options: object): readonly (readonly [string, string])[] {
  return checkConfig({ ...base, ...options }).map(({ path, message }) => [path, message]);
}

function placesOf(options: object): readonly string[] {
  return mistakes(options).map(([path]) => path);
}

test("the tools that MCP offers must exist, and those that write need isReadOnly to be false", () => {
  expect(mistakes({ mcp: { tools: ["read_records", "refund"] } })).toEqual([]);
  expect(mistakes({ mcp: { tools: ["read_record", "update_record"] } })).toEqual([
    ["mcp.tools.0", 'there is no tool "read_record". Did you mean "read_records"?'],
    ["mcp.tools.1", '"update_record" writes: set "mcp.isReadOnly" to false to offer it.'],
  ]);
  expect(mistakes({ mcp: { tools: ["update_record"], isReadOnly: false } })).toEqual([]);
});

test("an operation cannot have the name of a tool of MCP", () => {
  const operations = { read_records: base.operations.refund };
  expect(mistakes({ operations })).toEqual([]);
  expect(placesOf({ operations, mcp: true })).toEqual(["operations.read_records"]);
});

test("the audience of MCP is only for tokens of a provider", () => {
  const jwt = { issuer: "https://id.example.com", audience: "api" };
  expect(mistakes({ mcp: { audience: "x" }, auth: { jwt } })).toEqual([]);
  expect(placesOf({ mcp: { audience: "x" } })).toEqual(["mcp.audience"]);
});

test("the admin page cannot be below the path of MCP", () => {
  expect(placesOf({ admin: { path: "/mcp/page" } })).toEqual(["admin.path"]);
});
