import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import type { Readable, Writable } from "node:stream";
import type { Request } from "express";
import { toCaller, type Caller } from "../../access/caller.js";
import { userIdParser } from "../../access/user-id.js";
import { MCP_PATH } from "../../http/endpoint.js";
import type { Model } from "../../model/model.js";
import type { McpSettings } from "../../model/settings/mcp-settings.js";
import type { SurfaceContext } from "../surface.js";
import { checkAdmitted, loadSdk } from "./mcp-routes.js";
import { createProtocolServer, type Carrier } from "./protocol-server.js";
import { createTools } from "./tools.js";

/** The streams of a client that has started this process, and its token. */
export interface StdioClient {
  readonly input: Readable;
  readonly output: Writable;
  readonly token: string | undefined;
}

/** Serves one client on standard input and output. */
export async function serveStdio(
  settings: McpSettings,
  surface: SurfaceContext,
  { input, output, token }: StdioClient,
): Promise<void> {
  const sdk = await loadSdk();
  const stdio = await import("@modelcontextprotocol/server/stdio");
  const tools = createTools({ ...surface, settings });
  const user = token === undefined ? userOf(settings, surface.model) : undefined;
  const carrier: Carrier = {
    request: () => requestWith(token),
    // For each call, because a token expires, and rate limits count calls.
    identify: async (req) => {
      if (user !== undefined) return user;
      const caller = await surface.identify(req);
      checkAdmitted(caller, settings, surface.model);
      return caller;
    },
    reportFault: (error) => surface.database.reportFault(error, "a call of a tool failed"),
  };
  stdio.serveStdio(() => createProtocolServer(sdk, settings, tools, carrier), {
    transport: new stdio.StdioServerTransport(input, output),
  });
}

/** A request as `identify` knows it: nothing has arrived over a network. */
function requestWith(token: string | undefined): Request {
  const req = new IncomingMessage(new Socket());
  req.method = "POST";
  req.url = MCP_PATH;
  if (token !== undefined) {
    req.headers.authorization = `Bearer ${token}`;
    req.rawHeaders.push("Authorization", req.headers.authorization);
  }
  return req as Request;
}

/** The configured caller. `undefined` if there is none. */
function userOf({ stdio }: McpSettings, model: Model): Caller | undefined {
  return stdio && toCaller({ ...stdio, userId: userIdParser(model)(stdio.userId) });
}
