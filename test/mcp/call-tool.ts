import type { Headers } from "../conformance/callers.js";
import type { Reply } from "../conformance/http-client.js";
import type { TestServer } from "../conformance/start-server.js";

/** What an agent gets from a call. */
export interface ToolReply {
  readonly isError?: boolean;
  readonly content: readonly { readonly type: string; readonly text: string }[];
  readonly structuredContent?: Readonly<Record<string, unknown>>;
}

/** The error that a call is answered with. */
export interface ToolProblem {
  readonly code: string;
  readonly status: number;
  readonly detail: string;
  readonly errors?: readonly { readonly path: string; readonly code: string; readonly message: string }[];
}

/** What each request of revision 2026-07-28 has. */
export const ENVELOPE = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientCapabilities": {},
};

/** Sends a message of revision 2026-07-28. */
export function sendMessage(
  { request }: Pick<TestServer, "request">,
  method: string,
  params: Readonly<Record<string, unknown>> = {},
  headers: Headers = {},
): Promise<Reply> {
  return request("POST", "/mcp", {
    headers: {
      "MCP-Protocol-Version": "2026-07-28",
      "Mcp-Method": method,
      ...(typeof params["name"] === "string" && { "Mcp-Name": params["name"] }),
      ...headers,
    },
    body: { jsonrpc: "2.0", id: 1, method, params: { ...params, _meta: ENVELOPE } },
  });
}

/** Calls a tool. Rejects if the answer is an error of the protocol. */
export async function callTool(
  server: Pick<TestServer, "request">,
  name: string,
  args: unknown = {},
  headers: Headers = {},
): Promise<ToolReply> {
  const { status, text } = await sendMessage(server, "tools/call", { name, arguments: args }, headers);
  const { result } = JSON.parse(text) as { readonly result?: ToolReply };
  if (result === undefined) throw new Error(`${status} ${text}`);
  return result;
}

/** The content of a call that must succeed. */
export async function contentOf(
  ...call: Parameters<typeof callTool>
): Promise<Readonly<Record<string, unknown>>> {
  const { isError, content, structuredContent } = await callTool(...call);
  if (isError === true || structuredContent === undefined) throw new Error(content[0]?.text);
  return structuredContent;
}

/** The problem of a call that must fail. */
export async function problemOf(...call: Parameters<typeof callTool>): Promise<ToolProblem> {
  const { isError, content } = await callTool(...call);
  if (isError !== true) throw new Error(`There is no error: ${content[0]?.text ?? ""}`);
  return JSON.parse(content[0]?.text ?? "") as ToolProblem;
}

export interface ListedTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: object;
  readonly outputSchema?: object;
  readonly annotations: Readonly<Record<string, unknown>>;
}

export async function listTools(
  server: Pick<TestServer, "request">,
  headers: Headers = {},
): Promise<readonly ListedTool[]> {
  const { json } = await sendMessage(server, "tools/list", {}, headers);
  return (json as { readonly result: { readonly tools: readonly ListedTool[] } }).result.tools;
}
