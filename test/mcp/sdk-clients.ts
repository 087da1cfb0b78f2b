import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { Client as Client1 } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as Transport1 } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { Headers } from "../conformance/callers.js";
import type { ListedTool, ToolReply } from "./call-tool.js";

/** A client of an SDK. */
export interface SdkClient {
  readonly list: () => Promise<readonly ListedTool[]>;
  readonly call: (name: string, args: Readonly<Record<string, unknown>>) => Promise<ToolReply>;
  readonly instructions: () => string | undefined;
  readonly close: () => Promise<void>;
}

const info = { name: "test", version: "1.0.0" };

/** The official clients: version 1, and version 2 with the older revision, which is its default, and the newer one. */
export const sdkClients: Readonly<Record<string, (url: string, headers?: Headers) => Promise<SdkClient>>> = {
  "SDK 1": async (url, headers = {}) => {
    const client = new Client1(info);
    await client.connect(new Transport1(new URL(url), { requestInit: { headers } }));
    return {
      list: async () => (await client.listTools()).tools as unknown as readonly ListedTool[],
      call: async (name, args) => (await client.callTool({ name, arguments: args })) as unknown as ToolReply,
      instructions: () => client.getInstructions(),
      close: () => client.close(),
    };
  },
  "SDK 2, 2025-11-25": (url, headers) => connect2(url, headers, {}),
  "SDK 2, 2026-07-28": (url, headers) => connect2(url, headers, { versionNegotiation: { mode: "auto" } }),
};

async function connect2(
  url: string,
  headers: Headers = {},
  options: ConstructorParameters<typeof Client>[1],
): Promise<SdkClient> {
  const client = new Client(info, options);
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }));
  return {
    list: async () => (await client.listTools()).tools as unknown as readonly ListedTool[],
    call: async (name, args) => (await client.callTool({ name, arguments: args })) as unknown as ToolReply,
    instructions: () => client.getInstructions(),
    close: () => client.close(),
  };
}
