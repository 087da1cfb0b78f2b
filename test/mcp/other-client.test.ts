import { expect, test } from "vitest";
import { told } from "../conformance/callers.js";
import { startServer } from "../conformance/start-server.js";
import { sqlite } from "../conformance/targets.js";
import { lacksExtra, loadExtra } from "../extras/extras.js";
import type { ToolReply } from "./call-tool.js";
import { editor, fillLibrary, library } from "./library.js";

// The AI SDK has a client of its own, which many applications use.

interface AiSdk {
  readonly createMCPClient: (options: object) => Promise<{
    readonly tools: () => Promise<Readonly<Record<string, AiTool | undefined>>>;
    readonly close: () => Promise<void>;
  }>;
}

interface AiTool {
  readonly execute: (args: object, options: object) => Promise<ToolReply>;
}

test.skipIf(lacksExtra("mcp"))("the MCP client of the AI SDK reads and changes records", async () => {
  const { createMCPClient } = await loadExtra<AiSdk>("mcp");
  const server = await startServer("dynamic", sqlite, { ...library, mcp: { isReadOnly: false } });
  await fillLibrary(server);
  const transport = { type: "http", url: `${server.url}/mcp`, headers: told(editor) };
  const client = await createMCPClient({ transport });
  const tools = await client.tools();
  const call = async (name: string, args: object): Promise<ToolReply> => {
    const reply = await tools[name]?.execute(args, { toolCallId: "1", messages: [] });
    if (reply === undefined) throw new Error(`There is no tool "${name}".`);
    return reply;
  };
  const read = await call("read_records", { entity: "book", where: "title=A" });
  const { items } = read.structuredContent as { items: readonly Readonly<Record<string, unknown>>[] };
  expect(items[0]).toMatchObject({ id: 1, title: "A", price: "12345678901234.5678" });
  const key = { entity: "book", id: 1, expectedVersion: items[0]?.["@version"] };
  const changed = await call("update_record", { ...key, changes: { title: "Z" } });
  expect(changed.structuredContent).toMatchObject({ id: 1, record: { title: "Z" } });
  expect((await call("delete_record", key)).isError).toBe(true);
  await client.close();
});
